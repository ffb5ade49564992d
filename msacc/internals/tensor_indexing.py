"""`mindspore.ops.composite.multitype_ops._compile_utils`: indexing as functions."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor


def _tensor_getitem(self: Any, index: Any) -> Tensor:
    """self[index]."""
    element: Tensor = self[index]
    return element


_tensor_getitem_origin = _tensor_getitem


def _tensor_setitem(self: Any, index: Any, value: Any) -> Any:
    """self[index] = value; self."""
    self[index] = value
    return self


def _tensor_setitem_origin(self: Tensor, index: Any, value: Any) -> Any:
    """self[index] = value; (self,).

    A changed copy instead where the index is None, an Ellipsis, or has a Tensor or list.
    """
    parts = index if isinstance(index, tuple) else (index,)
    whole = index is None or index is Ellipsis
    if whole or any(isinstance(part, (Tensor, list)) for part in parts):
        changed = self.copy()
        changed[index] = value
        return changed
    self[index] = value
    return (self,)
