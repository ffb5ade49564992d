"""The sample's modules under `import mindspore`, small data, and the mode put back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import msacc
from msacc.alias import install, uninstall
from msacc.datafiles.mnist import draw_mnist
from tests.tutorial import steps

ROOT = Path(__file__).resolve().parents[2]
_OWN = ("accumulation", "lenet")


@pytest.fixture(scope="module", autouse=True)
def as_mindspore() -> Iterator[None]:
    """`import mindspore` gives msacc while a module of these tests runs."""
    install()
    yield
    uninstall()
    for name in _OWN:
        sys.modules.pop(name, None)
    if str(steps.SAMPLE) in sys.path:
        sys.path.remove(str(steps.SAMPLE))


@pytest.fixture(autouse=True)
def keep_mode() -> Iterator[None]:
    before = msacc.get_context("mode")
    yield
    msacc.set_context(mode=before)


@pytest.fixture(scope="session")
def digits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """MNIST's layout with 256 + 64 drawn digits."""
    folder = tmp_path_factory.mktemp("mnist")
    draw_mnist(folder, 256, 64)
    return folder


def run_script(name: str, *args: str, data: Path, cwd: Path, **env: str) -> tuple[str, str]:
    """(stdout, stderr) of `python -m msacc` on a script of the sample."""
    found = subprocess.run(
        [sys.executable, "-m", "msacc", str(steps.SAMPLE / name), *args],
        cwd=cwd,
        env={
            **os.environ, "PYTHONPATH": str(ROOT), "DATA_PATH": str(data), "OMP_NUM_THREADS": "1", **env
        },
        capture_output=True,
        text=True,
        timeout=300,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-3000:]
    return found.stdout, found.stderr
