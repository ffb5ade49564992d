"""Cell.set_inputs with Tensors whose dimensions are not known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Symbol, Tensor, nn


@pytest.mark.parametrize("rows", [None, Symbol(divisor=8)])
def test_a_dimension_of_any_size(rows: Any) -> None:
    described = Tensor(shape=[rows, 3], dtype=ms.float32)
    assert described.shape == (-1, 3)
    assert described.dtype == ms.float32
    net = nn.Dense(3, 2)
    net.set_inputs(described)
    assert net.get_inputs() == (described,)
    for count in (2, 5):
        assert net(Tensor(np.ones((count, 3), np.float32))).shape == (count, 2)


def test_it_holds_no_data() -> None:
    with pytest.raises(ValueError, match="describes an input"):
        Tensor(shape=[None, 3], dtype=ms.float32).asnumpy()


def test_a_cell_is_placed_on_a_process() -> None:
    cell = nn.Dense(3, 2)
    cell.place("MS_WORKER", 0)
    assert cell.placed_on == 0
    with pytest.raises(ValueError, match="MS_WORKER"):
        cell.place("MS_SCHED", 0)
    with pytest.raises(ValueError, match="rank_id"):
        cell.place("MS_WORKER", -1)


def test_a_symbol_shows_the_rules_that_are_set() -> None:
    assert str(Symbol()) == "{}"
    assert str(Symbol(max=8, divisor=2)) == "{'max': 8, 'divisor': 2}"
    same = Symbol(min=2, unique=True)
    assert str(same) == str({"min": 2, "id": id(same)})
