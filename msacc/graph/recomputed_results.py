"""Results of primitives told `recompute()`: the gradient of what uses them computes them again.

The primitive runs under torch's checkpointing, and hands its result through `_Result`, which saves it there. A saved
tensor that is this result, or a view of it, is replaced by that promise while a gradient's forward pass runs.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import torch
from torch.autograd.graph import saved_tensors_hooks

from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_private import transforms_functions, view_base


class Recomputing:
    """Whether any primitive was told `recompute()`: hooks on saved tensors cost time."""

    wanted = False


class _Result(torch.autograd.Function):
    """The identity, which saves its input; the output has a tensor of its own over the same memory."""

    @staticmethod
    def forward(ctx: Any, t: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(t)
        ctx.is_recomputed_result = True
        # How many saved tensors are this result, how many of them still wait for it, and it.
        ctx.uses, ctx.waiting, ctx.value = 0, 0, None
        return t.new_empty(0).set_(t)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:
        return grad


class _Use(NamedTuple):
    """A saved tensor that is a result, seen as a view."""

    node: Any
    size: torch.Size
    stride: tuple[int, ...]
    offset: int


def marked(out: Any) -> Any:
    """A primitive's results, handed through `_Result`."""
    if isinstance(out, tuple):
        return tuple(marked(each) for each in out)
    if isinstance(out, Tensor) and type(out._t) is torch.Tensor and out._t.requires_grad:
        return wrap(_Result.apply(out._t))
    return out


def pack(t: torch.Tensor) -> Any:
    """`t`, or the promise to compute it again."""
    base = view_base(t)
    node = base.grad_fn
    if not getattr(node, "is_recomputed_result", False) or t.dtype != base.dtype:
        return t
    if t.is_conj() or t.is_neg():
        return t
    node.uses += 1  # type: ignore[union-attr]
    return _Use(node, t.size(), t.stride(), t.storage_offset())


def unpack(saved: Any) -> torch.Tensor:
    """What `pack` was given. A result is computed once for all that saved it."""
    if not isinstance(saved, _Use):
        return saved  # type: ignore[no-any-return]
    node = saved.node
    if node.value is None:
        (node.value,), node.waiting = node.saved_tensors, node.uses
    value = node.value.as_strided(saved.size, saved.stride, saved.offset)
    node.waiting -= 1
    if not node.waiting:
        node.value = None
    return value  # type: ignore[no-any-return]


def promising_results() -> AbstractContextManager[Any]:
    """Within the block, saved tensors that are such results are not kept."""
    if not Recomputing.wanted or torch.compiler.is_compiling() or transforms_functions():
        return nullcontext()
    return saved_tensors_hooks(pack, unpack)
