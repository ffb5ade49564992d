"""Small data, and ways to start the scripts in programs/."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from msacc.datafiles.cifar import draw_cifar10
from msacc.datafiles.mnist import draw_mnist
from tests.launch.helpers import sizes
from tests.launch.zygote import shared

PROGRAMS = Path(__file__).parent / "programs"
Start = Callable[..., str]


@pytest.fixture(scope="session")
def digits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """MNIST's layout with 64 + 32 drawn digits."""
    folder = tmp_path_factory.mktemp("data") / "MNIST_Data"
    draw_mnist(folder, 64, 32)
    return folder


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """CIFAR-10's binary files with 20 + 5 drawn pictures."""
    folder = tmp_path_factory.mktemp("data") / "cifar"
    draw_cifar10(folder, 20, 5)
    return folder


@pytest.fixture
def run(tmp_path: Path, digits: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """`python -m msacc program args…` in an empty folder; its output. Fails unless it exits with `code`."""
    monkeypatch.setenv("DATA_PATH", str(digits / "train"))

    def start(program: str, *args: str, code: int = 0) -> str:
        process = shared().script(PROGRAMS / program, *args, cwd=tmp_path)
        assert process.wait(300) == code, process.text()
        return process.text()

    return start


@pytest.fixture
def run_two(tmp_path: Path, digits: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """The same under msrun with two processes."""
    monkeypatch.setenv("DATA_PATH", str(digits / "train"))

    def start(program: str | tuple[str, ...], *args: str, code: int = 0) -> str:
        words = (program,) if isinstance(program, str) else program
        path = [*words[:-1], PROGRAMS / words[-1]]
        process = shared().msrun(*sizes(2), "--join=True", *path, *args, cwd=tmp_path)
        assert process.wait(300) == code, process.text()
        return process.text()

    return start
