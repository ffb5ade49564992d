"""Gradients of what is written into a Tensor in place: they reach the updates through the op's result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import AutogradContext


class _Written(torch.autograd.Function):
    """A copy of what was written into; gradient: as it is, and for the updates that of their slices."""

    @staticmethod
    def forward(
        ctx: AutogradContext,
        written: torch.Tensor,
        updates: torch.Tensor,
        rows: tuple[int, ...],
        axis: int,
        positions: torch.Tensor | None,
    ) -> torch.Tensor:
        ctx.save_for_backward(*(() if positions is None else (positions,)))
        ctx.rows, ctx.axis, ctx.shape, ctx.dtype = rows, axis, updates.shape, updates.dtype
        return written.clone()

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        slices = dout.reshape(ctx.rows)
        for positions in ctx.saved_tensors:
            slices = slices.index_select(ctx.axis, positions)
        return dout, slices.reshape(ctx.shape).to(ctx.dtype), None, None, None


def with_gradient(
    written: torch.Tensor,
    updates: torch.Tensor,
    rows: Sequence[int] | None = None,
    axis: int = 0,
    positions: torch.Tensor | None = None,
) -> torch.Tensor:
    """What was written into; a copy with a gradient where `updates` need one.

    `positions` are those of the updates along `axis` of `written`, reshaped to `rows`; None for all of it.
    """
    if not (torch.is_grad_enabled() and updates.requires_grad):
        return written
    rows = tuple(written.shape if rows is None else rows)
    return _Written.apply(written, updates, rows, axis, positions)  # type: ignore[no-any-return]
