"""Options of the parallel context on real processes; the program asserts for itself."""

from __future__ import annotations

from pathlib import Path

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "context_switches.py"


def test_broadcasts_and_sums(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all equal") == 2
