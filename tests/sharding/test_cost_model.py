"""Which way to lay a layer is the cheapest."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from msacc.sharding.cost_model import (
    COLUMNS,
    COPIES,
    ROWS,
    Layer,
    ShardingOption,
    cheapest,
    sharding_options,
)

MB = 1_000_000
FAT = Layer("up", x=4096, y=65536, size=MB, inner=64, outer=4096, feeds=frozenset((1,)))
BACK = Layer("down", x=65536, y=4096, size=MB, inner=4096, outer=64, sources=frozenset((0,)))
SLIM = Layer("slim", x=65536, y=65536, size=1024, inner=16, outer=16)


def kinds(found: list[ShardingOption]) -> list[str]:
    return [option.kind for option in found]


@pytest.mark.parametrize("world", [2, 4, 8])
def test_a_pair_of_fat_layers_is_a_block(world: int) -> None:
    found = cheapest([FAT, BACK], world)
    assert kinds(found) == [COLUMNS, ROWS]
    assert all(option.in_block and option.shards == world for option in found)


def test_slim_layers_stay_whole() -> None:
    assert kinds(cheapest([SLIM, SLIM, SLIM], 8)) == [COPIES] * 3


def test_one_fat_layer_among_slim_ones() -> None:
    alone = replace(FAT, feeds=frozenset((-1,)))
    assert [kind == COPIES for kind in kinds(cheapest([SLIM, alone, SLIM], 4))] == [
        True,
        False,
        True,
    ]


def test_results_that_go_elsewhere_too_end_a_block() -> None:
    shared = replace(FAT, feeds=frozenset((1, -1)))
    assert not any(option.in_block for option in cheapest([shared, BACK], 4))


def test_two_layers_feed_one() -> None:
    gate, up = replace(FAT, feeds=frozenset((2,))), replace(FAT, feeds=frozenset((2,)))
    found = cheapest([gate, up, replace(BACK, sources=frozenset((0, 1)))], 4)
    assert kinds(found) == [COLUMNS, COLUMNS, ROWS]
    assert all(option.in_block for option in found)


def test_axes_that_do_not_divide_are_not_cut() -> None:
    odd = replace(FAT, inner=63, outer=4097, feeds=frozenset())
    assert kinds(cheapest([odd], 2)) == [COPIES]
    assert {option.shards for option in sharding_options(replace(odd, outer=4098), 4)} == {1, 2}


def test_a_large_batch_is_cut_as_well() -> None:
    """Moving all rows to all pieces would cost more than the gradients of half a weight."""
    wide = [replace(FAT, x=2 * MB, y=128 * MB), replace(BACK, x=128 * MB, y=2 * MB)]
    found = cheapest(wide, 8)
    assert kinds(found) == [COLUMNS, ROWS]
    assert found[0].shards == 2


def test_what_does_not_fit_is_cut() -> None:
    """Room for a fourth of what slim layers hold."""
    memory = sum(option.memory for option in cheapest([SLIM] * 4, 4))
    found = cheapest([SLIM] * 4, 4, budget=memory / 4)
    assert sum(option.memory for option in found) <= memory / 4


def test_frozen_weights_need_no_cut() -> None:
    frozen = [replace(layer, trained=False, copies=1) for layer in (FAT, BACK)]
    assert kinds(cheapest(frozen, 4)) == [COPIES, COPIES]


def test_no_other_choice_of_single_ways_costs_less() -> None:
    layers = [
        replace(FAT, feeds=frozenset((-1,))),
        replace(SLIM, size=300_000),
        replace(BACK, sources=frozenset()),
    ]
    best = sum(option.cost(1e-3) for option in cheapest(layers, 4))
    for choice in itertools.product(*(sharding_options(layer, 4) for layer in layers)):
        assert sum(option.cost(1e-3) for option in choice) >= best - 1e-6
