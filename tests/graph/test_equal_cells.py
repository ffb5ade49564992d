"""Which Cells count as equal, and which of them are chosen to share code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn, ops
from msacc.graph.equal_cells import describe_cell, find_equal_cells


class Block(nn.Cell):
    def __init__(self, width: int = 4, rate: float = 0.1, scale: int = 2) -> None:
        super().__init__()
        self.norm, self.up = nn.LayerNorm((width,)), nn.Dense(width, 2 * width)
        self.down, self.drop = nn.Dense(2 * width, width), nn.Dropout(p=rate)
        self.scale, self.act, self.run = scale, ops.relu, self.inner
        self.norm.layer_norm  # noqa: B018  # looking at it gives the layer a primitive of its own

    def inner(self, x: Any) -> Any:
        return self.down(self.act(self.up(self.norm(x))))

    def construct(self, x: Any) -> Any:
        return x + self.drop(self.run(x)) * self.scale


def network(*blocks: nn.Cell) -> nn.Cell:
    return nn.SequentialCell(*blocks)


def chosen(net: nn.Cell, every: bool = False) -> list[tuple[str, int]]:
    groups = find_equal_cells([net], every).groups.values()
    return [(type(cells[0]).__name__, len(cells)) for cells in groups]


def test_blocks_that_differ_in_values_of_parameters_and_in_floats_are_equal() -> None:
    assert describe_cell(Block()) == describe_cell(Block())
    assert describe_cell(Block())[0] == describe_cell(Block(rate=0.3))[0]
    assert describe_cell(Block())[1] != describe_cell(Block(rate=0.3))[1]
    assert chosen(network(Block(), Block(rate=0.2), Block())) == [("Block", 3)]


def train_one(block: Block) -> None:
    block.drop.set_train()


def freeze(block: Block) -> None:
    block.up.weight.requires_grad = False


def half(block: Block) -> None:
    block.up.to_float(ms.float16)


def other_function(block: Block) -> None:
    block.act = ops.tanh


def other_length(block: Block) -> None:
    block.table = ms.Tensor(np.zeros(3, np.float32))


@pytest.mark.parametrize("change", [train_one, freeze, half, other_function, other_length])
def test_what_makes_them_unequal(change: Any) -> None:
    first, second = Block(), Block()
    change(second)
    assert describe_cell(first)[0] != describe_cell(second)[0]
    assert chosen(network(first, second)) == []


def test_another_width_or_integer_is_unequal() -> None:
    assert chosen(network(Block(), Block(scale=3))) == []
    assert describe_cell(Block())[0] != describe_cell(Block(width=8))[0]


def hook(block: Block) -> None:
    block.up.register_forward_hook(lambda cell, inputs, output: None)


def recompute(block: Block) -> None:
    block.up.recompute()


class Negated(nn.Cell):
    def construct(self, x: Any) -> Any:
        return -x

    def bprop(self, x: Any, out: Any, dout: Any) -> Any:
        return (dout,)


def own_bprop(block: Block) -> None:
    block.act_cell = Negated()


@pytest.mark.parametrize(
    ("change", "reason"), [(hook, "hooks"), (recompute, "recomputed"), (own_bprop, "bprop")]
)
def test_why_a_cell_shares_no_code(change: Any, reason: str) -> None:
    blocks = [Block() for _ in range(4)]
    change(blocks[0])
    equal = find_equal_cells([network(*blocks)], every=False)
    assert [len(cells) for cells in equal.groups.values()] == [3]
    assert reason in equal.excluded["0"]


def test_a_stack_is_no_region_its_layers_are() -> None:
    towers = nn.CellList([network(Block(), Block(), Block()) for _ in range(2)])
    assert chosen(towers) == [("Block", 6)]


def test_small_cells_only_if_asked_for() -> None:
    net = network(nn.Dense(4, 4), nn.ReLU(), nn.Dense(4, 4), nn.ReLU())
    assert chosen(net) == []
    assert chosen(net, every=True) == [("Dense", 2), ("ReLU", 2)]


class Marked(nn.Cell):
    @ms.lazy_inline
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4, 4)

    def construct(self, x: Any) -> Any:
        return self.dense(x)


def test_lazy_inline_asks_for_small_ones() -> None:
    equal = find_equal_cells([network(Marked(), Marked(), nn.Dense(4, 4), nn.Dense(4, 4))], False)
    assert [type(cells[0]) for cells in equal.groups.values()] == [Marked]
    assert equal.asked_for
