"""parallel.full_value over gloo processes; programs/full_values.py asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from msacc import Tensor
from msacc.parallel import full_value
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "full_values.py"


@pytest.mark.dist
def test_whole_values_on_all_processes(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    for case in ("level1", "level3", "operators", "stages"):
        assert f"\n{case}: equal" in run.text()


def test_it_takes_a_parameter() -> None:
    with pytest.raises(TypeError, match="'parameter' should be a Parameter, but got Tensor"):
        full_value(Tensor([1.0]))  # type: ignore[arg-type]
