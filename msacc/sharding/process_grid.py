"""The grid of a job's processes, fine enough for every strategy that was given. Pure arithmetic.

MindSpore numbers processes row by row in each operator's device matrix, with the processes that are left over as
its last axis. All matrices are laid on one grid, whose axes are the pieces between their borders; where borders do
not fit into each other, the grid's axes are primes and the strategies take what is free.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from msacc.sharding.strategy import Strategy, shown

# For each axis of the grid: the axis of the tensor that it cuts, or None.
Placed = tuple[int | None, ...]


def fine_enough(
    strategies: Iterable[Strategy], world: int, before: Sequence[int] = ()
) -> tuple[int, ...]:
    """The sizes of the grid; each axis of the one `before` becomes one or several of it.

    ValueError for a strategy that `world` processes cannot share evenly, and for one that comes too late for the
    grid that there is.
    """
    borders = {1, world, *itertools.accumulate(before, lambda a, b: a * b)}
    for strategy in strategies:
        borders |= set(_borders(strategy, world))
        borders |= set(_borders(strategy.apart, world)) if strategy.apart else set()
    ordered = sorted(borders)
    if all(b % a == 0 for a, b in itertools.pairwise(ordered)):
        return tuple(b // a for a, b in itertools.pairwise(ordered)) or (1,)
    if before and tuple(before) != tuple(_primes(world)):
        raise ValueError(
            f"Strategies that were given after the first step do not fit on the grid that it was run on, "
            f"{tuple(before)}: "
            "give all strategies of a job before its first step."
        )
    return tuple(_primes(world))


def finer(where: Placed, before: Sequence[int], after: Sequence[int]) -> Placed:
    """How a tensor lies on a finer grid than before: the same pieces at the same places."""
    found: list[int | None] = []
    axes = iter(zip(before, where, strict=True))
    size, axis = next(axes, (1, None))
    product = 1
    for n in after:
        while product == size:
            (size, axis), product = next(axes, (0, None)), 1
        found.append(axis)
        product *= n
    return tuple(found)


def divides(strategy: Strategy, world: int) -> bool:
    """Whether `world` processes can share a strategy evenly."""
    parts = (strategy, strategy.apart) if strategy.apart else (strategy,)
    return not any(world % math.prod(part.sizes) for part in parts)


def refuse(strategy: Strategy, world: int) -> None:
    """ValueError for a strategy that `world` processes cannot share evenly."""
    total = math.prod(strategy.sizes)
    if world % total:
        raise ValueError(
            f"For '{strategy.name}', the strategy {shown(strategy.given[0])} cuts over a grid of "
            f"{' x '.join(map(str, strategy.sizes))} = {total} processes, which {world} processes cannot be divided "
            f"into. Start a multiple of {total} processes, or cut into fewer pieces."
        )


def _borders(strategy: Strategy, world: int) -> list[int]:
    """The products of the first axes of a strategy's own grid."""
    refuse(strategy, world)
    total = math.prod(strategy.sizes)
    start = world // total if strategy.far else 1
    return [start * p for p in itertools.accumulate(strategy.sizes, lambda a, b: a * b, initial=1)]


def spans(strategy: Strategy, grid: Sequence[int]) -> list[tuple[int, ...]]:
    """For each axis of a strategy's own grid, the axes of `grid` that it covers."""
    places = list(itertools.accumulate(grid, lambda a, b: a * b, initial=1))
    borders = _borders(strategy, places[-1])
    if set(borders) <= set(places):
        where = [places.index(b) for b in borders]
        return [tuple(range(a, b)) for a, b in itertools.pairwise(where)]
    return _free(strategy, grid)


def _free(strategy: Strategy, grid: Sequence[int]) -> list[tuple[int, ...]]:
    """The first free axes of the grid whose product is each size."""
    left, found = list(range(len(grid))), []
    for size in strategy.sizes:
        choices = (c for n in range(1, len(left) + 1) for c in itertools.combinations(left, n))
        taken = next((c for c in choices if math.prod(grid[i] for i in c) == size), None)
        if taken is None:
            raise ValueError(
                f"For '{strategy.name}', its grid {strategy.sizes} does not fit on that of the job, {tuple(grid)}."
            )
        left = [i for i in left if i not in taken]
        found.append(taken)
    return found


def placed(strategy: Strategy, grid: Sequence[int], tensor: int, output: bool = False) -> Placed:
    """How a tensor of a strategy lies on the grid."""
    cover = spans(strategy, grid)
    axes = (strategy.outputs or ()) if output else strategy.axes
    found: list[int | None] = [None] * len(grid)
    for axis, held in enumerate(axes[tensor]):
        for own in held:
            for place in cover[own]:
                found[place] = axis
    return tuple(found)


def _primes(number: int) -> list[int]:
    found, divisor = [], 2
    while number > 1:
        while number % divisor == 0:
            found.append(divisor)
            number //= divisor
        divisor += 1
    return found
