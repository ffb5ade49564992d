"""Grouped matrix products as opaque torch ops, which graphs do not decompose.

On CUDA torch's grouped kernel takes bfloat16; for other types the group sizes are read once and each group is a
product of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F
from torch import library

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

_ALIGNED = 16  # bytes that the rows of the kernel's matrices are a multiple of


def _kernel_takes(*tensors: torch.Tensor) -> bool:
    return hasattr(F, "grouped_mm") and all(
        t.is_cuda
        and t.dtype is torch.bfloat16
        and t.shape[-1] * t.element_size() % _ALIGNED == 0
        and t.numel() > 0
        for t in tensors
    )


@library.custom_op("msacc::rows_product", mutates_args=())
def rows_product(x: torch.Tensor, w: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """(M, N): rows of `x` (M, K) up to `ends[e]` times `w[e]` of (E, K, N); zeros after the last end."""
    if _kernel_takes(x, w):
        out = F.grouped_mm(x.contiguous(), w.contiguous(), offs=ends.int())
        after = torch.arange(x.shape[0], device=x.device) >= ends[-1]
        return out.masked_fill(after[:, None], 0.0)
    out, start = x.new_zeros(x.shape[0], w.shape[2]), 0
    for matrix, end in zip(w, ends.tolist(), strict=False):
        out[start:end] = x[start:end] @ matrix
        start = max(start, end)
    return out


@library.custom_op("msacc::depth_product", mutates_args=())
def depth_product(x: torch.Tensor, y: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """(E, A, B): columns of `x` (A, M) up to `ends[e]` times as many rows of `y` (M, B)."""
    if _kernel_takes(x.T, y):
        return F.grouped_mm(x.T.contiguous().T, y.contiguous(), offs=ends.int())
    out, start = x.new_zeros(ends.shape[0], x.shape[0], y.shape[1]), 0
    for i, end in enumerate(ends.tolist()):
        out[i] = x[:, start:end] @ y[start:end]
        start = max(start, end)
    return out


@rows_product.register_fake
def _(x: torch.Tensor, w: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    return x.new_empty(x.shape[0], w.shape[2])


@depth_product.register_fake
def _(x: torch.Tensor, y: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    return x.new_empty(ends.shape[0], x.shape[0], y.shape[1])


def _keep(ctx: AutogradContext, inputs: tuple[torch.Tensor, ...], output: torch.Tensor) -> None:
    ctx.save_for_backward(*inputs)


def _rows_back(ctx: AutogradContext, grad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
    x, w, ends = ctx.saved_tensors
    return rows_product(grad, w.transpose(1, 2), ends), depth_product(x.T, grad, ends), None


def _depth_back(
    ctx: AutogradContext, grad: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, None]:
    x, y, ends = ctx.saved_tensors
    return rows_product(y, grad.transpose(1, 2), ends).T, rows_product(x.T, grad, ends), None


rows_product.register_autograd(_rows_back, setup_context=_keep)
depth_product.register_autograd(_depth_back, setup_context=_keep)
