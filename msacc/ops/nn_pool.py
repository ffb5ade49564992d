"""Pooling over windows, with MindSpore's padding modes."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.ops import nn_check as check
from msacc.ops._op import op

_MAX = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
_AVG: dict[int, Any] = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}


class PoolSpec:
    """The settings of a pooling layer, checked once; `batched` ranks are n + 2, others n + 1."""

    def __init__(
        self, where: str, n: int, kernel: Any, stride: Any, same: bool, channels_last: bool = False
    ):
        self.where, self.n, self.same, self.channels_last = where, n, same, channels_last
        self.kernel = check.positive_ints(where, "kernel_size", kernel, n)
        self.stride = check.positive_ints(where, "stride", stride, n)

    def check_input(self, x: torch.Tensor) -> None:
        """ValueError for a wrong rank or a window larger than the input."""
        if x.ndim != self.n + 2 and x.ndim != self.n + 1:
            check.rank(self.where, x, self.n + 1, self.n + 2)
        if not self.same:
            for size, kernel in zip(x.shape[-self.n :], self.kernel):
                if size < kernel:
                    raise ValueError(
                        f"For '{self.where}', each element of the output shape must be larger than 0, "
                        f"but the window {self.kernel} does not fit into the input {tuple(x.shape)}."
                    )

    def pads(self, x: torch.Tensor) -> tuple[tuple[int, ...], list[int] | None]:
        """Symmetric padding if that will do, else the argument of F.pad."""
        found = [
            check.same_pads(*each) for each in zip(x.shape[-self.n :], self.kernel, self.stride)
        ]
        if all(b == a for b, a in found):
            return tuple([b for b, _ in found]), None
        return (0,) * self.n, [v for pair in reversed(found) for v in pair]


def pool_max(x: torch.Tensor, spec: PoolSpec) -> torch.Tensor:
    """Maximum over each window, under 'valid' or 'same'."""
    if spec.channels_last:
        x = x.movedim(-1, 1)
    spec.check_input(x)
    padding: Any = 0
    if spec.same:
        padding, uneven = spec.pads(x)
        if uneven is not None:
            x = F.pad(x, uneven, value=float("-inf"))
    out = _MAX[spec.n](x, spec.kernel, spec.stride, padding)
    return out.movedim(1, -1) if spec.channels_last else out


def pool_avg(x: torch.Tensor, spec: PoolSpec) -> torch.Tensor:
    """Mean over each window, under 'valid' or 'same' (padding does not count)."""
    if spec.channels_last:
        x = x.movedim(-1, 1)
    spec.check_input(x)
    if not spec.same:
        out = _AVG[spec.n](x, spec.kernel, spec.stride)
    else:
        out = _avg_same(x, spec)
    return out.movedim(1, -1) if spec.channels_last else out


def _avg_same(x: torch.Tensor, spec: PoolSpec) -> torch.Tensor:
    padding, uneven = spec.pads(x)
    if uneven is None:
        return _AVG[spec.n](x, spec.kernel, spec.stride, padding, False, False)
    ones = x.new_ones((1,) * (x.ndim - spec.n) + tuple(x.shape[-spec.n :]))
    sums = _AVG[spec.n](F.pad(x, uneven), spec.kernel, spec.stride)
    return sums / _AVG[spec.n](F.pad(ones, uneven), spec.kernel, spec.stride)


run_pool_max = op(pool_max)
run_pool_avg = op(pool_avg)


@op
def max_pool2d(
    x: torch.Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
) -> Any:
    """Maximum over windows; with `return_indices` also each one's flat position (Int64)."""
    return F.max_pool2d(x, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@op
def max_pool3d(
    x: torch.Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maximum over windows of (N, C, D, H, W)."""
    return F.max_pool3d(x, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@op
def avg_pool1d(
    input_x: torch.Tensor,
    kernel_size: Any = 1,
    stride: Any = 1,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> torch.Tensor:
    """Mean over windows of (N, C, L)."""
    return F.avg_pool1d(input_x, kernel_size, stride, padding, ceil_mode, count_include_pad)


@op
def avg_pool2d(
    input_x: torch.Tensor,
    kernel_size: Any = 1,
    stride: Any = 1,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> torch.Tensor:
    """Mean over windows; `divisor_override` replaces the window's size."""
    return F.avg_pool2d(
        input_x,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override or None,
    )


@op
def avg_pool3d(
    input_x: torch.Tensor,
    kernel_size: Any = 1,
    stride: Any = 1,
    padding: Any = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> torch.Tensor:
    """Mean over windows of (N, C, D, H, W)."""
    return F.avg_pool3d(
        input_x,
        kernel_size,
        stride,
        padding,
        ceil_mode,
        count_include_pad,
        divisor_override or None,
    )


__all__ = ["avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool2d", "max_pool3d"]
