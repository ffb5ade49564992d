"""A strategy: the grid axes over which each axis of an operator's tensors is sharded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msacc.sharding.axis_labels import Labels, axis_labels, result_labels

if TYPE_CHECKING:
    from msacc.sharding.layout import Layout

# By tensor, by axis: the grid axes that cut it.
Axes = tuple[tuple[tuple[int, ...], ...], ...]
_VIRTUAL = "interleaved_parallel"


@dataclass(frozen=True)
class Strategy:
    """`sizes`: the grid (MindSpore's device matrix); `axes`: which of its axes shard each axis of each tensor.

    `outputs` likewise, or None; `spelled`: the inputs' and outputs' strategies as the script wrote them. Processes
    that the grid leaves over hold replicas: neighbours, or with `replicas_first` those a whole grid away, as slices of
    a dataset are dealt out.
    """

    name: str
    spelled: Any
    sizes: tuple[int, ...]
    axes: Axes
    outputs: Axes | None = None
    replicas_first: bool = False
    # The outputs' own strategy, where their shards are not those of the inputs' grid.
    output_strategy: Strategy | None = None
    # What its first tensors are: inputs of an operator, or a parameter.
    of: str = "input"

    def cuts(self, tensor: int) -> tuple[int, ...]:
        """The number of shards along each axis of a tensor."""
        return self._cuts(self.axes[tensor])

    def _cuts(self, axes: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return tuple(math.prod(self.sizes[a] for a in grid_axes) for grid_axes in axes)

    def check(self, tensor: int, shape: Sequence[int], output: bool = False) -> None:
        """ValueError where a tensor of this shape cannot be sharded by the strategy."""
        if output and self.output_strategy is not None:
            return self.output_strategy._check(
                tensor, shape, self.output_strategy.axes, f"output {tensor}"
            )
        if self.of != "input":
            return self._check(tensor, shape, self.axes, self.of)
        axes = (self.outputs or ()) if output else self.axes
        return self._check(tensor, shape, axes, f"{'output' if output else 'input'} {tensor}")

    def _check(self, tensor: int, shape: Sequence[int], axes: Axes, role: str) -> None:
        kind = role.split()[0]
        spelled = self.spelled[1] if kind == "output" else self.spelled[0]
        if tensor >= len(axes):
            raise ValueError(
                f"For '{self.name}', the strategy {shown(spelled)} is for {len(axes)} tensors, but there is an {role} "
                f"of shape {tuple(shape)}; give one strategy for each tensor."
            )
        cuts = self._cuts(axes[tensor])
        if len(cuts) != len(shape):
            raise ValueError(
                f"For '{self.name}', the {role} has shape {tuple(shape)}, but its strategy "
                f"{_shown_tensor(spelled[tensor], cuts)} has {len(cuts)} axes; the strategies are {shown(spelled)}."
            )
        for axis, (size, cut) in enumerate(zip(shape, cuts, strict=True)):
            if size % cut:
                raise ValueError(
                    f"For '{self.name}', axis {axis} of the {role} of shape {tuple(shape)} has {size} elements, "
                    f"which cannot be cut into {cut} equal pieces; its strategy is "
                    f"{_shown_tensor(spelled[tensor], cuts)}."
                )


def _shown_tensor(layout: object, cuts: tuple[int, ...]) -> str:
    """One tensor's strategy for error messages: its numbers of shards, and the layout that gives them."""
    return f"{cuts}, by {shown(layout)}" if hasattr(layout, "to_dict") else str(cuts)


def shown(strategy: Any) -> str:
    """A strategy for error messages; layouts by their grids."""
    if hasattr(strategy, "to_dict"):
        layout = strategy.to_dict()
        return f"Layout({layout['device_matrix']})(tensor_map={layout['tensor_map']})"
    if isinstance(strategy, (tuple, list)):
        items = ", ".join(shown(item) for item in strategy)
        return f"({items},)" if len(strategy) == 1 else f"({items})"
    return repr(strategy)


def read(name: str, in_strategy: Any, out_strategy: Any, settings: dict[str, Any]) -> Strategy:
    """The strategy passed to `shard`, already known to consist of tuples of ints or layouts.

    ValueError for fewer than one piece and where axes with one label are sharded differently, NotImplementedError for
    virtual axes.
    """
    if any(hasattr(item, "to_dict") for item in (*in_strategy, *(out_strategy or ()))):
        own = bool(settings.get("self_define_shard"))
        return _from_layouts(name, in_strategy, out_strategy, own)
    for argument, strategy in (("in_strategy", in_strategy), ("out_strategy", out_strategy or ())):
        if any(cut < 1 for cuts in strategy for cut in cuts):
            raise ValueError(
                f"For '{name}', {argument} {strategy} should hold numbers of pieces from 1 (an axis that is not cut)."
            )
    if name in ("OneHot", "OneHotExt") and in_strategy[0]:
        # MindSpore's strategy is that of the result, which has one axis more than the indices.
        out_strategy, indices = out_strategy or (in_strategy[0],), list(in_strategy[0])
        indices.pop(settings.get("axis", -1))
        in_strategy = (tuple(indices), *in_strategy[1:])
    labels = axis_labels(name, [len(cuts) for cuts in in_strategy], settings)
    sizes = _label_shards(name, in_strategy, labels)
    axes = _axes(in_strategy, labels, sizes)
    grid = tuple(sizes.values())
    if out_strategy is None:
        return Strategy(name, (in_strategy, out_strategy), grid, axes)
    outputs = [_result_axes(name, cuts, labels, sizes) for cuts in out_strategy]
    if None not in outputs:
        return Strategy(
            name,
            (in_strategy, out_strategy),
            grid,
            axes,
            tuple(o for o in outputs if o is not None),
        )
    out_labels = [tuple(f"out{i}" for i in range(len(cuts))) for cuts in out_strategy]
    out_sizes = _label_shards(name, out_strategy, out_labels)
    output_strategy = Strategy(
        name,
        (in_strategy, out_strategy),
        tuple(out_sizes.values()),
        _axes(out_strategy, out_labels, out_sizes),
    )
    return Strategy(name, (in_strategy, out_strategy), grid, axes, output_strategy=output_strategy)


def _label_shards(name: str, strategies: Any, labels: Labels) -> dict[str, int]:
    """The number of shards of each label, in order of appearance; labels that are not sharded are left out."""
    sizes: dict[str, int] = {}
    for cuts, tensor_labels in zip(strategies, labels, strict=False):
        for label, cut in zip(tensor_labels, cuts, strict=False):
            if cut > 1 and sizes.setdefault(label, cut) != cut:
                raise ValueError(
                    f"For '{name}', the strategies {shown(strategies)} cut axes that belong together into "
                    f"{sizes[label]} and into {cut} pieces; give both the same."
                )
    contracted = [
        c
        for cuts, tensor_labels in zip(strategies, labels, strict=False)
        for x, c in zip(tensor_labels, cuts, strict=False)
        if x == "k"
    ]
    if len(set(contracted)) > 1:
        raise ValueError(
            f"For '{name}', the axis that is summed over is cut into {contracted[0]} pieces in one input and "
            f"{contracted[1]} in the other by the strategies {shown(strategies)}; give both the same."
        )
    return sizes


def _axes(tensors: Any, labels: Labels, sizes: dict[str, int]) -> Axes:
    grid_axis = {letter: i for i, letter in enumerate(sizes)}
    return tuple(
        tuple(
            (grid_axis[x],) if cut > 1 else () for x, cut in zip(tensor_labels, cuts, strict=False)
        )
        for cuts, tensor_labels in zip(tensors, labels, strict=False)
    )


def _result_axes(
    name: str, cuts: Sequence[int], labels: Labels, sizes: dict[str, int]
) -> tuple[tuple[int, ...], ...] | None:
    """As `_axes`, where a result may also be sharded by the contracted axis; None where it does not fit."""
    grid_labels = list(sizes)
    labels_of_result = result_labels(name, labels, len(cuts))
    free = [
        i
        for i, label in enumerate(grid_labels)
        if label not in labels_of_result
        or dict(zip(labels_of_result, cuts, strict=False))[label] == 1
    ]
    axes_of_result: list[tuple[int, ...]] = []
    for label, cut in zip(labels_of_result, cuts, strict=False):
        axes: list[int] = []
        if cut > 1 and label in sizes and cut % sizes[label] == 0:
            axes.append(grid_labels.index(label))
        for axis in list(free):
            shards = math.prod(sizes[grid_labels[i]] for i in axes)
            if shards < cut and cut % (shards * sizes[grid_labels[axis]]) == 0:
                axes.append(axis)
                free.remove(axis)
        if math.prod(sizes[grid_labels[i]] for i in axes) != cut:
            return None
        axes_of_result.append(tuple(axes))
    return tuple(axes_of_result)


def _from_layouts(
    name: str,
    in_layouts: Sequence[Layout],
    out_layouts: Sequence[Layout] | None,
    several_grids: bool = False,
) -> Strategy:
    grids = {_grid(name, item) for item in (*in_layouts, *(out_layouts or ()))}
    if len(grids) > 1:
        common = _common_grid(grids) if several_grids else None
        if common is None:
            finer = ", or of grids that a finer one holds" if several_grids else ""
            raise ValueError(
                f"For '{name}', its layouts should be of one grid{finer}, but got "
                f"{', '.join(map(str, sorted(grids)))}."
            )
        grids = {common}
    sizes = grids.pop()
    outputs = None if out_layouts is None else tuple(_axes_of_layout(o, sizes) for o in out_layouts)
    inputs = tuple(_axes_of_layout(i, sizes) for i in in_layouts)
    return Strategy(name, (in_layouts, out_layouts), sizes, inputs, outputs)


def _common_grid(grids: set[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The grid of which each of these merges neighbouring axes, or None where there is none."""
    steps = sorted({math.prod(grid[i:]) for grid in grids for i in range(len(grid) + 1)})
    if len({math.prod(grid) for grid in grids}) > 1 or any(b % a for a, b in pairwise(steps)):
        return None
    return tuple(b // a for a, b in reversed(list(pairwise(steps)))) or (1,)


def _grid(name: str, layout: Layout) -> tuple[int, ...]:
    attributes = layout.to_dict()
    if attributes["interleaved_parallel"]:
        raise NotImplementedError(
            f"For '{name}', msacc has no virtual axes: leave {_VIRTUAL!r} out of the Layout's alias_name and its size "
            "out of device_matrix."
        )
    return tuple(attributes["device_matrix"])


def _axes_of_layout(layout: Layout, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Converts MindSpore's tensor map, which counts from the last axis of its grid, to axes of `sizes`."""
    fields = layout.to_dict()
    grid = tuple(fields["device_matrix"])
    finer = [_finer_axes(grid, axis, sizes) for axis in range(len(grid))]
    entries = [p if isinstance(p, tuple) else (p,) for p in fields["tensor_map"]]
    return tuple(
        tuple(axis for p in entry if p >= 0 for axis in finer[len(grid) - 1 - p])
        for entry in entries
    )


def _finer_axes(grid: tuple[int, ...], axis: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The axes of `sizes`, a finer grid or the same, that make up an axis of `grid`."""
    if grid == sizes:
        return (axis,)
    outer, inner = math.prod(grid[axis:]), math.prod(grid[axis + 1 :])
    steps = [math.prod(sizes[i:]) for i in range(len(sizes))]
    return tuple(i for i, step in enumerate(steps) if inner < step <= outer)


def batch_strategy(config: Any) -> Strategy:
    """A dataset's strategy: the shards of each input, repeated over the processes."""
    layouts = [item for item in config if hasattr(item, "to_dict")]
    if layouts and len(layouts) == len(config):
        return _from_layouts("dataset_strategy", config, None)
    cuts = tuple(tuple(item.cuts() if hasattr(item, "cuts") else item) for item in config)
    labels: Labels = [tuple(f"a{i}" for i in range(len(item))) for item in cuts]
    sizes = _label_shards("dataset_strategy", cuts, labels)
    axes = _axes(cuts, labels, sizes)
    return Strategy(
        "dataset_strategy", (config, None), tuple(sizes.values()), axes, replicas_first=True
    )
