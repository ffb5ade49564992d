"""merge_sliced_parameter: merging the slices of one parameter in the order of their ranks."""

from __future__ import annotations

import math
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import wrap
from msacc.train.resharding.parameter_slicing import SliceLayout, coordinates, rank_of
from msacc.train.resharding.strategy_layouts import layouts_of

_WHERE = "For 'merge_sliced_parameter'"


def merge_sliced_parameter(
    sliced_parameters: list[Parameter], strategy: dict[str, Any] | None = None
) -> Parameter:
    """The whole Parameter from its slices `sliced_parameters`, a list in the order of their ranks.

    `strategy`: {name: layout} of build_searched_strategy; without it the slices are joined along their first
    axis. Slices of uneven length need a layout with `param_split_shape`.

    Raises TypeError for what is no list of Parameters or no dict, ValueError for an empty list, slices whose
    names or shapes do not go together and for a number of them that is not the layout's, KeyError when the
    strategy does not name the parameter.
    """
    _check(sliced_parameters, strategy)
    first = sliced_parameters[0]
    values = [p.init_data().to_torch().detach() for p in sliced_parameters]
    merged = torch.cat(values) if not strategy else _merge_by_layout(first.name, values, strategy)
    return Parameter(wrap(merged), first.name, first.requires_grad, first.layerwise_parallel)


def _check(slices: Any, strategy: Any) -> None:
    if not isinstance(slices, list):
        raise TypeError(f"{_WHERE}, 'sliced_parameters' should be a list, but got {type(slices)}.")
    if not slices:
        raise ValueError(f"{_WHERE}, 'sliced_parameters' should not be empty.")
    if strategy and not isinstance(strategy, dict):
        raise TypeError(f"{_WHERE}, 'strategy' should be a dict, but got {type(strategy)}.")
    for index, item in enumerate(slices):
        if not isinstance(item, Parameter):
            raise TypeError(
                f"{_WHERE}, 'sliced_parameters' should hold Parameters, but got {type(item)} at index {index}."
            )
        first = slices[0]
        same = item.name == first.name and item.ndim == first.ndim
        if not same or item.shape[1:] != first.shape[1:]:
            raise ValueError(
                f"{_WHERE}, all slices should have one name and differ in their first axis alone: "
                f"{first.name!r} {first.shape}, but got {item.name!r} {item.shape} at index {index}."
            )


def _merge_by_layout(
    name: str, values: list[torch.Tensor], strategy: dict[str, Any]
) -> torch.Tensor:
    if name not in strategy:
        raise KeyError(f"{_WHERE}, 'strategy' should name the parameter {name!r}.")
    layout = strategy[name]
    placements = layouts_of({name: layout})
    assert placements is not None
    cut = next(iter(placements.values())).cut
    cut = SliceLayout(cut.grid, cut.axes)
    if len(values) != cut.processes:
        raise ValueError(
            f"{_WHERE}, there should be as many slices as processes ({cut.processes}), but got {len(values)}."
        )
    lengths = list(layout.param_split_shape[0].dim) if layout.param_split_shape else []
    if lengths:
        _check_lengths(values, cut, lengths)
    elif any(v.shape != values[0].shape for v in values):
        raise ValueError(
            f"{_WHERE}, the slices of {name!r} should have one shape unless the layout has a param_split_shape."
        )
    if layout.field > 0 and not lengths:
        return _merge_fields(values, layout.field)
    return _concatenate(values, cut)


def _check_lengths(values: list[torch.Tensor], cut: SliceLayout, lengths: list[int]) -> None:
    """Slices of these lengths along the first axis, even ones along the others."""
    count = math.prod(cut.slice_counts())
    if len(lengths) != count:
        raise ValueError(
            f"{_WHERE}, the param_split_shape in 'strategy' should hold {count} lengths, but got {len(lengths)}."
        )
    for rank, value in enumerate(values):
        index = _slice_number(cut, rank)
        if value.shape[0] != lengths[index]:
            raise ValueError(
                f"{_WHERE}, slice {index} should have {lengths[index]} rows, but got {value.shape[0]}."
            )


def _concatenate(values: list[torch.Tensor], cut: SliceLayout) -> torch.Tensor:
    """All pieces side by side; of processes that hold the same piece the last one counts."""
    slices = {_slice_number(cut, rank): value for rank, value in enumerate(values)}
    parts = [slices[i] for i in range(len(slices))]
    for axis, step in reversed(list(enumerate(cut.slice_counts()))):
        parts = [torch.cat(parts[i : i + step], dim=axis) for i in range(0, len(parts), step)]
    return parts[0]


def _slice_number(cut: SliceLayout, rank: int) -> int:
    """The number of the piece that a process holds, the last axis varying fastest."""
    position = coordinates(rank, cut.grid)
    indexes = [
        rank_of(tuple(position[a] for a in axes), tuple(cut.grid[a] for a in axes))
        for axes in cut.axes
    ]
    return rank_of(tuple(indexes), cut.slice_counts())


def _merge_fields(values: list[torch.Tensor], size: int) -> torch.Tensor:
    """Tables whose rows are `size` fields, each cut over the processes."""
    columns = [
        torch.cat([v[:, i].reshape(size, -1) for v in values], dim=1).reshape(-1, 1)
        for i in range(values[0].shape[1])
    ]
    return torch.cat(columns, dim=1)
