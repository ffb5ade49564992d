"""Arguments of the collectives that matter between two processes only, in one job."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "arguments.py"


@pytest.mark.dist
def test_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all good") == 2
