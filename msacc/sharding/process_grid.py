"""The process grid of a job, fine enough for every strategy. Pure arithmetic.

MindSpore numbers processes row by row in each operator's device matrix, with the processes that are left over as
its last axis. All matrices are mapped to one grid, whose axes are the factors between their boundaries; where the
boundaries do not divide each other, the grid's axes are primes and the strategies take axes that are free.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from msacc.sharding.strategy import Strategy, shown

# For each axis of the grid: the axis of the tensor that it cuts, or None.
Placement = tuple[int | None, ...]


def build_grid(
    strategies: Iterable[Strategy], world: int, before: Sequence[int] = ()
) -> tuple[int, ...]:
    """The sizes of the grid; each axis of the grid `before` becomes one or several axes of it.

    ValueError for a strategy that `world` processes cannot share evenly, and for one that does not fit on a grid
    that is in use.
    """
    boundaries = {1, world, *itertools.accumulate(before, lambda a, b: a * b)}
    for strategy in strategies:
        boundaries |= set(_boundaries(strategy, world))
        boundaries |= (
            set(_boundaries(strategy.output_strategy, world)) if strategy.output_strategy else set()
        )
    ordered = sorted(boundaries)
    if all(b % a == 0 for a, b in itertools.pairwise(ordered)):
        return tuple(b // a for a, b in itertools.pairwise(ordered)) or (1,)
    if before and tuple(before) != tuple(_primes(world)):
        raise ValueError(
            f"Strategies that were given after the first step do not fit on the grid that it was run on, "
            f"{tuple(before)}: "
            "give all strategies of a job before its first step."
        )
    return tuple(_primes(world))


def refine_placement(
    placement: Placement, before: Sequence[int], after: Sequence[int]
) -> Placement:
    """The placement of a tensor on a finer grid: the same shards on the same processes."""
    refined: list[int | None] = []
    axes = iter(zip(before, placement, strict=True))
    size, axis = next(axes, (1, None))
    product = 1
    for n in after:
        while product == size:
            (size, axis), product = next(axes, (0, None)), 1
        refined.append(axis)
        product *= n
    return tuple(refined)


def divides(strategy: Strategy, world: int) -> bool:
    """Whether `world` processes can share a strategy evenly."""
    parts = (strategy, strategy.output_strategy) if strategy.output_strategy else (strategy,)
    return not any(world % math.prod(part.sizes) for part in parts)


def check_divides(strategy: Strategy, world: int) -> None:
    """ValueError for a strategy that `world` processes cannot share evenly."""
    total = math.prod(strategy.sizes)
    if world % total:
        raise ValueError(
            f"For '{strategy.name}', the strategy {shown(strategy.spelled[0])} cuts over a grid of "
            f"{_product(strategy.sizes)} processes, which {world} processes cannot be divided "
            f"into. Start a multiple of {total} processes, or cut into fewer pieces."
        )


def _product(sizes: tuple[int, ...]) -> str:
    total = str(math.prod(sizes))
    return f"{' x '.join(map(str, sizes))} = {total}" if len(sizes) > 1 else total


def _boundaries(strategy: Strategy, world: int) -> list[int]:
    """The products of the first axes of a strategy's own grid."""
    check_divides(strategy, world)
    total = math.prod(strategy.sizes)
    first = world // total if strategy.replicas_first else 1
    return [first * p for p in itertools.accumulate(strategy.sizes, lambda a, b: a * b, initial=1)]


def spans(strategy: Strategy, grid: Sequence[int]) -> list[tuple[int, ...]]:
    """For each axis of a strategy's own grid, the axes of `grid` that it covers."""
    products = list(itertools.accumulate(grid, lambda a, b: a * b, initial=1))
    boundaries = _boundaries(strategy, products[-1])
    if set(boundaries) <= set(products):
        indices = [products.index(b) for b in boundaries]
        return [tuple(range(a, b)) for a, b in itertools.pairwise(indices)]
    return _free_axes(strategy, grid)


def _free_axes(strategy: Strategy, grid: Sequence[int]) -> list[tuple[int, ...]]:
    """For each size, the first free axes of the grid with that product."""
    free, groups = list(range(len(grid))), []
    for size in strategy.sizes:
        choices = (c for n in range(1, len(free) + 1) for c in itertools.combinations(free, n))
        group = next((c for c in choices if math.prod(grid[i] for i in c) == size), None)
        if group is None:
            raise ValueError(
                f"For '{strategy.name}', its grid {strategy.sizes} does not fit on that of the job, {tuple(grid)}."
            )
        free = [i for i in free if i not in group]
        groups.append(group)
    return groups


def placement_of(
    strategy: Strategy, grid: Sequence[int], tensor: int, output: bool = False
) -> Placement:
    """The placement of a strategy's tensor on the grid."""
    groups = spans(strategy, grid)
    axes = (strategy.outputs or ()) if output else strategy.axes
    placement: list[int | None] = [None] * len(grid)
    for axis, grid_axes in enumerate(axes[tensor]):
        for grid_axis in grid_axes:
            for axis_index in groups[grid_axis]:
                placement[axis_index] = axis
    return tuple(placement)


def _primes(number: int) -> list[int]:
    factors, divisor = [], 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1
    return factors
