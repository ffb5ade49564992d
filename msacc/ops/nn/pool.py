"""Pooling over windows, with MindSpore's padding modes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.float16_products import are_halves, in_float32
from msacc.ops.core.op import exported_ops, op, with_name
from msacc.ops.nn.sliding_windows import by_hand, same_pads, split_padding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import DTypeLike, Ints

_MAX: dict[int, Any] = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
_AVG: dict[int, Any] = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}


class PoolSpec:
    """The settings of a pooling layer, checked once; `batched` ranks are n + 2, others n + 1."""

    def __init__(
        self,
        where: str,
        n: int,
        kernel: Ints,
        stride: Ints,
        same: bool,
        channels_last: bool = False,
    ):
        self.where, self.n, self.same, self.channels_last = where, n, same, channels_last
        self.kernel = check.positive_ints(where, "kernel_size", kernel, n)
        self.stride = check.positive_ints(where, "stride", stride, n)

    def check_input(self, x: torch.Tensor) -> None:
        """ValueError for a wrong rank or a window larger than the input."""
        if x.ndim != self.n + 2 and x.ndim != self.n + 1:
            check.rank(self.where, x, self.n + 1, self.n + 2)
        if not self.same:
            for size, kernel in zip(x.shape[-self.n :], self.kernel, strict=True):
                if size < kernel:
                    raise ValueError(
                        f"For '{self.where}', each element of the output shape must be larger than 0, "
                        f"but the window {self.kernel} does not fit into the input {tuple(x.shape)}."
                    )

    def pads(self, x: torch.Tensor) -> tuple[tuple[int, ...], list[int] | None]:
        """Symmetric padding if that will do, else the argument of F.pad."""
        widths = [
            same_pads(*each)
            for each in zip(x.shape[-self.n :], self.kernel, self.stride, strict=True)
        ]
        if all(b == a for b, a in widths):
            return tuple([b for b, _ in widths]), None
        return (0,) * self.n, [v for pair in reversed(widths) for v in pair]


def pool_max(x: torch.Tensor, spec: PoolSpec) -> torch.Tensor:
    """Maximum over each window, under 'valid' or 'same'."""
    if spec.channels_last:
        x = x.movedim(-1, -1 - spec.n)
    spec.check_input(x)
    padding: Any = 0
    if spec.same:
        padding, uneven = spec.pads(x)
        if uneven is not None:
            x = F.pad(x, uneven, value=float("-inf"))
    out = _MAX[spec.n](x, spec.kernel, spec.stride, padding)
    return out.movedim(-1 - spec.n, -1) if spec.channels_last else out


def pool_avg(x: torch.Tensor, spec: PoolSpec) -> torch.Tensor:
    """Mean over each window, under 'valid' or 'same' (padding does not count)."""
    if spec.channels_last:
        x = x.movedim(-1, -1 - spec.n)
    spec.check_input(x)
    if not spec.same:
        out = _AVG[spec.n](x, spec.kernel, spec.stride)
    else:
        out = _avg_same(x, spec)
    return out.movedim(-1 - spec.n, -1) if spec.channels_last else out


def _avg_same(x: torch.Tensor, spec: PoolSpec) -> torch.Tensor:
    padding, uneven = spec.pads(x)
    if uneven is None:
        return _AVG[spec.n](x, spec.kernel, spec.stride, padding, False, False)
    ones = x.new_ones((1,) * (x.ndim - spec.n) + tuple(x.shape[-spec.n :]))
    sums = _AVG[spec.n](F.pad(x, uneven), spec.kernel, spec.stride)
    return sums / _AVG[spec.n](F.pad(ones, uneven), spec.kernel, spec.stride)


run_pool_max = op(pool_max)
run_pool_avg = op(pool_avg)


def pooled_max(
    where: str,
    n: int,
    x: torch.Tensor,
    kernel: Ints,
    stride: Ints | None,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    """torch's max pooling, arguments checked; `padding` may differ at the two ends (2n numbers)."""
    check.rank(where, x, n + 1, n + 2)
    kernel = check.positive_ints(where, "kernel_size", kernel, n)
    stride = kernel if stride is None else check.positive_ints(where, "stride", stride, n)
    before, after = split_padding(where, padding, n)
    if before != after:
        x, before = F.pad(x, by_hand(before, after), value=float("-inf")), (0,) * n
    dilation = check.positive_ints(where, "dilation", dilation, n)
    _half(where, before, [d * (k - 1) + 1 for k, d in zip(kernel, dilation, strict=True)])
    return _MAX[n](x, kernel, stride, before, dilation, ceil_mode, return_indices)


