"""Conversion of NumPy's array-likes to torch tensors: integers give Int32, others Float32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, to_torch_tensor

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def array_like(value: Any) -> torch.Tensor:
    """The torch tensor of a Tensor, a number, or a list or tuple of them, also nested.

    Python's numbers give Int32, Float32 or Bool and lists have 32 bits for 64, as in MindSpore; a Tensor and
    a numpy array by itself keep their dtype. Raises TypeError for anything else.
    """
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, (np.ndarray, np.generic)) and not isinstance(value, float):
        return to_torch_tensor(value)
    if isinstance(value, (bool, int, float)):
        is_integer = type(value) is int
        return torch.full(
            (), value, dtype=torch.int32 if is_integer else None, device=settings.device
        )
    if isinstance(value, (list, tuple)):
        return _of_items(list(value))
    raise TypeError(
        f"Expect input to be array like, but got {value!r} of type {type(value).__name__}."
    )


def _of_items(items: list[Any]) -> torch.Tensor:
    if not items or not _has_tensor(items):
        t = to_torch_tensor(items)
    else:
        parts = [array_like(item) for item in items]
        target_dtype = numpy_result_dtype(parts)
        t = torch.stack([part.to(target_dtype) for part in parts])
    return t.to(torch.int32) if t.dtype is torch.int64 else t


def _has_tensor(items: Any) -> bool:
    return any(
        isinstance(item, Tensor) or (isinstance(item, (list, tuple)) and _has_tensor(item))
        for item in items
    )


def promote_all(parts: list[torch.Tensor]) -> list[torch.Tensor]:
    """The tensors in the dtype to which all of theirs promote."""
    common = parts[0].dtype
    for part in parts[1:]:
        common = promoted_dtype(common, part.dtype)
    return [part.to(common) for part in parts]


def cast(t: torch.Tensor, dtype: torch.dtype | None) -> torch.Tensor:
    """`t` in `dtype`, or as it is for None."""
    return t if dtype is None else t.to(dtype)


def numpy_result_dtype(parts: list[torch.Tensor]) -> torch.dtype:
    """The dtype of an array that MindSpore makes anew of Tensors: as numpy promotes, but Float32 for Float64."""
    if any(part.dtype is torch.bfloat16 for part in parts):
        return promote_all(parts)[0].dtype
    dtype = np.result_type(*(str(part.dtype).removeprefix("torch.") for part in parts))
    return torch.float32 if dtype == np.float64 else getattr(torch, dtype.name)


_WIDE = (torch.uint16, torch.uint32, torch.uint64)


def promoted_dtype(a: torch.dtype, b: torch.dtype) -> torch.dtype:
    """The dtype to which two promote; torch has no rule for the wider unsigned integers."""
    if a is b or not (a in _WIDE or b in _WIDE):
        return torch.promote_types(a, b)
    for one, other in ((a, b), (b, a)):
        if one.is_floating_point or one.is_complex or other is torch.bool:
            return one
    names = (str(t).removeprefix("torch.") for t in (a, b))
    return getattr(torch, str(np.promote_types(*names)))


def in_axes(where: str, axis: Ints, ndim: int) -> int:
    """`axis` as a non-negative int; TypeError if it is no int, ValueError beyond `ndim`."""
    if not isinstance(axis, int):
        raise TypeError(f"For '{where}', 'axis' must be an integer, but got {axis!r}.")
    if not -ndim <= axis < ndim:
        raise ValueError(
            f"For '{where}', axis {axis} is out of bounds for an array of dimension {ndim}."
        )
    return axis % ndim
