"""Convolutions with groups whose channels are cut; programs/grouped.py asserts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "grouped.py"


@pytest.mark.dist
def test_each_process_has_its_groups(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(4), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    shares = re.findall(r"channels in (\d): \S+ apart, (\S+) of the work", run.text())
    # Cut in four, one of the layers is cut in two.
    assert sorted(shares) == [("2", "0.25")] * 4 + [("4", "0.29")] * 4, run.text()
    assert "channels in 4" in run.text()
