"""Slicing of one parameter over the processes of a stage: which box of it each process holds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

# More than anybody has: such a number is none.
_MAX_PROCESSES = 1 << 20
Box = tuple[slice, ...]
Shape = tuple[int, ...]


@dataclass(frozen=True)
class SliceLayout:
    """A grid of processes, and for each axis of the parameter the grid's axes that cut it, coarsest first.

    Grid axes count from the left. `optimizer_size` processes that hold the same slice cut it once more along
    its first axis (-1: all that do); `optimizer_step` is the distance between their ranks, 0 for no such cut.
    """

    grid: Shape = (1,)
    axes: tuple[Shape, ...] = ()
    optimizer_step: int = 0
    optimizer_size: int = 0

    @property
    def processes(self) -> int:
        """How many processes the grid has."""
        return math.prod(self.grid)

    def slice_counts(self) -> Shape:
        """Into how many pieces each axis is cut, without the optimizer's cut."""
        return tuple(math.prod(self.grid[a] for a in axes) for axes in self.axes)

    def resolved(self) -> SliceLayout:
        """The same slices with the optimizer's cut as further cuts of the first axis."""
        size = self.optimizer_size
        if size == -1:
            size = self.processes // math.prod(self.slice_counts())
        if size == 0 or self.optimizer_step == 0:
            return SliceLayout(self.grid, self.axes)
        free = self.free()
        if math.prod(self.slice_counts()) == 1 and free in ([0], list(range(len(self.grid)))):
            return _only_optimizer_shards(self, size)
        return _with_optimizer_shards(self, size)

    def free(self) -> list[int]:
        """The grid's axes along which all processes hold the same."""
        used = {a for axes in self.axes for a in axes}
        return [i for i, n in enumerate(self.grid) if n > 1 and i not in used]

    def full_shape(self, shape: Shape) -> Shape:
        """The parameter's shape, from that of a slice; ValueError when the number of axes differs."""
        counts = self.resolved().slice_counts()
        if len(counts) != len(shape):
            raise ValueError(
                f"a slice of shape {shape} does not fit a layout of {len(counts)} axes (grid {self.grid}, axes "
                f"{self.axes}); check the strategy file"
            )
        return tuple(n * k for n, k in zip(shape, counts, strict=True))

    def box(self, rank: int, shape: Shape) -> Box:
        """The part of a parameter of `shape` that process `rank` holds; ValueError where it does not divide."""
        cut = self.resolved()
        position = coordinates(rank, cut.grid)
        box = []
        for axis, (length, axes) in enumerate(zip(shape, cut.axes, strict=True)):
            count, index = 1, 0
            for a in axes:
                count, index = count * cut.grid[a], index * cut.grid[a] + position[a]
            if length % count:
                raise ValueError(
                    f"axis {axis} of a parameter of shape {shape} does not divide into {count} pieces (grid "
                    f"{self.grid}, axes {self.axes}, optimizer shards {self.optimizer_size})"
                )
            step = length // count
            box.append(slice(index * step, (index + 1) * step))
        return tuple(box)


def unsliced(ndim: int) -> SliceLayout:
    """One process holds all of a parameter of `ndim` axes."""
    return SliceLayout((1,), ((),) * ndim)


def coordinates(rank: int, grid: Shape) -> Shape:
    """The coordinates of a rank in a grid whose last axis varies fastest."""
    position = []
    for size in reversed(grid):
        rank, at = divmod(rank, size)
        position.append(at)
    return tuple(reversed(position))


def rank_of(position: Shape, grid: Shape) -> int:
    """The rank at these coordinates."""
    rank = 0
    for at, size in zip(position, grid, strict=True):
        rank = rank * size + at
    return rank


def _with_optimizer_shards(cut: SliceLayout, size: int) -> SliceLayout:
    """Take grid axes that cut nothing yet, finest first, until there are `size` processes."""
    free = cut.free()
    where = f"the device_matrix {cut.grid} with axes {cut.axes}"
    if not free or not cut.axes:
        raise ValueError(f"{where} leaves no processes for {size} optimizer shards")
    _check_step(cut, free, where)
    assigned: list[tuple[int, int]] = []
    grid, remaining = list(cut.grid), size
    for axis in reversed(free):
        if remaining == 1:
            break
        part = math.gcd(remaining, grid[axis]) if remaining < grid[axis] else grid[axis]
        if remaining % part or (part < grid[axis] and part != remaining):
            raise ValueError(f"{size} optimizer shards cannot be had from {where}")
        remaining //= part
        assigned.insert(0, (axis, part))
    return _slice_first_axis(cut, grid, assigned)


def _only_optimizer_shards(cut: SliceLayout, size: int) -> SliceLayout:
    """Nothing else cuts the parameter: every `size` ranks, `optimizer_step` apart, hold it together."""
    step = cut.optimizer_step
    if not cut.axes or cut.processes % (size * step):
        raise ValueError(
            f"{size} optimizer shards, {step} ranks apart, do not divide the device_matrix {cut.grid} of a "
            f"parameter with {len(cut.axes)} axes"
        )
    return SliceLayout(
        (cut.processes // (size * step), size, step), ((1,), *((),) * (len(cut.axes) - 1))
    )


def _check_step(cut: SliceLayout, free: list[int], where: str) -> None:
    distance = math.prod(cut.grid[free[0] + 1 :])
    if len(free) == 1 and distance != cut.optimizer_step:
        raise ValueError(
            f"opt_weight_shard_step is {cut.optimizer_step}, but {where} puts {distance} ranks between neighbours"
        )


def _slice_first_axis(
    cut: SliceLayout, grid: list[int], assigned: list[tuple[int, int]]
) -> SliceLayout:
    """The axes of `assigned` (axis, part) cut the first axis; a partially assigned axis becomes two."""
    parts = dict(assigned)
    new_grid: list[int] = []
    position: dict[int, int] = {}
    for axis, size in enumerate(grid):
        if parts.get(axis, size) != size:
            new_grid.append(size // parts[axis])
            size = parts[axis]
        position[axis] = len(new_grid)
        new_grid.append(size)
    axes = [tuple(position[a] for a in axes) for axes in cut.axes]
    axes[0] += tuple(position[axis] for axis, _ in assigned)
    return SliceLayout(tuple(new_grid), tuple(axes))


def tensor_map_of(cut: SliceLayout) -> list[list[int]]:
    """MindSpore's numbers for a cut's axes, without the optimizer's: [-1] where nothing cuts."""
    last = len(cut.grid) - 1
    return [[last - a for a in axes] or [-1] for axes in cut.axes]


def slice_layout(device_matrix: Any, tensor_map: Any, step: int = 0, size: int = 0) -> SliceLayout:
    """A cut from MindSpore's numbers: grid axes count from the right there, -1 is none, lists are several.

    ValueError for numbers that make no grid, and axes that it does not have or that cut twice.
    """
    grid = tuple(int(n) for n in device_matrix)
    axes = []
    for entry in tensor_map:
        dims = entry if isinstance(entry, (list, tuple)) else (entry,)
        axes.append(tuple(len(grid) - 1 - int(d) for d in dims if int(d) != -1))
    cut = SliceLayout(grid, tuple(axes), int(step), int(size))
    used = [a for part in axes for a in part]
    if not grid or min(grid) < 1 or math.prod(grid) > _MAX_PROCESSES or step < 0 or size < -1:
        raise ValueError(f"a layout cannot have {cut}: check the strategy file")
    if len(used) != len(set(used)) or not all(0 <= a < len(grid) for a in used):
        raise ValueError(f"a layout cannot have {cut}: each of the grid's axes cuts once at most")
    return cut
