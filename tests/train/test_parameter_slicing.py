"""Layouts of strategy files: which axes of the grid of processes cut a parameter."""

from __future__ import annotations

from typing import Any

import pytest

from msacc.train.resharding.parameter_slicing import slice_layout


def test_axes_count_from_the_last_and_minus_one_cuts_nothing() -> None:
    assert slice_layout([2, 4], [1, -1]).axes == ((0,), ())
    assert slice_layout([2, 4, 8], [[2, 0], 1]).axes == ((0, 2), (1,))


@pytest.mark.parametrize("tensor_map", [[0, 0], [[1, 1]], [2], [-2]])
def test_an_axis_cuts_once_and_is_of_the_grid(tensor_map: Any) -> None:
    with pytest.raises(ValueError, match="each of the grid's axes cuts once at most"):
        slice_layout([2, 4], tensor_map)


@pytest.mark.parametrize("grid", [[], [0, 2], [-1]])
def test_a_grid_has_processes(grid: list[int]) -> None:
    with pytest.raises(ValueError, match="a layout cannot have"):
        slice_layout(grid, [-1])
