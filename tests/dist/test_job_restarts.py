"""Jobs whose processes fail are started again and end with the numbers of one in which nothing failed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.dist.programs.restarted_job import FATES
from tests.launch.helpers import alive, eventually, sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "restarted_job.py"


def _run(
    zygote: Zygote, folder: Path, workers: int, kind: str, mode: int, faults: int, epochs: int = 2
) -> tuple[str, list[str]]:
    """The output, and each process's losses and digest."""
    folder.mkdir()
    options = [*sizes(workers), "--join=True", f"--max_restarts={faults}", "--hang_time_out=3"]
    given = [str(v) for v in (folder, kind, mode, faults, 7, epochs)]
    run = zygote.msrun(*options, "--log_dir=log", _PROGRAM, *given, cwd=folder)
    assert run.wait(120 + 40 * faults) == 0, run.text()
    text = run.text()
    assert len(re.findall("^now ", text, re.MULTILINE)) == faults
    found = sorted(re.findall(r"^through (.*)$", text, re.MULTILINE))
    assert len(found) == workers
    return text, found


def _equal(zygote: Zygote, folder: Path, workers: int, kind: str, mode: int, faults: int) -> None:
    _, wanted = _run(zygote, folder / "straight", workers, kind, mode, 0)
    text, found = _run(zygote, folder / "faulty", workers, kind, mode, faults)
    assert found == wanted
    assert text.count("goes on in epoch") >= 1


@pytest.mark.dist
@pytest.mark.parametrize(
    ("workers", "kind"),
    [
        (2, "data_parallel"),
        (2, "level1"),
        (4, "level2"),
        (2, "level3"),
        (4, "level3"),
        (2, "stages"),
        (2, "operators"),
    ],
)
def test_after_two_faults(zygote: Zygote, tmp_path: Path, workers: int, kind: str) -> None:
    _equal(zygote, tmp_path, workers, kind, 1, 2)


@pytest.mark.dist
@pytest.mark.parametrize("kind", ["data_parallel", "level1"])
def test_in_graph_mode(zygote: Zygote, tmp_path: Path, kind: str) -> None:
    _equal(zygote, tmp_path, 2, kind, 0, 1)


@pytest.mark.dist
def test_after_twenty_faults(zygote: Zygote, tmp_path: Path) -> None:
    _, wanted = _run(zygote, tmp_path / "straight", 2, "level1", 1, 0, 9)
    text, found = _run(zygote, tmp_path / "faulty", 2, "level1", 1, 20, 9)
    assert found == wanted
    assert {fate: len(re.findall(f"^now {fate}", text, re.MULTILINE)) for fate in FATES} == dict.fromkeys(FATES, 4)
    assert eventually(lambda: not any(alive(int(p)) for p in re.findall(r"pid (\d+)", text)))
