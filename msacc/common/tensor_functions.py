"""Functions that create, recognise and swap Tensors."""

from __future__ import annotations

import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike, Initial, Ints, TensorLike
    from msacc.common.lazy_values import Pending


def tensor(
    input_data: TensorLike | bytes | None = None,
    dtype: DTypeLike | None = None,
    shape: Ints | None = None,
    init: Initial | None = None,
    const_arg: bool = False,
    device: str | None = None,
) -> Tensor:
    """`Tensor(...)` as a function: the same arguments, copies and errors.

    `input_data`: a number, a (nested) list or tuple, an array or a Tensor.
    `dtype`: that of the result; or `shape`, `dtype` and `init`, an Initializer that fills it later.
    `const_arg`: a graph takes the values as constants.
    `device`: as in `Tensor`.
    """
    return Tensor(input_data, dtype, shape, init, const_arg, device)


def from_numpy(array: np.ndarray) -> Tensor:
    """A Tensor that shares memory with `array` where it lies in one piece on the CPU, else a copy.

    Raises TypeError when `array` is no numpy array.
    """
    return Tensor.from_numpy(array)


def is_tensor(obj: object) -> bool:
    """Whether `obj` is a Tensor (a Parameter is one)."""
    return isinstance(obj, Tensor)


def frombuffer(buffer: Any, dtype: DTypeLike, count: int = -1, offset: int = 0) -> Tensor:
    """A vector over the bytes of `buffer` from `offset` on: `count` elements of `dtype`, or all (-1).

    It shares memory with a buffer that can be written to (on the CPU). Raises RuntimeError for an object
    without the buffer protocol, a dtype that is none, and sizes that do not fit.
    """
    try:
        view = memoryview(buffer).cast("B")
    except TypeError as error:
        raise RuntimeError(
            f"For 'frombuffer', 'buffer' does not implement the buffer protocol: {buffer!r}."
        ) from error
    if not isinstance(dtype, mstype.Type) or dtype.torch is None:
        raise RuntimeError(
            f"For 'frombuffer', 'dtype' must be a mindspore dtype, but got {dtype!r}."
        )
    length = _count(len(view), dtype.torch.itemsize, count, offset)
    part = view[offset : offset + length * dtype.torch.itemsize]
    writable = bytearray(part) if part.readonly else part
    return wrap(torch.frombuffer(writable, dtype=dtype.torch).to(settings.device))


def _count(size: int, item: int, count: int, offset: int) -> int:
    if size == 0 or count == 0:
        raise RuntimeError(
            f"For 'frombuffer', the buffer ({size} bytes) and 'count' ({count}) must not be 0."
        )
    if count < -1:
        raise RuntimeError(f"For 'frombuffer', 'count' must be -1 or positive, but got {count}.")
    if not 0 <= offset < size:
        raise RuntimeError(
            f"For 'frombuffer', 'offset' must lie in [0, {size - 1}], but got {offset}."
        )
    remaining = size - offset
    if count == -1 and remaining % item:
        raise RuntimeError(
            f"For 'frombuffer', {remaining} bytes after the offset are no multiple of the element size {item}."
        )
    if count * item > remaining:
        raise RuntimeError(
            f"For 'frombuffer', {remaining} bytes are not enough for {count} elements of {item} bytes."
        )
    return remaining // item if count == -1 else count


def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule that shares the tensor's memory; it can be taken once.

    Raises TypeError when `tensor` is no Tensor.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"For 'to_dlpack', 'tensor' should be a Tensor, but got {tensor!r}.")
    return torch.utils.dlpack.to_dlpack(tensor._t.detach())


def from_dlpack(dlpack: object) -> Tensor:
    """A Tensor that shares the memory of `dlpack`, a DLPack capsule; RuntimeError for anything else."""
    if type(dlpack).__name__ != "PyCapsule":
        raise RuntimeError(
            f"from_dlpack wants a DLPack capsule, which is taken once, but got {dlpack!r}."
        )
    return wrap(torch.utils.dlpack.from_dlpack(dlpack).to(settings.device))


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchange what `t1` and `t2`, two Tensors of one class, hold: values, and of Parameters the name and flags.

    Raises TypeError when one is no Tensor, RuntimeError when a weak reference points to one,
    NotImplementedError for two classes: an object keeps its class here.
    """
    for name, value in (("t1", t1), ("t2", t2)):
        if not isinstance(value, Tensor):
            raise TypeError(f"For 'swap_tensors', '{name}' should be a Tensor, but got {value!r}.")
        if weakref.getweakrefcount(value):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it.")
    if type(t1) is not type(t2):
        raise NotImplementedError(
            f"msacc cannot swap a {type(t1).__name__} with a {type(t2).__name__}; exchange their values with "
            "set_data(tensor) or assign_value(tensor)."
        )
    if hasattr(t1, "__dict__"):
        t1.__dict__, t2.__dict__ = t2.__dict__, t1.__dict__  # type: ignore[misc]
    first, second = _get_content(t1), _get_content(t2)
    _set_content(t1, *second)
    _set_content(t2, *first)


def _get_content(tensor: Tensor) -> tuple[Any, torch.Tensor | None]:
    return tensor._msacc_init, None if tensor._msacc_init is not None else tensor._t


def _set_content(tensor: Tensor, init: Pending | None, t: torch.Tensor | None) -> None:
    tensor._msacc_init = init
    if t is not None:
        tensor._t = t
    else:
        with suppress(AttributeError):  # nothing held until the initializer runs
            del tensor._t
