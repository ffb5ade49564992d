"""Parameters of equal names over gloo processes; programs/equal_names.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "equal_names.py"


@pytest.mark.dist
def test_all_processes_rename_alike_and_save_all(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    for level in ("level1", "level3"):
        assert f"\n{level}: 9 saved" in run.text()
