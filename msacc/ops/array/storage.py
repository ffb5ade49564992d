"""Storage of a Tensor: copies, contiguity, detached values, gradient hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.devices import named_device
from msacc.common.tensor import Tensor, is_described, wrap
from msacc.ops.core.declaration import TensorMethod, bindings

if TYPE_CHECKING:
    from collections.abc import Callable


@bindings(TensorMethod("copy", "clone"))
def copy(self: Tensor) -> Tensor:
    """A copy, through which gradients flow.

    The result has the tensor's shape and dtype.
    """
    if is_described(self):
        return Tensor(shape=self.shape, dtype=self.dtype)
    return wrap(self._t.clone())


@bindings(TensorMethod("contiguous"))
def contiguous(self: Tensor) -> Tensor:
    """The tensor with its elements in row order: itself where they are."""
    return self if self._t.is_contiguous() else wrap(self._t.contiguous())


@bindings(TensorMethod("is_contiguous"))
def is_contiguous(self: Tensor) -> bool:
    """Whether the elements lie in row order."""
    return self._t.is_contiguous()


@bindings(TensorMethod("storage_offset"))
def storage_offset(self: Tensor) -> int:
    """Where in its memory a view starts, in elements."""
    return int(self._t.storage_offset())


@bindings(TensorMethod("data_ptr"))
def data_ptr(self: Tensor) -> int:
    """The address of the first element."""
    return self._t.data_ptr()


@bindings(TensorMethod("stride"))
def stride(self: Tensor, dim: int | None = None) -> Any:
    """Elements to step in each dimension, a list; or in `dim`, an int."""
    return list(self._t.stride()) if dim is None else self._t.stride(dim)


def bits_as(self: Tensor, dtype: torch.dtype) -> Tensor:
    """The same memory read as another dtype; the last dimension shrinks or grows with the element size."""
    return wrap(self._t.view(dtype))


@bindings(TensorMethod("move_to"))
def move_to(self: Tensor, to: str, blocking: bool = True) -> Tensor:
    """The values on the device `to`, whatever the shape: the Tensor itself where it lies there, or no such device is.

    Raises ValueError for a `to` other than 'CPU', 'GPU' and 'Ascend' and for a `blocking` that is no bool.
    """
    if to not in ("Ascend", "GPU", "CPU"):
        raise ValueError(
            f"The value of 'to' must be one of ['Ascend', 'GPU', 'CPU'], but got {to!r}."
        )
    if not isinstance(blocking, bool):
        raise ValueError(f"The type of 'blocking' must be bool, but got {blocking!r}.")
    where = named_device(to)
    if where is None or where.type == self._t.device.type:
        return self
    return wrap(self._t.to(where, non_blocking=not blocking))


def move_there(self: Tensor, where: torch.device, non_blocking: bool) -> Tensor:
    """Moves the Tensor itself; returns it."""
    if where.type != self._t.device.type:
        self._t = self._t.to(where, non_blocking=non_blocking)
    return self


@bindings(TensorMethod("register_hook"))
def register_hook(self: Tensor, hook: Callable[..., Any]) -> Any:
    """Call `hook(gradient)` on the way back; the Tensor it returns, if any, replaces the gradient.

    The gradient has this Tensor's shape and dtype, and so has what replaces it. Gives a handle whose `remove()`
    takes the hook away. Raises RuntimeError outside a gradient (grad, value_and_grad), TypeError for a hook
    that cannot be called.
    """
    if not callable(hook):
        raise TypeError(f"For 'register_hook', 'hook' should be a function, but got {hook!r}.")

    def on_gradient(gradient: torch.Tensor) -> torch.Tensor | None:
        replacement = hook(wrap(gradient))
        return replacement._t if isinstance(replacement, Tensor) else None

    if not self._t.requires_grad:
        raise RuntimeError("register_hook needs a tensor inside a gradient (grad, value_and_grad).")
    return self._t.register_hook(on_gradient)


@bindings(TensorMethod("assign_value", "assign_value_cpp"))
def assign_value(self: Tensor, value: Tensor) -> Tensor:
    """Take over the values (and shape and dtype) of `value`, a Tensor (TypeError otherwise); returns self."""
    self._t = check.instance("assign_value", "value", value, Tensor)._t.detach()
    return self


def _get_data(self: Tensor) -> Tensor:
    return wrap(self._t.detach())


def _set_data(self: Tensor, value: Tensor) -> None:
    self._t = value._t.detach()


data = property(_get_data, _set_data, doc="The values, without gradient; can be set.")
