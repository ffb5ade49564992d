"""Fractional pooling: windows of varying length."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence


def _boundaries(size: int, ratio: float, pseudo: bool, seed: int) -> list[int]:
    """Where the windows of one dimension begin, and its end."""
    count = int(size / ratio)
    if count < 1 or count > size:
        raise ValueError(
            f"A pooling ratio of {ratio} makes {count} windows of {size} elements; it should be from 1 to {size}."
        )
    rng = torch.Generator().manual_seed(seed) if seed else None
    if pseudo:
        return _steady(size, count, rng)
    lengths = torch.full((count,), size // count)
    lengths[torch.randperm(count, generator=rng)[: size % count]] += 1
    return [0, *lengths.cumsum(0).tolist()]


def _steady(size: int, count: int, rng: torch.Generator | None) -> list[int]:
    """Lengths that change as evenly as the fraction allows, from a random start (Graham, 2014)."""
    step = size / count
    if step == int(step):
        return [int(step) * i for i in range(count + 1)]
    base = int(step)
    slack = min((base + 2) / step - 1, (size + 1 - base) / step - (count - 1))
    start = float(torch.rand((), generator=rng)) * slack
    starts = [math.ceil(step * (i + start)) - math.ceil(step * start) for i in range(count)]
    return [*starts, size]


def _fractional_pool(
    x: torch.Tensor,
    name: str,
    ratio: Sequence[float],
    pseudo: bool,
    overlapping: bool,
    seed: int,
    largest: bool,
) -> Any:
    if x.ndim != 4 or len(ratio) != 4 or ratio[0] != 1 or ratio[3] != 1:
        raise ValueError(
            f"For '{name}', 'x' should be (N, H, W, C) and 'pooling_ratio' [1, rows, columns, 1], but got "
            f"shape {tuple(x.shape)} and {ratio}."
        )
    boundaries = [
        _boundaries(n, r, pseudo, seed) for n, r in zip(x.shape[1:3], ratio[1:3], strict=True)
    ]
    more = 1 if overlapping else 0
    lines = []
    for top, bottom in zip(boundaries[0], boundaries[0][1:], strict=False):
        row = x[:, top : bottom + more]
        parts = [
            row[:, :, a : b + more] for a, b in zip(boundaries[1], boundaries[1][1:], strict=False)
        ]
        lines.append(torch.stack([p.amax((1, 2)) if largest else _mean(p) for p in parts], 1))
    return torch.stack(lines, 1), *(
        torch.tensor(axis_boundaries, device=x.device) for axis_boundaries in boundaries
    )


def _mean(window: torch.Tensor) -> torch.Tensor:
    """The mean over the rows and columns; of whole numbers without what follows the point."""
    if window.is_floating_point():
        return window.mean((1, 2))
    total = window.sum((1, 2), dtype=window.dtype)
    return total.div(window.shape[1] * window.shape[2], rounding_mode="trunc")


@bindings(
    PrimitiveClass(
        "FractionalMaxPool",
        settings={
            "pooling_ratio": Setting(check=checks.list_of_numbers),
            "pseudo_random": Setting(False, checks.boolean),
            "overlapping": Setting(False, checks.boolean),
            "deterministic": Setting(False, checks.boolean),
            "seed": Setting(0, checks.instance(int)),
            "seed2": Setting(0, checks.instance(int)),
        },
    )
)
@op
def fractional_max_pool(
    x: torch.Tensor,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
) -> Any:
    """(the largest of each window (N, h, w, C), row cuts, column cuts) of images `x` (N, H, W, C).

    `x`: a Tensor of numbers, whose dtype the first has; the cuts are Int64 vectors. `pooling_ratio` is [1,
    rows, columns, 1]; `pseudo_random`: lengths change as evenly as the ratio allows, instead of at random;
    `overlapping` lets a window reach into the next; `seed`, `seed2` and `deterministic` fix where the windows
    lie.
    """
    # `deterministic` asks for fixed windows; they are fixed as soon as a seed is given.
    fixed = _seed(deterministic, seed, seed2)
    return _fractional_pool(
        x, "FractionalMaxPool", pooling_ratio, pseudo_random, overlapping, fixed, True
    )


@bindings(
    PrimitiveClass(
        "FractionalAvgPool",
        settings={
            "pooling_ratio": Setting(check=checks.list_of_numbers),
            "pseudo_random": Setting(False, checks.boolean),
            "overlapping": Setting(False, checks.boolean),
            "deterministic": Setting(False, checks.boolean),
            "seed": Setting(0, checks.instance(int)),
            "seed2": Setting(0, checks.instance(int)),
        },
    )
)
@op
def fractional_avg_pool(
    x: torch.Tensor,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
) -> Any:
    """`fractional_max_pool` with the mean of each window.

    `x` (N, H, W, C), of numbers, whose dtype the first result has, `pooling_ratio`, `pseudo_random`,
    `overlapping`, `deterministic`, `seed` and `seed2` are those of `fractional_max_pool`.
    """
    fixed = _seed(deterministic, seed, seed2)
    return _fractional_pool(
        x, "FractionalAvgPool", pooling_ratio, pseudo_random, overlapping, fixed, False
    )


def _seed(deterministic: bool, seed: int, seed2: int) -> int:
    return (seed * 1_000_003 + seed2) or (1 if deterministic else 0)


__all__: list[str] = []
