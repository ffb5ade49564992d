"""MindSpore 1.x's transformer layers, cut by their settings; programs/former_transformer.py compares with one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "former_transformer.py"


@pytest.mark.dist
@pytest.mark.parametrize(
    "settings",
    [("1", "2"), ("2", "1"), ("2", "2"), ("2", "1", "moe"), ("2", "1", "moe", "apart")],
    ids="-".join,
)
def test_equals_one_process(zygote: Zygote, tmp_path: Path, settings: tuple[str, ...]) -> None:
    workers = int(settings[0]) * int(settings[1])
    run = zygote.msrun(*sizes(workers), "--join=True", _PROGRAM, *settings, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert "\nequal: " in run.text(), run.text()