def _half(where: str, padding: Sequence[int], windows: Sequence[int]) -> None:
    """ValueError for padding of more than half a window, in which nothing would lie."""
    for ends, window in zip(padding, windows, strict=True):
        if 2 * ends > window:
            raise ValueError(
                f"For '{where}', 'padding' should be at most half of the window {window}, but got {ends}."
            )


@op
def run_padded_max(
    x: torch.Tensor,
    spec: PoolSpec,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    """Maximum over windows under explicit padding."""
    return pooled_max(
        spec.where,
        spec.n,
        x,
        spec.kernel,
        spec.stride,
        padding,
        dilation,
        ceil_mode,
        return_indices,
    )


@op
def run_padded_avg(
    x: torch.Tensor,
    spec: PoolSpec,
    padding: Ints,
    ceil_mode: bool,
    include: bool,
    divisor: int | None,
) -> torch.Tensor:
    """Mean over windows under explicit padding; under 'same' what is padded counts if `include`."""
    if spec.same:
        widths, uneven = spec.pads(x)
        if uneven is None:
            padding = widths
        elif include or divisor:
            x = F.pad(x, uneven)
        else:
            return _avg_same(x, spec)
    return pooled_avg(
        spec.where, spec.n, x, spec.kernel, spec.stride, padding, ceil_mode, include, divisor
    )


@op
def max_pool1d(
    x: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
) -> Any:
    """Maximum over windows of (N, C, L)."""
    return pooled_max(
        "max_pool1d", 1, x, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


@op
def max_pool2d(
    x: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
) -> Any:
    """Maximum over windows; with `return_indices` also each one's flat position (Int64).

    `x` is a float Tensor (N, C, …); the result has its dtype.
    `kernel_size`, `stride` (that of the windows for None), `padding`, `dilation`: ints, or one a dimension.
    `ceil_mode`: a last window may reach over the end.
    """
    return pooled_max(
        "max_pool2d", 2, x, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


@op
def max_pool3d(
    x: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maximum over windows of (N, C, D, H, W).

    `x` is a float Tensor (N, C, …); the result has its dtype.
    `kernel_size`, `stride` (that of the windows for None), `padding`, `dilation`: ints, or one a dimension.
    `ceil_mode`: a last window may reach over the end. With `return_indices` also each maximum's flat position
      in its volume.
    """
    return pooled_max(
        "max_pool3d", 3, x, kernel_size, stride, padding, dilation, ceil_mode, return_indices
    )


def _counts(
    sizes: tuple[int, ...], kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]
) -> list[list[int]]:
    """How many elements, padding included, each window holds, by dimension, when sizes round up."""
    counts = []
    for size, k, s, p in zip(sizes, kernel, stride, pad, strict=True):
        starts = range(0, size + p, s)
        last = -(-(size + 2 * p - k) // s) + 1
        counts.append([min(k, size + 2 * p - start) for start in starts[:last]])
    return counts


def _outer(counts: list[list[int]], kernel: Sequence[int], x: torch.Tensor) -> torch.Tensor:
    """How many times fewer elements than a whole window each window holds, as a table."""
    product = torch.tensor(1.0, dtype=x.dtype, device=x.device)
    for each, size in zip(counts, kernel, strict=True):
        shares = [size / count for count in each]
        product = product.unsqueeze(-1) * torch.tensor(shares, dtype=x.dtype, device=x.device)
    return product


def _full_window_average(
    n: int, x: torch.Tensor, kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]
) -> torch.Tensor:
    """Sums of windows over the size of a whole one, where sizes round up.

    Inductor's own gradient of an average whose last window hangs over the end divides by that size too.
    """
    size = math.prod(kernel)
    if n > 1:
        return _AVG[n](x, kernel, stride, pad, True, True, size)
    flat = F.avg_pool2d(x.unsqueeze(-2), (1, *kernel), (1, *stride), (0, *pad), True, True, size)
    return flat.squeeze(-2)


def pooled_avg(
    where: str,
    n: int,
    x: torch.Tensor,
    kernel: Ints,
    stride: Ints | None,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None = None,
) -> torch.Tensor:
    """torch's average pooling, arguments checked; `padding` may differ at the two ends (2n numbers)."""
    check.rank(where, x, n + 1, n + 2)
    if n == 3 and are_halves(x):
        options = kernel, stride, padding, ceil_mode, count_include_pad, divisor_override
        return in_float32(pooled_avg, where, n, x, *options)
    kernel = check.positive_ints(where, "kernel_size", kernel, n)
    stride = kernel if stride is None else check.positive_ints(where, "stride", stride, n)
    before, after = split_padding(where, padding, n)
    # avg_pool1d of torch has no divisor.
    divisor = () if n == 1 else (divisor_override or None,)
    if before == after:
        _half(where, before, kernel)
        if ceil_mode and count_include_pad and not divisor_override:
            counts = _counts(x.shape[-n:], kernel, stride, before)
            if any(each[-1] != size for each, size in zip(counts, kernel, strict=True)):
                return _full_window_average(n, x, kernel, stride, before) * _outer(
                    counts, kernel, x
                )
        return _AVG[n](x, kernel, stride, before, ceil_mode, count_include_pad, *divisor)
    ends = by_hand(before, after)
    out = _AVG[n](F.pad(x, ends), kernel, stride, 0, ceil_mode, True, *divisor)
    if count_include_pad or divisor_override:
        return out
    return out / _AVG[n](F.pad(torch.ones_like(x), ends), kernel, stride, 0, ceil_mode)


@op
def avg_pool1d(
    input_x: torch.Tensor,
    kernel_size: Ints = 1,
    stride: Ints = 1,
    padding: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> torch.Tensor:
    """Mean over windows of (N, C, L).

    `input_x` is a float Tensor (N, C, L) or (C, L); the result has its dtype.
    `kernel_size`, `stride`, `padding`: ints.
    `ceil_mode`: a last window may reach over the end.
    `count_include_pad`: zeros of the padding count.
    """
    return pooled_avg(
        "avg_pool1d", 1, input_x, kernel_size, stride, padding, ceil_mode, count_include_pad
    )


@op
def avg_pool2d(
    input_x: torch.Tensor,
    kernel_size: Ints = 1,
    stride: Ints = 1,
    padding: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> torch.Tensor:
    """Mean over windows; `divisor_override` replaces the window's size.

    `input_x` is a float Tensor (N, C, …); the result has its dtype.
    `kernel_size`, `stride`, `padding`: ints, or one a dimension.
    `ceil_mode`: a last window may reach over the end.
    `count_include_pad`: zeros of the padding count.
    """
    return pooled_avg(
        "avg_pool2d", 2, input_x, kernel_size, stride, padding, ceil_mode, count_include_pad,
        divisor_override,
    )  # fmt: skip


@op
def avg_pool3d(
    input_x: torch.Tensor,
    kernel_size: Ints = 1,
    stride: Ints = 1,
    padding: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> torch.Tensor:
    """Mean over windows of (N, C, D, H, W).

    `input_x` is a float Tensor (N, C, …); the result has its dtype.
    `kernel_size`, `stride`, `padding`: ints, or one a dimension.
    `ceil_mode`: a last window may reach over the end.
    `count_include_pad`: zeros of the padding count.
    `divisor_override`: what to divide by in place of the window's size, 0 for that.
    """
    return pooled_avg(
        "avg_pool3d", 3, input_x, kernel_size, stride, padding, ceil_mode, count_include_pad,
        divisor_override,
    )  # fmt: skip


# mint's, as in torch: the stride is the window unless given, both ends get one padding, no divisor 0.


def _avg_by_window(
    n: int,
    x: torch.Tensor,
    kernel: Ints,
    stride: Ints | None,
    padding: Ints,
    ceil_mode: bool,
    include: bool,
    divisor: int | None = None,
) -> torch.Tensor:
    where = f"avg_pool{n}d"
    if divisor == 0:
        raise ValueError(f"For '{where}', 'divisor_override' must not be 0.")
    if isinstance(padding, (tuple, list)) and len(padding) not in (1, n):
        raise ValueError(f"For '{where}', 'padding' must hold 1 or {n} ints, but got {padding}.")
    return pooled_avg(where, n, x, kernel, stride, padding, ceil_mode, include, divisor)


@bindings(MintFunction("nn.functional.avg_pool1d"))
@op
@with_name("avg_pool1d")
def avg_pool1d_by_window(
    input: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> torch.Tensor:
    """Mean over windows of (N, C, L) or (C, L); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has.
    kernel_size, stride, padding: ints.
    ceil_mode: a last window may reach over the end.
    count_include_pad: zeros of the padding count.

    Raises ValueError for another rank and for sizes below 1.
    """
    return _avg_by_window(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad)


@bindings(MintFunction("nn.functional.avg_pool2d"))
@op
@with_name("avg_pool2d")
def avg_pool2d_by_window(
    input: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> torch.Tensor:
    """Mean over windows of (N, C, H, W) or (C, H, W); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has.
    kernel_size, stride, padding: an int or a pair.
    ceil_mode: a last window may reach over the end.
    count_include_pad: zeros of the padding count.
    divisor_override: what to divide by in place of the window's size.

    Raises ValueError for another rank, sizes below 1 and a divisor of 0.
    """
    return _avg_by_window(
        2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


@bindings(MintFunction("nn.functional.avg_pool3d"))
@op
@with_name("avg_pool3d")
def avg_pool3d_by_window(
    input: torch.Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> torch.Tensor:
    """Mean over windows of (N, C, D, H, W) or (C, D, H, W); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has.
    kernel_size, stride, padding: an int or three.
    ceil_mode: a last window may reach over the end.
    count_include_pad: zeros of the padding count.
    divisor_override: what to divide by in place of the window's size.

    Raises ValueError for another rank, sizes below 1 and a divisor of 0.
    """
    return _avg_by_window(
        3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


@op
def max_with_argmax(x: torch.Tensor, spec: PoolSpec) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position within the sample's (C, H, W) or (H, W, C), Int32) over windows."""
    if spec.channels_last:
        x = x.movedim(-1, -3)
    spec.check_input(x)
    channels, height, width = x.shape[-3:]
    top = left = 0
    if spec.same:
        pads = [
            same_pads(*each) for each in zip((height, width), spec.kernel, spec.stride, strict=True)
        ]
        (top, bottom), (left, right) = pads
        x = F.pad(x, (left, right, top, bottom), value=float("-inf"))
    out, indices = F.max_pool2d(x, spec.kernel, spec.stride, return_indices=True)
    row, column = indices // x.shape[-1] - top, indices % x.shape[-1] - left
    channel, plane = torch.arange(channels, device=x.device)[:, None, None], row * width + column
    if spec.channels_last:
        return out.movedim(-3, -1), (plane * channels + channel).int().movedim(-3, -1)
    return out, (channel * height * width + plane).int()


@bindings(
    PrimitiveClass(
        "MaxPoolWithArgmaxV2",
        settings={
            "kernel_size": Setting(check=checks.window(2, 1)),
            "strides": Setting(None, checks.window_or_none(2, 1)),
            "pads": Setting(0, checks.window(2, 0)),
            "dilation": Setting((1, 1), checks.window(2, 1)),
            "ceil_mode": Setting(False, checks.boolean),
            "argmax_type": Setting(mstype.int64, checks.dtype(*checks.INDEX_DTYPES)),
        },
    )
)
@op
def max_pool2d_indices(
    x: torch.Tensor,
    kernel_size: Ints,
    strides: Ints | None = None,
    pads: Ints = 0,
    dilation: Ints = (1, 1),
    ceil_mode: bool = False,
    argmax_type: DTypeLike = mstype.int64,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position within the plane, Int64 or Int32 as `argmax_type` says) over windows.

    `x`: a Tensor (N, C, H, W) of floats, whose dtype the first has; `kernel_size`, `strides` (the window for
    None), `pads`, `dilation`: an int or a pair; `ceil_mode`: a last window may reach over the end.
    """
    if argmax_type not in (mstype.int64, mstype.int32):
        raise TypeError(
            "For 'MaxPoolWithArgmaxV2', 'argmax_type' should be mindspore.int64 or mindspore.int32, but got "
            f"{argmax_type!r}."
        )
    out, indices = pooled_max(
        "MaxPoolWithArgmaxV2", 2, x, kernel_size, strides, pads, dilation, ceil_mode, True
    )
    return out, indices.to(mstype.to_torch(argmax_type))


@bindings(
    PrimitiveClass(
        "AvgPool3D",
        settings={
            "kernel_size": Setting(1, checks.window(3, 1)),
            "strides": Setting(1, checks.window(3, 1)),
            "pad_mode": Setting("valid", checks.word_any_case("same", "valid", "pad")),
            "pad": Setting(0),
            "ceil_mode": Setting(False, checks.boolean),
            "count_include_pad": Setting(True, checks.boolean),
            "divisor_override": Setting(0, checks.non_negative_int),
            "data_format": Setting("NCDHW", checks.one_of("NCDHW")),
        },
    )
)
@op
def avg_pool3d_modes(
    x: torch.Tensor,
    kernel_size: Ints = 1,
    strides: Ints = 1,
    pad_mode: str = "valid",
    pad: Ints = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
    data_format: str = "NCDHW",
) -> torch.Tensor:
    """Mean over windows of (N, C, D, H, W), with MindSpore's padding modes.

    `x` is a float Tensor; the result has its dtype and shape (N, C, D', H', W').
    """
    check.choice("AvgPool3D", "data_format", data_format, ["NCDHW"])
    mode = check.choice("AvgPool3D", "pad_mode", pad_mode.lower(), ["valid", "same", "pad"])
    spec = PoolSpec("AvgPool3D", 3, kernel_size, strides, mode == "same")
    return run_padded_avg.raw(
        x, spec, pad if mode == "pad" else 0, ceil_mode, count_include_pad, divisor_override or None
    )


@bindings(
    PrimitiveClass(
        "MaxPool3DWithArgmax",
        settings={
            "ksize": Setting(check=checks.window(3, 1)),
            "strides": Setting(check=checks.window(3, 1)),
            "pads": Setting(check=checks.window(3, 0)),
            "dilation": Setting((1, 1, 1), checks.window(3, 1)),
            "ceil_mode": Setting(False, checks.boolean),
            "data_format": Setting("NCDHW", checks.word("NCDHW")),
            "argmax_type": Setting(mstype.int64, checks.dtype(*checks.INDEX_DTYPES)),
        },
    )
)
@op
def max_pool3d_with_argmax(
    x: torch.Tensor,
    ksize: Ints,
    strides: Ints,
    pads: Ints,
    dilation: Ints,
    ceil_mode: bool,
    data_format: str,
    argmax_type: DTypeLike,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(maximum, its flat position within the volume, of `argmax_type`) over windows.

    `x`: a Tensor (N, C, D, H, W) of floats, whose dtype the first has; `ksize`, `strides`, `pads`, `dilation`:
    an int or three; `ceil_mode`: a last window may reach over the end; `data_format`: 'NCDHW'; `argmax_type`:
    Int32 or Int64.
    """
    name = "MaxPool3DWithArgmax"
    check.choice(name, "data_format", data_format, ["NCDHW"])
    check.choice(name, "argmax_type", argmax_type, [mstype.int32, mstype.int64])
    sizes = ksize, strides, pads, dilation, ceil_mode
    out, indices = pooled_max(name, 3, x, *sizes, True)
    return out, indices.to(mstype.to_torch(argmax_type))


__all__ = exported_ops(
    globals(),
    "run_pool_max",
    "run_pool_avg",
    "run_padded_max",
    "run_padded_avg",
    "avg_pool1d_by_window",
    "avg_pool2d_by_window",
    "avg_pool3d_by_window",
    "max_with_argmax",
    "max_pool2d_indices",
    "avg_pool3d_modes",
    "max_pool3d_with_argmax",
)
