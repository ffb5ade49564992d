"""Data parallel training steps on real processes; the program asserts for itself."""

from __future__ import annotations

from pathlib import Path

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "data_parallel.py"


def test_halves_of_a_batch_train_like_the_whole(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all equal") == 2


def test_thor_takes_the_mean_of_the_inverses(zygote: Zygote, tmp_path: Path) -> None:
    program = _PROGRAM.with_name("thor.py")
    run = zygote.msrun(*sizes(2), "--join=True", program, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all equal") == 2
