"""The source ranks whose slices make up one slice of another layout."""

from __future__ import annotations

import itertools
import math

from msacc.train.resharding.parameter_slicing import Box, Shape, SliceLayout, coordinates, rank_of


def ranks_of_slice(source: SliceLayout, target: SliceLayout, rank: int) -> list[int]:
    """The ranks of `source` that hold what process `rank` of `target` holds, each part once.

    They lie with `rank` on the axes of the grid that stay as they are, and on all places of those along which
    something is gathered. ValueError when one number of processes does not divide the other.
    """
    source, target = source.resolved(), target.resolved()
    few, many = sorted((source.processes, target.processes))
    if many % few:
        raise ValueError(
            f"Cannot transform device_num from {source.processes} to {target.processes}"
        )
    count = source.processes
    source = _replicated(source, many)
    fine = _common_grid(source, _replicated(target, many))
    # Cuts that never meet: the whole parameter is gathered.
    grid, pairs = fine or (source.grid, [(a, None) for axes in source.axes for a in axes])
    gathered = {a for a, b in pairs if a is not None and a != b}
    position = coordinates(rank, grid)
    spans = [range(n) if i in gathered else (position[i],) for i, n in enumerate(grid)]
    return sorted({rank_of(coordinate, grid) % count for coordinate in itertools.product(*spans)})


def overlap(a: Box, b: Box) -> Box | None:
    """The intersection of two boxes, None if it is empty."""
    common = tuple(
        slice(max(x.start, y.start), min(x.stop, y.stop)) for x, y in zip(a, b, strict=True)
    )
    return None if any(s.start >= s.stop for s in common) else common


def _replicated(cut: SliceLayout, processes: int) -> SliceLayout:
    """The cut on more processes: the whole of it several times over."""
    times = processes // cut.processes
    return SliceLayout((times, *cut.grid), tuple(tuple(a + 1 for a in axes) for axes in cut.axes))


# -- a grid and axes so fine that each piece of an axis is cut by one axis of the grid at most -------------
Pairs = list[tuple[int | None, int | None]]


def _common_grid(source: SliceLayout, target: SliceLayout) -> tuple[Shape, Pairs] | None:
    """The common grid, and per piece of the parameter's axes who cuts it: (source's axis, target's axis).

    None where the grids do not meet at common places, as thirds and halves.
    """
    marks = {1, source.processes}
    lines: list[set[int]] = [{1} for _ in source.axes]
    before = -1
    while before != (before := len(marks) + sum(map(len, lines))):
        for cut in (source, target):
            _refine(cut, marks, lines)
    if not _is_divisor_chain(marks):
        return None
    ends = sorted(marks, reverse=True)
    grid = tuple(a // b for a, b in itertools.pairwise(ends))
    position = {end: i for i, end in enumerate(ends[:-1])}
    pairs: Pairs = []
    for axis, line in enumerate(lines):
        source_owners, target_owners = (
            _axis_owners(cut, axis, position, grid) for cut in (source, target)
        )
        meets = _is_divisor_chain(line)
        pairs += [
            (owner, target_owners.get(low) if meets else None)
            for low, owner in source_owners.items()
        ]
    return grid, pairs


def _refine(cut: SliceLayout, marks: set[int], lines: list[set[int]]) -> None:
    """Carry the places where the grid is cut over to the parameter's axes, and back."""
    below = [math.prod(cut.grid[a + 1 :]) for a in range(len(cut.grid))]
    marks.update(below)
    for axes, line in zip(cut.axes, lines, strict=False):
        done = 1
        for a in axes:
            size, low = cut.grid[a], below[a]
            line.update((done, done * size))
            line.update(_mirrored(marks, low, low * size, done))
            marks.update(_mirrored(line, done, done * size, low))
            done *= size


def _mirrored(positions: set[int], low: int, high: int, start: int) -> list[int]:
    """The places from `low` to `high`, counted from the other end as from `start`."""
    return [start * high // m for m in positions if low <= m <= high and high % m == m % low == 0]


def _is_divisor_chain(marks: set[int]) -> bool:
    """Whether each place divides the next."""
    return all(b % a == 0 for a, b in itertools.pairwise(sorted(marks)))


def _axis_owners(
    cut: SliceLayout, axis: int, position: dict[int, int], grid: Shape
) -> dict[int, int]:
    """Which axis of the common grid cuts the piece that begins at a place of this axis."""
    owners: dict[int, int] = {}
    done = 1
    for a in cut.axes[axis]:
        end = math.prod(cut.grid[a:])
        remaining = cut.grid[a]
        while remaining > 1:
            grid_axis = position[end]
            owners[done] = grid_axis
            done, end, remaining = (
                done * grid[grid_axis],
                end // grid[grid_axis],
                remaining // grid[grid_axis],
            )
    return owners
