"""Results of primitives told `recompute()`: the gradient of what uses them computes them again.

The primitive runs under torch's checkpointing, and hands its result through `_Result`, which saves it there. A saved
tensor that is this result, or a view of it, is replaced by that promise while a gradient's forward pass runs.
"""

from __future__ import annotations

import weakref
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch.autograd.graph import saved_tensors_hooks

from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_private import transforms_functions, view_base
from msacc.common.without_values import is_recorded

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

# The primitives that were told `recompute()`: without one, hooks on saved tensors would cost time for nothing.
recomputed_primitives: weakref.WeakSet[Any] = weakref.WeakSet()


class _Result(torch.autograd.Function):
    """The identity, which saves its input; the output has a tensor of its own over the same memory."""

    @staticmethod
    def forward(ctx: AutogradContext, t: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(t)
        ctx.is_recomputed_result = True
        ctx.shared = None
        return t.new_empty(0).set_(t.untyped_storage(), t.storage_offset(), t.size(), t.stride())

    @staticmethod
    def backward(ctx: AutogradContext, grad: torch.Tensor) -> torch.Tensor:
        return grad


class _Shared:
    """A result, once it was computed again: it lives as long as a saved tensor that is this result."""

    def __init__(self, node: Any) -> None:
        self.node = node
        self.value: torch.Tensor | None = None


class _Use(NamedTuple):
    """A saved tensor that is a result, seen as a view."""

    shared: _Shared
    size: torch.Size
    stride: tuple[int, ...]
    offset: Any


def marked(out: Any) -> Any:
    """A primitive's results, handed through `_Result`."""
    if isinstance(out, tuple):
        return tuple(marked(each) for each in out)
    return wrap(marked_tensor(out._t)) if isinstance(out, Tensor) else out


def marked_tensor(t: torch.Tensor) -> torch.Tensor:
    """One of a primitive's results, handed through `_Result`."""
    return _Result.apply(t) if type(t) is torch.Tensor and t.requires_grad else t


def pack(t: torch.Tensor) -> Any:
    """`t`, or the promise to compute it again."""
    base = view_base(t)
    node = base.grad_fn
    if not getattr(node, "is_recomputed_result", False) or t.dtype != base.dtype:
        return t
    if t.is_conj() or t.is_neg():
        return t
    shared = node.shared() if node.shared else None  # type: ignore[union-attr]
    if shared is None:
        shared = _Shared(node)
        node.shared = weakref.ref(shared)  # type: ignore[union-attr]
    return _Use(shared, t.size(), t.stride(), t.storage_offset())


def unpack(saved: Any) -> torch.Tensor:
    """What `pack` was given. A result is computed once for all that saved it."""
    if not isinstance(saved, _Use):
        return saved  # type: ignore[no-any-return]
    shared = saved.shared
    if shared.value is None:
        (shared.value,) = shared.node.saved_tensors
    return shared.value.as_strided(saved.size, saved.stride, saved.offset)


def promising_results() -> AbstractContextManager[Any]:
    """Within the block, saved tensors that are such results are not kept."""
    if (
        not recomputed_primitives
        or (torch.compiler.is_compiling() or is_recorded())
        or transforms_functions()
    ):
        return nullcontext()
    return saved_tensors_hooks(pack, unpack)
