"""Adaptive, LP and fractional pooling, and unpooling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Floats, Ints

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


def _size(
    where: str, x: torch.Tensor, n: int, output_size: int | Sequence[int | None] | None
) -> Any:
    """One int per dimension; None and -1 keep the input's."""
    check.rank(where, x, n + 1, n + 2)
    entries = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * n
    if len(entries) != n:
        raise ValueError(
            f"For '{where}', 'output_size' must hold {n} numbers, but got {output_size}."
        )
    sizes = [
        x.shape[i - n] if size in (None, -1) else check.positive_int(where, "output_size", size)
        for i, size in enumerate(entries)
    ]
    return sizes[0] if n == 1 else tuple(sizes)


@bindings(MintFunction("nn.functional.adaptive_avg_pool1d"))
@op
def adaptive_avg_pool1d(input: torch.Tensor, output_size: int) -> torch.Tensor:
    """Mean over windows of (N, C, L) chosen to give `output_size` columns.

    `input` is a float Tensor (N, C, L) or (C, L); the result has its dtype and `output_size`, an
    int, as last length.
    """
    return _AVG[1](input, _size("adaptive_avg_pool1d", input, 1, output_size))


@bindings(
    PrimitiveClass("AdaptiveAvgPool2D", settings={"output_size": Setting()}),
    MintFunction("nn.functional.adaptive_avg_pool2d"),
)
@op
def adaptive_avg_pool2d(
    input: torch.Tensor, output_size: int | Sequence[int | None] | None
) -> torch.Tensor:
    """The mean over windows that are chosen to give `output_size`.

    `input` is a float Tensor of shape (N, C, H, W) or (C, H, W).
    `output_size` is an int or a pair, where None keeps a length.

    The result has these for H and W, and the dtype of `input`.

    Raises ValueError for another rank, another number of sizes, or a size below 1, TypeError for integers.

    Differs from MindSpore: a size of 0 gives an empty Tensor there.
    """
    return _AVG[2](input, _size("adaptive_avg_pool2d", input, 2, output_size))


@bindings(
    PrimitiveClass("AdaptiveAvgPool3D", settings={"output_size": Setting()}),
    MintFunction("nn.functional.adaptive_avg_pool3d"),
)
@op
def adaptive_avg_pool3d(
    input: torch.Tensor, output_size: int | Sequence[int | None] | None
) -> torch.Tensor:
    """Mean over windows chosen to give `output_size` (int, or three; None keeps a dimension).

    `input` is a float Tensor (N, C, D, H, W) or (C, D, H, W); the result has its dtype.
    """
    return _AVG[3](input, _size("adaptive_avg_pool3d", input, 3, output_size))


@bindings(MintFunction("nn.functional.adaptive_max_pool1d"))
@op
def adaptive_max_pool1d(input: torch.Tensor, output_size: int, return_indices: bool = False) -> Any:
    """Maximum over windows of (N, C, L) chosen to give `output_size` columns.

    `input` is a float Tensor (N, C, L) or (C, L); the result has its dtype and `output_size`, an int, as last
    length. With `return_indices` also each maximum's position in its row, Int64.
    """
    return _MAX[1](input, _size("adaptive_max_pool1d", input, 1, output_size), return_indices)


@bindings(MintFunction("nn.functional.adaptive_max_pool2d"))
@op
def adaptive_max_pool2d(
    input: torch.Tensor, output_size: Ints, return_indices: bool = False
) -> Any:
    """Maximum over windows chosen to give `output_size`; with its flat position (Int64) for `return_indices`.

    `input` is a float Tensor (N, C, H, W) or (C, H, W), `output_size` an int or two, None for the input's; the
    result has its dtype.
    """
    check.boolean("adaptive_max_pool2d", "return_indices", return_indices)
    return _MAX[2](input, _size("adaptive_max_pool2d", input, 2, output_size), return_indices)


@op
def adaptive_max_pool3d(
    input: torch.Tensor, output_size: Ints, return_indices: bool = False
) -> Any:
    """Maximum over windows chosen to give `output_size`; with its flat position (Int32) for `return_indices`.

    `input` is a float Tensor (N, C, D, H, W) or (C, D, H, W), `output_size` an int or three, None for the
    input's; the result has its dtype.
    """
    result = _MAX[3](input, _size("adaptive_max_pool3d", input, 3, output_size), return_indices)
    return (result[0], result[1].int()) if return_indices else result


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
    """(sum of x^p over each window)^(1/p) for (N, C, L).

    `x` is a float Tensor, `norm_type` (p) a number, `kernel_size` and `stride` ints or one a dimension; the
      result has its dtype.
    `ceil_mode`: a last window may reach over the end.
    """
    _check_lp("lp_pool1d", norm_type, kernel_size, stride, 1)
    return F.lp_pool1d(x, float(norm_type), kernel_size, stride, ceil_mode)


