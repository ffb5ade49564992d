"""Where strategies put the pieces; MindSpore's device matrices are the oracle, by hand."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc.sharding import ParameterLayout
from msacc.sharding.process_grid import build_grid, placement_of, refine_placement
from msacc.sharding.strategy import batch_strategy, read


def test_a_product_shares_its_summed_axis() -> None:
    product = read("MatMul", ((2, 4), (4, 1)), None, {})
    relu = read("ReLU", ((4, 1),), None, {})
    grid = build_grid([product, relu], 8)
    assert grid == (2, 2, 2)
    assert placement_of(product, grid, 0) == (0, 1, 1)
    assert placement_of(product, grid, 1) == (None, 0, 0)
    assert placement_of(relu, grid, 0) == (0, 0, None)  # copies are neighbours


def test_transposed_weights_and_layouts() -> None:
    dense = read("MatMul", ((2, 1), (4, 1)), None, {"transpose_b": True})
    assert placement_of(dense, (2, 4), 1) == (None, 0)
    layout = ms.Layout((2, 2, 2), ("dp", "sp", "mp"))
    found = read("MatMul", (layout("mp", ("sp", "dp")), layout(("sp", "dp"), "None")), None, {})
    assert placement_of(found, (2, 2, 2), 0) == (1, 1, 0)
    assert placement_of(found, (2, 2, 2), 1) == (0, 0, None)


def test_a_batch_is_dealt_out_again_and_again() -> None:
    batch = batch_strategy(((1, 1, 1, 4), (1,)))
    assert build_grid([batch], 8) == (2, 4)
    assert placement_of(batch, (2, 4), 0) == (None, 3)


def test_a_result_cut_by_the_summed_axis() -> None:
    found = read("MatMul", ((1, 4), (4, 1)), ((4, 1),), {})
    assert placement_of(found, (4,), 0, output=True) == (0,)


@pytest.mark.parametrize(
    ("inputs", "text"),
    [
        (((1, 2), (4, 1)), "pieces"),
        (((1, 2), (1, 1)), "summed over"),
        (((3, 1), (1, 1)), "processes"),
    ],
)
def test_refusals(inputs: tuple[tuple[int, int], ...], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        build_grid([read("MatMul", inputs, None, {})], 8)


def test_virtual_axes_are_refused_by_name() -> None:
    layout = ms.Layout((2, 2), ("dp", "interleaved_parallel"))
    with pytest.raises(NotImplementedError, match="interleaved_parallel"):
        ms.ops.ReLU().shard((layout("dp", "interleaved_parallel"),))


def test_a_finer_grid_keeps_the_pieces() -> None:
    whole = np.arange(64).reshape(8, 8)
    before = ParameterLayout((2, 4), (None, 1), (8, 8), tuple(range(8)))
    after = ParameterLayout(
        (2, 2, 2), refine_placement(before.placed, (2, 4), (2, 2, 2)), (8, 8), before.ranks
    )
    for place in range(8):
        np.testing.assert_array_equal(whole[before.slice_of(place)], whole[after.slice_of(place)])
    assert before.tensor_map == (-1, 0)
    assert after.tensor_map == (-1, (1, 0))
    assert (before.slice_shape, before.copies, before.cuts()) == ((8, 2), 2, (1, 4))
