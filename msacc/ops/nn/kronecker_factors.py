"""Kronecker factors of layers, which THOR divides by: written while the forward and the backward pass run.

A factor is Float32 and not differentiated. The normalizers are MindSpore's: a convolution's statistics are of
images averaged over the batch, and a dense layer's inputs are divided by their length, not by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.sliding_windows import same_pads

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


def _write(target: torch.Tensor, value: torch.Tensor) -> None:
    with torch.no_grad():
        target.detach().copy_(value)


class _Observed(torch.autograd.Function):
    """`x` itself, whose gradient is handed to `see` in the backward pass."""

    @staticmethod
    def forward(x: torch.Tensor, see: Callable[[torch.Tensor], None]) -> torch.Tensor:
        return x.view_as(x)

    @staticmethod
    def setup_context(ctx: AutogradContext, inputs: Sequence[Any], output: torch.Tensor) -> None:
        ctx.see = inputs[1]

    @staticmethod
    def backward(ctx: AutogradContext, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        ctx.see(gradient)
        return gradient, None


def _images(x: torch.Tensor) -> torch.Tensor:
    """The mean over the batch, (1, C, H, W) in Float32."""
    return x.detach().float().mean(0, keepdim=True)


def _moment(columns: torch.Tensor, factor: torch.Tensor, count: torch.Tensor) -> None:
    """Writes the second moment of columns (size, places) and the number of places."""
    places = columns.shape[1]
    _write(factor, columns @ columns.T / places)
    _write(count, torch.full_like(count, places))


@op
def see_dense_input(x: torch.Tensor, factor: torch.Tensor) -> None:
    """Write x.T @ x / in into `factor` (in, in), for x (N, in)."""
    rows = x.detach().float()
    _write(factor, rows.T @ rows / rows.shape[1])


def _write_rows(gradient: torch.Tensor, factor: torch.Tensor) -> None:
    rows = gradient.detach().float().reshape(-1, gradient.shape[-1])
    _write(factor, rows.T @ rows / gradient.shape[0])


@op
def write_row_gradient(gradient: torch.Tensor, factor: torch.Tensor) -> None:
    """Write g.T @ g / n into `factor` (size, size), for the rows g of a gradient (n, …, size)."""
    _write_rows(gradient, factor)


@op
def see_row_gradient(x: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    """x (…, size) itself, whose gradient goes to `write_row_gradient`."""
    return _Observed.apply(x, lambda gradient: _write_rows(gradient, factor))  # type: ignore[no-any-return, no-untyped-call]


@op
def see_conv_input(
    x: torch.Tensor,
    factor: torch.Tensor,
    count: torch.Tensor,
    kernel: Sequence[int],
    stride: Sequence[int],
) -> None:
    """Write the second moment of the patches of x (N, C, H, W) into `factor`, their number into `count` (1,).

    As in MindSpore the patches are those of pad_mode 'same', whatever the convolution's is. Patches are linear in x,
    so those of the mean are the mean of those of the batch.
    """
    image = _images(x)
    sizes = zip(image.shape[2:], kernel, stride, (1, 1), strict=True)
    (top, bottom), (left, right) = [same_pads(*size) for size in sizes]
    patches = F.unfold(
        F.pad(image, (left, right, top, bottom)), tuple(kernel), stride=tuple(stride)
    )
    _moment(patches[0], factor, count)


def _write_images(gradient: torch.Tensor, factor: torch.Tensor, count: torch.Tensor) -> None:
    _moment(_images(gradient)[0].flatten(1), factor, count)


@op
def write_conv_gradient(gradient: torch.Tensor, factor: torch.Tensor, count: torch.Tensor) -> None:
    """Write the second moment of a gradient (N, C, H, W) into `factor` (C, C), H * W into `count` (1,)."""
    _write_images(gradient, factor, count)


@op
def see_conv_gradient(x: torch.Tensor, factor: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
    """x (N, C, H, W) itself, whose gradient goes to `write_conv_gradient`."""
    return _Observed.apply(x, lambda gradient: _write_images(gradient, factor, count))  # type: ignore[no-any-return, no-untyped-call]


@op
def see_ids(ids: torch.Tensor, factor: torch.Tensor) -> None:
    """Write how often each id occurs into `factor` (ids,); ids outside of it do not count."""
    flat = ids.detach().reshape(-1).long()
    inside = (flat >= 0) & (flat < factor.shape[0])
    counts = torch.zeros_like(factor, dtype=torch.float32)
    _write(factor, counts.index_add(0, torch.where(inside, flat, 0), inside.float()))


__all__ = exported_ops(
    globals(),
    "see_dense_input",
    "see_row_gradient",
    "write_row_gradient",
    "see_conv_input",
    "see_conv_gradient",
    "write_conv_gradient",
    "see_ids",
)
