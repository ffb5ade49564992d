"""Methods of Tensor for interchange: memory, devices, DLPack, gradients, hooks."""

from __future__ import annotations

import weakref

from msacc.common.devices import named_device
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.tensor_functions import from_dlpack, to_dlpack
from msacc.common.unsupported_names import unsupported
from msacc.ops.array import raw_memory, storage
from msacc.ops.bindings.tensor.operators import attach
from msacc.ops.core.declaration import TensorMethod, bindings


@bindings(TensorMethod("requires_grad_"))
def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Set a Parameter's `requires_grad`, a bool; returns self, of any shape. NotImplementedError for another
    Tensor.

    Differs from MindSpore: gradients of plain Tensors are asked for by name, with `grad_position`.
    """
    if not isinstance(self, Parameter):
        raise NotImplementedError(
            "msacc has requires_grad_() for Parameters; for the gradient of a Tensor use "
            "mindspore.grad(fn, grad_position=…)."
        )
    self.requires_grad = requires_grad
    return self


# Tensors whose flag is set, by identity: Tensors compare by value, and have no place of their own for it.
_FLAGGED: weakref.WeakValueDictionary[int, Tensor] = weakref.WeakValueDictionary()


@bindings(TensorMethod("set_init_flag"))
def set_init_flag(self: Tensor, init_flag: bool, /) -> None:
    """Mark the Tensor as initialised (`init_flag`, a bool) or not; ops ignore the mark, shape and dtype stay."""
    if init_flag:
        _FLAGGED[id(self)] = self
    else:
        _FLAGGED.pop(id(self), None)


@bindings(TensorMethod("is_init"))
def is_init(self: Tensor) -> bool:
    """Whether `set_init_flag` marked this Tensor."""
    return _FLAGGED.get(id(self)) is self


@bindings(TensorMethod("to_"))
def to_(self: Tensor, device: str | None = None, non_blocking: bool = False) -> Tensor:
    """Moves the Tensor; returns it.

    `device`: 'CPU', 'GPU', 'Ascend' or None, for where it is.
    `non_blocking`: the copy need not be waited for.

    The shape and dtype stay.

    NotImplementedError for a device that is not here, ValueError for no device.
    """
    if device not in (None, "CPU", "GPU", "Ascend"):
        raise ValueError(
            f"The value of 'to' must be one of ['CPU', 'GPU', 'Ascend'], but got {device!r}."
        )
    where = None if device is None else named_device(device)
    if device is not None and where is None:
        raise NotImplementedError(
            f"This process runs on the CPU: to_({device!r}) cannot move a Tensor there; see mindspore.set_device."
        )
    return self if where is None else storage.move_there(self, where, non_blocking)


@bindings(TensorMethod("value"))
def value(self: Tensor) -> Tensor:
    """The tensor itself."""
    return self


@bindings(TensorMethod("pin_memory"))
def pin_memory(self: Tensor) -> Tensor:
    """The tensor itself: copies to the device are made by the dataset, which pins its own batches."""
    return self


@bindings(TensorMethod("flush_from_cache"))
def flush_from_cache(self: Tensor) -> None:
    """Nothing is to be done: no embedding cache holds rows back."""


@bindings(TensorMethod("data_sync"))
def data_sync(self: Tensor, force: bool = True) -> None:
    """Nothing is to be done, for any shape: `asnumpy` waits for the values by itself.

    `force`: a bool, which has no effect.
    """


@bindings(TensorMethod("wait_pipeline"))
def wait_pipeline(self: Tensor) -> None:
    """Nothing is to be done: `asnumpy` waits for the values by itself."""


@bindings(TensorMethod("delete_"))
@unsupported("a Tensor's memory is free when nothing refers to it: use del")
def delete_(self: Tensor, non_blocking: bool = False) -> Tensor:
    """Free the tensor's memory at once. Not here, nor on MindSpore's CPU: raises NotImplementedError.

    `non_blocking` is not looked at, nor are shape and dtype.
    """
    raise NotImplementedError


attach({"to_dlpack": to_dlpack})
Tensor.convert_bytes_to_tensor = staticmethod(raw_memory.convert_bytes_to_tensor)  # type: ignore[attr-defined]
Tensor.from_dlpack = staticmethod(from_dlpack)  # type: ignore[attr-defined]
Tensor.data = storage.data  # type: ignore[attr-defined]
