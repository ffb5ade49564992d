"""Which Cells count as equal, and which of them are chosen to share code."""

from __future__ import annotations

from typing import Any

import pytest

import msacc as ms
from msacc import nn, ops
from msacc.graph.equal_cells import find_equal_cells, signature_of


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


def test_blocks_that_differ_in_values_of_parameters_and_attributes_are_equal() -> None:
    assert signature_of(Block()) == signature_of(Block(rate=0.3))
    assert chosen(network(Block(), Block(rate=0.2), Block(scale=3))) == [("Block", 3)]


def freeze(block: Block) -> None:
    block.up.weight.requires_grad = False


def half(block: Block) -> None:
    block.up.to_float(ms.float16)
    block.up.weight.set_dtype(ms.float16)


def other_child(block: Block) -> None:
    block.norm = nn.Identity()


def no_bias(block: Block) -> None:
    block.up = nn.Dense(4, 8, has_bias=False)


@pytest.mark.parametrize("change", [freeze, half, other_child, no_bias])
def test_what_makes_them_unequal(change: Any) -> None:
    first, second = Block(), Block()
    assert chosen(network(first, second)) == [("Block", 2)]
    change(second)
    assert signature_of(first) != signature_of(second)
    assert chosen(network(first, second)) == []


def test_another_width_or_class_is_unequal() -> None:
    class Other(Block):
        pass

    assert signature_of(Block()) != signature_of(Block(width=8))
    assert signature_of(Block()) != signature_of(Other())


def test_a_cell_that_holds_the_cell_that_it_is_in() -> None:
    def linked() -> Block:
        outer, inner = Block(), Block()
        outer.insert_child_to_cell("below", inner)
        inner._cells["above"] = outer
        return outer

    assert signature_of(linked()) == signature_of(linked()) != signature_of(Block())


def recompute(block: Block) -> None:
    block.recompute()


def offload(block: Block) -> None:
    block.__dict__["_msacc_offload"] = True


@pytest.mark.parametrize("change", [recompute, offload])
def test_recomputed_and_offloaded_cells_need_no_equal(change: Any) -> None:
    block = Block()
    change(block)
    net = network(block, nn.Dense(4, 4), nn.Dense(4, 4))
    found = find_equal_cells([net], every=False)
    assert chosen(net) == [("Block", 1)]
    assert found.alone == {signature_of(block)}


def test_what_is_recomputed_within_is_chosen_in_place_of_what_is_around() -> None:
    class Pair(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = Block(), nn.Dense(4, 4)

        def construct(self, x: Any) -> Any:
            return self.second(self.first(x))

    pairs = [Pair(), Pair()]
    assert chosen(network(*pairs)) == [("Pair", 2)]
    pairs[0].first.recompute()
    pairs[1].first.recompute()
    assert chosen(network(*pairs)) == [("Block", 2)]


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