@op
def lp_pool2d(
    x: torch.Tensor, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False
) -> torch.Tensor:
    """(sum of x^p over each window)^(1/p) for (N, C, H, W).

    `x` is a float Tensor, `norm_type` (p) a number, `kernel_size` and `stride` ints or one a dimension; the
      result has its dtype.
    `ceil_mode`: a last window may reach over the end.
    """
    _check_lp("lp_pool2d", norm_type, kernel_size, stride, 2)
    return F.lp_pool2d(x, float(norm_type), kernel_size, stride, ceil_mode)


def _unpool(
    n: int,
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel: Ints,
    stride: Ints | None,
    padding: Ints,
    size: Sequence[int] | None,
) -> torch.Tensor:
    unpool: Any = {1: F.max_unpool1d, 2: F.max_unpool2d, 3: F.max_unpool3d}[n]
    # The sizes of the last dimensions, or of all dimensions.
    target_size = list(size)[-n:] if size and len(size) in (x.ndim, n) else size or None
    return unpool(x, indices.long(), kernel, stride, padding, target_size)


@op
def max_unpool1d(
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    output_size: Sequence[int] | None = None,
) -> torch.Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `x` is a Tensor (N, C, …) of numbers, `indices` Int32 or Int64 of its shape.
    `kernel_size`, `stride`, `padding`: what the pooling had.
    `output_size`: a shape, where several fit.

    The result has the dtype of `x`.
    """
    return _unpool(1, x, indices, kernel_size, stride, padding, output_size)


@bindings(MintFunction("nn.functional.max_unpool2d", input="x"))
@op
def max_unpool2d(
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    output_size: Sequence[int] | None = None,
) -> torch.Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `x` is a Tensor (N, C, …) of numbers, `indices` Int32 or Int64 of its shape.
    `kernel_size`, `stride`, `padding`: what the pooling had.
    `output_size`: a shape, where several fit.

    The result has the dtype of `x`. Positions are those within a plane.
    """
    return _unpool(2, x, indices, kernel_size, stride, padding, output_size)


@op
def max_unpool3d(
    x: torch.Tensor,
    indices: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    output_size: Sequence[int] | None = None,
) -> torch.Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `x` is a Tensor (N, C, …) of numbers, `indices` Int32 or Int64 of its shape.
    `kernel_size`, `stride`, `padding`: what the pooling had.
    `output_size`: a shape, where several fit.

    The result has the dtype of `x`.
    """
    return _unpool(3, x, indices, kernel_size, stride, padding, output_size)


def _fractional_size(
    where: str, x: torch.Tensor, n: int, size: Ints | None, ratio: Sequence[float] | None
) -> tuple[int, ...]:
    """`output_size`, or the input's sides times `output_ratio`."""
    if size is not None:
        return check.positive_ints(where, "output_size", size, n)
    if ratio is None:
        raise ValueError(f"For '{where}', one of 'output_size' and 'output_ratio' must be given.")
    ratios = ratio if isinstance(ratio, tuple) else (ratio,) * n
    if len(ratios) != n:
        raise ValueError(f"For '{where}', 'output_ratio' must hold {n} floats, but got {ratio}.")
    for share in ratios:
        check.in_range(where, "output_ratio", share, 0.0, 1.0, "")
    return tuple(int(side * share) for side, share in zip(x.shape[-n:], ratios, strict=True))


def _fractional(
    n: int, x: torch.Tensor, kernel: Ints, size: Any, ratio: Any, both: bool, samples: Any
) -> Any:
    where = f"fractional_max_pool{n}d"
    check.rank(where, x, n + 1, n + 2)
    check.boolean(where, "return_indices", both)
    kernel = check.positive_ints(where, "kernel_size", kernel, n)
    sides = _fractional_size(where, x, n, size, ratio)
    # torch's 3-dimensional pool and MindSpore's leave at least one place to choose.
    slack = 1 if n == 3 else 0
    if any(
        k + s - 1 + slack > side for k, s, side in zip(kernel, sides, x.shape[-n:], strict=True)
    ):
        raise ValueError(
            f"For '{where}', 'kernel_size' {kernel} is too large for 'output_size' {sides} of an input "
            f"of shape {tuple(x.shape)}."
        )
    if samples is not None:
        _check_random_samples(where, n, x, samples)
        samples = samples.detach()
    pool: Any = getattr(F, where)
    if n == 3:
        return pool(x, kernel, sides, None, both, samples)
    wide = x if x.is_floating_point() else x.double()
    out = pool(wide, kernel, sides, None, both, samples if samples is None else samples.to(wide))
    return (out[0].to(x.dtype), out[1]) if both else out.to(x.dtype)


