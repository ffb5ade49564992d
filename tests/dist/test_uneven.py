"""Primitives of collectives that give and take different amounts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from msacc import Tensor, ops
from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "uneven.py"


def test_on_two_processes(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()
    assert run.text().count("all good") == 2


def test_alone() -> None:
    x = Tensor([1.0, 2.0])
    for out in (
        ops.AllGatherV()(x, [2]),
        ops.ReduceScatterV()(x, [2]),
        ops.AlltoAllV()(x, [2], [2]),
        ops.AlltoAllVC()(x, [2]),
    ):
        np.testing.assert_array_equal(out.asnumpy(), [1.0, 2.0])
    with pytest.raises(ValueError, match="flat"):
        ops.AlltoAllV()(Tensor([[1.0]]), [1], [1])
    with pytest.raises(RuntimeError, match="nobody"):
        ops.BatchISendIRecv(["isend"], [1])([x])
