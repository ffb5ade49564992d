"""The collectives with MindSpore's gradients, on torch's functional collectives (traceable by torch.compile).

Group names are torch's. Send and Receive take world ranks, Broadcast a rank of the group, as torch does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.distributed as dist

from msacc.common.torch_private import collectives as _c10d

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext


def _sum(x: torch.Tensor, group: str) -> torch.Tensor:
    return _c10d.wait_tensor(_c10d.all_reduce(x.contiguous(), "sum", group))


def _gather(x: torch.Tensor, size: int, group: str) -> torch.Tensor:
    return _c10d.wait_tensor(_c10d.all_gather_into_tensor(x.contiguous(), size, group))


def _scatter(x: torch.Tensor, reduction: str, size: int, group: str) -> torch.Tensor:
    return _c10d.wait_tensor(_c10d.reduce_scatter_tensor(x.contiguous(), reduction, size, group))


class AllReduce(torch.autograd.Function):
    """Gradient: the sum over all members, masked (max, min) or weighted (product)."""

    @staticmethod
    def forward(ctx: AutogradContext, x: torch.Tensor, reduction: str, group: str) -> torch.Tensor:
        out = _c10d.wait_tensor(_c10d.all_reduce(x.contiguous(), reduction, group))
        ctx.reduction, ctx.group = reduction, group
        ctx.save_for_backward(*(() if reduction == "sum" else (x, out)))
        return out

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        if ctx.reduction == "sum":
            return _sum(dout, ctx.group), None, None
        x, out = ctx.saved_tensors
        if ctx.reduction == "product":
            return _sum(dout * out, ctx.group) / x, None, None
        return _sum(dout, ctx.group) * (x == out).to(dout.dtype), None, None


class AllGather(torch.autograd.Function):
    """Gradient: reduce-scatter."""

    @staticmethod
    def forward(ctx: AutogradContext, x: torch.Tensor, size: int, group: str) -> torch.Tensor:
        ctx.size, ctx.group = size, group
        return _gather(x, size, group)

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        return _scatter(dout, "sum", ctx.size, ctx.group), None, None


class ReduceScatter(torch.autograd.Function):
    """Gradient: all-gather, for the sum only."""

    @staticmethod
    def forward(
        ctx: AutogradContext, x: torch.Tensor, reduction: str, size: int, group: str
    ) -> torch.Tensor:
        ctx.reduction, ctx.size, ctx.group = reduction, size, group
        return _scatter(x, reduction, size, group)

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        if ctx.reduction != "sum":
            raise RuntimeError(
                f"The gradient of ReduceScatter is defined for 'sum' only, but got {ctx.reduction!r}."
            )
        return _gather(dout, ctx.size, ctx.group), None, None, None


class Broadcast(torch.autograd.Function):
    """Gradient: each member's own."""

    @staticmethod
    def forward(ctx: AutogradContext, x: torch.Tensor, root: int, group: str) -> torch.Tensor:
        return _c10d.wait_tensor(_c10d.broadcast(x.contiguous(), root, group))

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        return dout, None, None


class AllToAll(torch.autograd.Function):
    """Swap slices of the first dimension; sizes None: equal ones. Gradient: the way back."""

    @staticmethod
    def forward(
        ctx: AutogradContext,
        x: torch.Tensor,
        out_sizes: list[int] | None,
        in_sizes: list[int] | None,
        size: int,
        group: str,
    ) -> torch.Tensor:
        send_sizes = in_sizes or [x.shape[0] // size] * size
        receive_sizes = out_sizes or send_sizes
        ctx.send_sizes, ctx.receive_sizes, ctx.group = send_sizes, receive_sizes, group
        return _c10d.wait_tensor(
            _c10d.all_to_all_single(x.contiguous(), receive_sizes, send_sizes, group)
        )

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        back = _c10d.all_to_all_single(
            dout.contiguous(), ctx.send_sizes, ctx.receive_sizes, ctx.group
        )
        return _c10d.wait_tensor(back), None, None, None, None


class Send(torch.autograd.Function):
    """Gradient: received from where `x` went."""

    @staticmethod
    def forward(
        ctx: AutogradContext, x: torch.Tensor, destination: int, tag: int, group: dist.ProcessGroup
    ) -> torch.Tensor:
        ctx.to, ctx.tag, ctx.group = destination, tag, group
        dist.send(x.contiguous(), destination, group, tag)
        return x.view_as(x)

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        dx = torch.empty_like(dout)
        dist.recv(dx, ctx.to, ctx.group, ctx.tag)
        return dx, None, None, None


class Receive(torch.autograd.Function):
    """Gradient: sent to where the tensor came from."""

    @staticmethod
    def forward(
        ctx: AutogradContext,
        x: torch.Tensor,
        source: int,
        shape: tuple[int, ...],
        dtype: torch.dtype,
        tag: int,
        group: dist.ProcessGroup,
    ) -> torch.Tensor:
        ctx.source, ctx.tag, ctx.group, ctx.like = source, tag, group, (x.shape, x.dtype, x.device)
        out = torch.empty(shape, dtype=dtype, device=x.device)
        dist.recv(out, source, group, tag)
        return out

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        dist.send(dout.contiguous(), ctx.source, ctx.group, ctx.tag)
        shape, dtype, device = ctx.like
        return torch.zeros(shape, dtype=dtype, device=device), None, None, None, None, None