def _check_random_samples(where: str, n: int, x: torch.Tensor, samples: torch.Tensor) -> None:
    """MindSpore's class where `_random_samples` is not (N, C, n)."""
    if samples.ndim != 3:
        wrong: type[Exception] = TypeError if n == 3 else ValueError
        raise wrong(
            f"For '{where}', '_random_samples' must have 3 dimensions, but got {samples.ndim}."
        )
    if samples.shape[1:] != (x.shape[-n - 1], n):
        raise ValueError(
            f"For '{where}', '_random_samples' must be of shape (N, {x.shape[-n - 1]}, {n}), but got "
            f"{tuple(samples.shape)}."
        )


@op
def fractional_max_pool2d(
    input: torch.Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: Floats | None = None,
    return_indices: bool = False,
    _random_samples: torch.Tensor | None = None,
) -> Any:
    """Maximum over windows placed at random to give `output_size` or a share of the input's.

    `input`: a float Tensor (N, C, H, W) or (C, H, W), whose dtype the result has. `kernel_size`: an int or two,
    the window; either `output_size`, an int or two, or `output_ratio`, a number in (0, 1) or two. With
    `return_indices` also each maximum's flat position in its plane, Int64. Raises TypeError or ValueError for
    others.
    """
    arguments = (kernel_size, output_size, output_ratio, return_indices, _random_samples)
    return _fractional(2, input, *arguments)


@op
def fractional_max_pool3d(
    input: torch.Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: Floats | None = None,
    return_indices: bool = False,
    _random_samples: torch.Tensor | None = None,
) -> Any:
    """Maximum over windows placed at random to give `output_size` or a share of the input's.

    `input`: a float Tensor (N, C, D, H, W) or (C, D, H, W), whose dtype the result has.
    `kernel_size`: an int or three, the window; either `output_size`, an int or three, or `output_ratio`, a
      number in (0, 1) or three. With `return_indices` also each maximum's flat position in its volume, Int64.

    Raises TypeError or ValueError for others.
    """
    arguments = (kernel_size, output_size, output_ratio, return_indices, _random_samples)
    return _fractional(3, input, *arguments)


@bindings(
    PrimitiveClass(
        "AdaptiveMaxPool2D",
        inputs=("input",),
        settings={"output_size": Setting(check=checks.none_or(tuple, list))},
    )
)
@op
def adaptive_max_pool2d_both(
    input: torch.Tensor, output_size: Ints
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position) over windows chosen to give `output_size`.

    `input`: a float Tensor (N, C, H, W) or (C, H, W), whose dtype the first has; the second is Int64.
    `output_size`: two ints, None for the input's.
    """
    return _MAX[2](input, _size("AdaptiveMaxPool2D", input, 2, output_size), True)


@bindings(PrimitiveClass("AdaptiveMaxPool3D"))
@op
def adaptive_max_pool3d_both(
    x: torch.Tensor, output_size: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position as Int32) over windows chosen to give `output_size`, a Tensor of three."""
    return adaptive_max_pool3d.raw(x, tuple(output_size.tolist()), True)


@op
def fractional_max_pool2d_sampled(
    x: torch.Tensor, random_samples: torch.Tensor, ksize: Ints, output_shape: Ints
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position) over windows that `random_samples` (N, C, 2) in [0, 1) place."""
    samples = random_samples.to(x.dtype)
    return fractional_max_pool2d.raw(x, ksize, output_shape, None, True, samples)


@op
def fractional_max_pool3d_sampled(
    x: torch.Tensor, random_samples: torch.Tensor, ksize: Ints, output_shape: Ints
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position) over windows that `random_samples` (N, C, 3) in [0, 1) place."""
    samples = random_samples.to(x.dtype)
    return fractional_max_pool3d.raw(x, ksize, output_shape, None, True, samples)


__all__ = exported_ops(
    globals(),
    "adaptive_max_pool2d_both",
    "adaptive_max_pool3d_both",
    "fractional_max_pool2d_sampled",
    "fractional_max_pool3d_sampled",
)
