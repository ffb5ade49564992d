"""Layouts that are known before the first step: a process's own slices go on where they were saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "laid_before.py"


@pytest.mark.dist
def test_slices_are_loaded_before_the_first_step(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, tmp_path, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("the same") == 2
