"""A strategy: by which axes of a grid of processes each axis of an operator's tensors is cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msacc.sharding.axis_labels import Letters, letters, result

# By tensor, by axis: the grid axes that cut it.
Axes = tuple[tuple[tuple[int, ...], ...], ...]
VIRTUAL = "interleaved_parallel"


@dataclass(frozen=True)
class Strategy:
    """`sizes`: the grid (MindSpore's device matrix); `axes`: which of its axes cut each axis of each tensor.

    `outputs` likewise, or None. Processes that the grid leaves over hold copies: neighbours, or with `far` those
    a whole grid away, as slices of a dataset are dealt out.
    """

    name: str
    given: Any
    sizes: tuple[int, ...]
    axes: Axes
    outputs: Axes | None = None
    far: bool = False
    # The outputs' own strategy, where their pieces are not those of the inputs' grid.
    apart: Strategy | None = None
    # What its first tensors are: inputs of an operator, or a parameter.
    of: str = "input"

    def cuts(self, tensor: int) -> tuple[int, ...]:
        """Into how many pieces each axis of a tensor is cut."""
        return self._cuts(self.axes[tensor])

    def _cuts(self, axes: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return tuple(math.prod(self.sizes[a] for a in held) for held in axes)

    def check(self, tensor: int, shape: Sequence[int], output: bool = False) -> None:
        """ValueError where a tensor of this shape cannot be cut so."""
        if output and self.apart is not None:
            return self.apart._check(tensor, shape, self.apart.axes, f"output {tensor}")
        if self.of != "input":
            return self._check(tensor, shape, self.axes, self.of)
        axes = (self.outputs or ()) if output else self.axes
        return self._check(tensor, shape, axes, f"{'output' if output else 'input'} {tensor}")

    def _check(self, tensor: int, shape: Sequence[int], axes: Axes, what: str) -> None:
        what_of = what.split()[0]
        given = self.given[1] if what_of == "output" else self.given[0]
        if tensor >= len(axes):
            raise ValueError(
                f"For '{self.name}', the strategy {shown(given)} is for {len(axes)} tensors, but there is an {what} "
                f"of shape {tuple(shape)}; give one strategy for each tensor."
            )
        cuts = self._cuts(axes[tensor])
        if len(cuts) != len(shape):
            raise ValueError(
                f"For '{self.name}', the {what} has shape {tuple(shape)}, but its strategy "
                f"{_spelled(given[tensor], cuts)} has {len(cuts)} axes; the strategies are {shown(given)}."
            )
        for axis, (size, cut) in enumerate(zip(shape, cuts, strict=True)):
            if size % cut:
                raise ValueError(
                    f"For '{self.name}', axis {axis} of the {what} of shape {tuple(shape)} has {size} elements, "
                    f"which cannot be cut into {cut} equal pieces; its strategy is {_spelled(given[tensor], cuts)}."
                )


def _spelled(given: Any, cuts: tuple[int, ...]) -> str:
    """One tensor's strategy: its pieces, and the layout that says so."""
    return f"{cuts}, by {shown(given)}" if hasattr(given, "to_dict") else str(cuts)


def shown(given: Any) -> str:
    """A strategy as errors show it; layouts by their grids."""
    if hasattr(given, "to_dict"):
        found = given.to_dict()
        return f"Layout({found['device_matrix']})(tensor_map={found['tensor_map']})"
    if isinstance(given, (tuple, list)):
        inside = ", ".join(shown(item) for item in given)
        return f"({inside},)" if len(given) == 1 else f"({inside})"
    return repr(given)


def read(name: str, inside: Any, outside: Any, settings: dict[str, Any]) -> Strategy:
    """The strategy that `shard` was given, already known to be tuples of ints or layouts.

    ValueError where axes that belong together are cut differently, NotImplementedError for virtual axes.
    """
    if any(hasattr(item, "to_dict") for item in (*inside, *(outside or ()))):
        return _from_layouts(name, inside, outside)
    if name == "OneHot" and inside[0]:
        # MindSpore's is that of the result, which has one axis more than the indices.
        outside, first = outside or (inside[0],), list(inside[0])
        first.pop(settings.get("axis", -1))
        inside = (tuple(first), *inside[1:])
    found = letters(name, [len(cuts) for cuts in inside], settings)
    sizes = _letter_cuts(name, inside, found)
    axes = _axes(inside, found, sizes)
    whole = tuple(sizes.values())
    if outside is None:
        return Strategy(name, (inside, outside), whole, axes)
    outputs = [_result_axes(name, cuts, found, sizes) for cuts in outside]
    if None not in outputs:
        return Strategy(
            name, (inside, outside), whole, axes, tuple(o for o in outputs if o is not None)
        )
    own = [tuple(f"out{i}" for i in range(len(cuts))) for cuts in outside]
    cut = _letter_cuts(name, outside, own)
    apart = Strategy(name, (inside, outside), tuple(cut.values()), _axes(outside, own, cut))
    return Strategy(name, (inside, outside), whole, axes, apart=apart)


def _letter_cuts(name: str, inside: Any, found: Letters) -> dict[str, int]:
    """How often each letter is cut, in order of appearance; letters that are not cut are left out."""
    sizes: dict[str, int] = {}
    for cuts, own in zip(inside, found, strict=False):
        for letter, cut in zip(own, cuts, strict=False):
            if cut > 1 and sizes.setdefault(letter, cut) != cut:
                raise ValueError(
                    f"For '{name}', the strategies {shown(inside)} cut axes that belong together into {sizes[letter]} "
                    f"and into {cut} pieces; give both the same."
                )
    contracted = [
        c
        for cuts, own in zip(inside, found, strict=False)
        for x, c in zip(own, cuts, strict=False)
        if x == "k"
    ]
    if len(set(contracted)) > 1:
        raise ValueError(
            f"For '{name}', the axis that is summed over is cut into {contracted[0]} pieces in one input and "
            f"{contracted[1]} in the other by the strategies {shown(inside)}; give both the same."
        )
    return sizes


def _axes(tensors: Any, found: Letters, sizes: dict[str, int]) -> Axes:
    place = {letter: i for i, letter in enumerate(sizes)}
    return tuple(
        tuple((place[x],) if cut > 1 else () for x, cut in zip(own, cuts, strict=False))
        for cuts, own in zip(tensors, found, strict=False)
    )


def _result_axes(
    name: str, cuts: Any, found: Letters, sizes: dict[str, int]
) -> tuple[tuple[int, ...], ...] | None:
    """As `_axes`, where a result may also be cut by the axis that was summed over; None if there is no room."""
    place = list(sizes)
    own = result(name, found, len(cuts))
    free = [
        i
        for i, letter in enumerate(place)
        if letter not in own or dict(zip(own, cuts, strict=False))[letter] == 1
    ]
    held: list[tuple[int, ...]] = []
    for letter, cut in zip(own, cuts, strict=False):
        axes: list[int] = []
        if cut > 1 and letter in sizes and cut % sizes[letter] == 0:
            axes.append(place.index(letter))
        for axis in list(free):
            got = math.prod(sizes[place[i]] for i in axes)
            if got < cut and cut % (got * sizes[place[axis]]) == 0:
                axes.append(axis)
                free.remove(axis)
        if math.prod(sizes[place[i]] for i in axes) != cut:
            return None
        held.append(tuple(axes))
    return tuple(held)


def _from_layouts(name: str, inside: Any, outside: Any) -> Strategy:
    grids = {_grid(name, item) for item in (*inside, *(outside or ()))}
    if len(grids) > 1:
        raise ValueError(
            f"For '{name}', its layouts should be of one grid, but got {', '.join(map(str, sorted(grids)))}."
        )
    sizes = grids.pop()
    outputs = None if outside is None else tuple(_held(item, len(sizes)) for item in outside)
    return Strategy(
        name, (inside, outside), sizes, tuple(_held(i, len(sizes)) for i in inside), outputs
    )


def _grid(name: str, layout: Any) -> tuple[int, ...]:
    found = layout.to_dict()
    if found["interleaved_parallel"]:
        raise NotImplementedError(
            f"For '{name}', msacc has no virtual axes: leave {VIRTUAL!r} out of the Layout's alias_name and its size "
            "out of device_matrix."
        )
    return tuple(found["device_matrix"])


def _held(layout: Any, axes: int) -> tuple[tuple[int, ...], ...]:
    """MindSpore counts from the last axis of the grid."""
    places = layout.to_dict()["tensor_map"]
    each = [p if isinstance(p, tuple) else (p,) for p in places]
    return tuple(tuple(axes - 1 - p for p in held if p >= 0) for held in each)


def of_batch(config: Any) -> Strategy:
    """A dataset's strategy: the pieces of each input, dealt out again and again."""
    layouts = [item for item in config if hasattr(item, "to_dict")]
    if layouts and len(layouts) == len(config):
        return _from_layouts("dataset_strategy", config, None)
    cuts = tuple(tuple(item.cuts() if hasattr(item, "cuts") else item) for item in config)
    found: Letters = [tuple(f"a{i}" for i in range(len(item))) for item in cuts]
    sizes = _letter_cuts("dataset_strategy", cuts, found)
    axes = _axes(cuts, found, sizes)
    return Strategy("dataset_strategy", (config, None), tuple(sizes.values()), axes, far=True)
