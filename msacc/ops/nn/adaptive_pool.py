"""Pooling to a given output size, by norms, and the way back."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.op import op

_AVG: dict[int, Any] = {
    1: F.adaptive_avg_pool1d,
    2: F.adaptive_avg_pool2d,
    3: F.adaptive_avg_pool3d,
}
_MAX: dict[int, Any] = {
    1: F.adaptive_max_pool1d,
    2: F.adaptive_max_pool2d,
    3: F.adaptive_max_pool3d,
}


def _size(where: str, x: torch.Tensor, n: int, output_size: Any) -> Any:
    """One int per dimension; None and -1 keep the input's."""
    check.rank(where, x, n + 1, n + 2)
    given = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * n
    if len(given) != n:
        raise ValueError(
            f"For '{where}', 'output_size' must hold {n} numbers, but got {output_size}."
        )
    sizes = [
        x.shape[i - n] if size in (None, -1) else check.positive_int(where, "output_size", size)
        for i, size in enumerate(given)
    ]
    return sizes[0] if n == 1 else tuple(sizes)


@op
def adaptive_avg_pool1d(input: torch.Tensor, output_size: int) -> torch.Tensor:
    """Mean over windows of (N, C, L) chosen to give `output_size` columns."""
    return _AVG[1](input, _size("adaptive_avg_pool1d", input, 1, output_size))


@op
def adaptive_avg_pool2d(input: torch.Tensor, output_size: Any) -> torch.Tensor:
    """The mean over windows that are chosen to give `output_size`.

    `input` is a float Tensor of shape (N, C, H, W) or (C, H, W); `output_size` is an int or a pair,
    where None keeps a length. The result has these for H and W, and the dtype of `input`. Raises
    ValueError for another rank, another number of sizes, or a size below 1, TypeError for integers.
    Differs from MindSpore: a size of 0 gives an empty Tensor there.
    """
    return _AVG[2](input, _size("adaptive_avg_pool2d", input, 2, output_size))


@op
def adaptive_avg_pool3d(input: torch.Tensor, output_size: Any) -> torch.Tensor:
    """Mean over windows chosen to give `output_size` (int, or three; None keeps a dimension)."""
    return _AVG[3](input, _size("adaptive_avg_pool3d", input, 3, output_size))


@op
def adaptive_max_pool1d(input: torch.Tensor, output_size: int, return_indices: bool = False) -> Any:
    """Maximum over windows of (N, C, L) chosen to give `output_size` columns."""
    return _MAX[1](input, _size("adaptive_max_pool1d", input, 1, output_size), return_indices)


@op
def adaptive_max_pool2d(input: torch.Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Maximum over windows chosen to give `output_size`; with indices (Int64) if asked."""
    check.boolean("adaptive_max_pool2d", "return_indices", return_indices)
    return _MAX[2](input, _size("adaptive_max_pool2d", input, 2, output_size), return_indices)


@op
def adaptive_max_pool3d(input: torch.Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Maximum over windows chosen to give `output_size`; with indices (Int32) if asked."""
    found = _MAX[3](input, _size("adaptive_max_pool3d", input, 3, output_size), return_indices)
    return (found[0], found[1].int()) if return_indices else found


def _check_lp(where: str, norm_type: Any, kernel: Any, stride: Any, n: int) -> None:
    check.instance(where, "norm_type", norm_type, (int, float))
    check.positive_ints(where, "kernel_size", kernel, n)
    if stride is not None:
        check.positive_ints(where, "stride", stride, n)


@op
def lp_pool1d(
    x: torch.Tensor,
    norm_type: float,
    kernel_size: int,
    stride: int | None = None,
    ceil_mode: bool = False,
) -> torch.Tensor:
    """(sum of x^p over each window)^(1/p) for (N, C, L)."""
    _check_lp("lp_pool1d", norm_type, kernel_size, stride, 1)
    return F.lp_pool1d(x, float(norm_type), kernel_size, stride, ceil_mode)


@op
def lp_pool2d(
    x: torch.Tensor, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False
) -> torch.Tensor:
    """(sum of x^p over each window)^(1/p) for (N, C, H, W)."""
    _check_lp("lp_pool2d", norm_type, kernel_size, stride, 2)
    return F.lp_pool2d(x, float(norm_type), kernel_size, stride, ceil_mode)


def _unpool(
    n: int,
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel: Any,
    stride: Any,
    padding: Any,
    size: Any,
) -> torch.Tensor:
    unpool: Any = {1: F.max_unpool1d, 2: F.max_unpool2d, 3: F.max_unpool3d}[n]
    return unpool(x, indices.long(), kernel, stride, padding, list(size) if size else None)


@op
def max_unpool1d(
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> torch.Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere."""
    return _unpool(1, x, indices, kernel_size, stride, padding, output_size)


@op
def max_unpool2d(
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> torch.Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere."""
    return _unpool(2, x, indices, kernel_size, stride, padding, output_size)


@op
def max_unpool3d(
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> torch.Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere."""
    return _unpool(3, x, indices, kernel_size, stride, padding, output_size)


@op
def fractional_max_pool2d(
    input: torch.Tensor,
    kernel_size: Any,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: bool = False,
    _random_samples: torch.Tensor | None = None,
) -> Any:
    """Maximum over windows placed at random to give `output_size` or a share of the input's."""
    pool: Any = F.fractional_max_pool2d
    return pool(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@op
def fractional_max_pool3d(
    input: torch.Tensor,
    kernel_size: Any,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: bool = False,
    _random_samples: torch.Tensor | None = None,
) -> Any:
    """Maximum over windows placed at random to give `output_size` or a share of the input's."""
    pool: Any = F.fractional_max_pool3d
    return pool(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@op
def adaptive_max_pool2d_both(
    input: torch.Tensor, output_size: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position) over windows chosen to give `output_size`."""
    return _MAX[2](input, _size("AdaptiveMaxPool2D", input, 2, output_size), True)


@op
def adaptive_max_pool3d_both(
    x: torch.Tensor, output_size: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position as Int32) over windows chosen to give `output_size`, a Tensor of three."""
    return adaptive_max_pool3d.raw(x, tuple(output_size.tolist()), True)


@op
def fractional_max_pool2d_sampled(
    x: torch.Tensor, random_samples: torch.Tensor, ksize: Any, output_shape: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position) over windows that `random_samples` (N, C, 2) in [0, 1) place."""
    samples = random_samples.to(x.dtype)
    return fractional_max_pool2d.raw(x, ksize, output_shape, None, True, samples)


@op
def fractional_max_pool3d_sampled(
    x: torch.Tensor, random_samples: torch.Tensor, ksize: Any, output_shape: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position) over windows that `random_samples` (N, C, 3) in [0, 1) place."""
    samples = random_samples.to(x.dtype)
    return fractional_max_pool3d.raw(x, ksize, output_shape, None, True, samples)


__all__ = [
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d",
    "adaptive_max_pool2d", "adaptive_max_pool3d", "fractional_max_pool2d", "fractional_max_pool3d",
    "lp_pool1d", "lp_pool2d", "max_unpool1d", "max_unpool2d", "max_unpool3d",
]  # fmt: skip
