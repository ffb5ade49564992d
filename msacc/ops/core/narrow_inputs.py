"""What norms and products keep of their inputs for the backward pass: the half precision that those were cast from."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.tensor_marks import widened_from
from msacc.common.torch_private import saved_tensor_hooks, storage_key, version


@dataclass(frozen=True)
class _Kept:
    """What is kept of a tensor in the place of a wider one, and the version that it had."""

    kept: Any
    version: int
    dtype: torch.dtype


def keeping_narrow(x: torch.Tensor) -> AbstractContextManager[Any]:
    """Within, autograd keeps in the place of `x` what a Cell cast it from: half of the memory, and the same numbers."""
    narrow = widened_from(x)
    return nullcontext() if narrow is None else keeping_sources([(x, narrow)])


def keeping_sources(
    pairs: Sequence[tuple[torch.Tensor, torch.Tensor]],
) -> AbstractContextManager[Any]:
    """Within, autograd keeps in the place of the first tensor of each pair, and of its views, the second: its source.

    Hooks around, of recomputed or offloaded Cells, see that in its place.
    """
    if not torch.is_grad_enabled():
        return nullcontext()
    known = {_memory(wide): (wide, narrow) for wide, narrow in pairs if _are_alike(wide, narrow)}
    outer = saved_tensor_hooks()

    def pack(t: torch.Tensor) -> Any:
        wide, narrow = known.get(_memory(t), (None, None))
        if wide is None or narrow is None or t.dtype is not wide.dtype:
            return t if outer is None else outer[0](t)
        view = _same_view(t, wide, narrow)
        return _Kept(view if outer is None else outer[0](view), version(view), t.dtype)

    def unpack(kept: Any) -> torch.Tensor:
        inner = kept.kept if isinstance(kept, _Kept) else kept
        found: torch.Tensor = inner if outer is None else outer[1](inner)
        if not isinstance(kept, _Kept):
            return found
        if outer is None and version(found) != kept.version:
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an inplace operation: "
                f"an input in half precision, {found.dtype} of shape {tuple(found.shape)}."
            )
        return found.to(kept.dtype)

    return torch.autograd.graph.saved_tensors_hooks(pack, unpack)


def _memory(t: torch.Tensor) -> int:
    return storage_key(t.untyped_storage())


def _are_alike(wide: torch.Tensor, narrow: torch.Tensor) -> bool:
    """Whether the elements of one lie as those of the other."""
    return wide.shape == narrow.shape and wide.stride() == narrow.stride()


def _same_view(t: torch.Tensor, wide: torch.Tensor, narrow: torch.Tensor) -> torch.Tensor:
    """Of `narrow` what `t` is of `wide`: itself, or a view as a transposed weight or flattened rows."""
    narrow = narrow.detach()
    if t.shape == wide.shape and t.stride() == wide.stride():
        return narrow
    first = narrow.storage_offset() + t.storage_offset() - wide.storage_offset()
    return narrow.as_strided(t.shape, t.stride(), first)
