"""Dtype conversion of Tensors: `astype` and `to`, with a dtype in every spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.devices import named_device
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import no_effect
from msacc.ops.core.declaration import TensorMethod, bindings

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike

_DTYPE_NAMES: dict[str, Any] = (
    {t.name.lower(): t.torch for t in mstype.all_types}
    | {
        name: getattr(mstype, name).torch
        for name in (
            *(
                "bool_",
                "byte",
                "short",
                "intc",
                "long",
                "intp",
                "ubyte",
                "ushort",
                "uintc",
                "uintp",
            ),
            *("half", "single", "double", "int_", "uint"),
        )
    }
    | {"int": torch.int64, "float": torch.float64, "float_": torch.float64}
)
# mindspore.numpy takes Python's types, and their names, for the dtypes that numbers have there.
_OF_NUMBERS: dict[Any, torch.dtype] = {
    **{int: torch.int32, "int": torch.int32, "uint": torch.uint32},
    **{float: torch.float32, "float": torch.float32},
}


def any_dtype(dtype: Any) -> torch.dtype:
    """A dtype given as MindSpore's, numpy's, Python's or by name; TypeError for anything else."""
    if isinstance(dtype, str):
        named_dtype = _DTYPE_NAMES.get(dtype.lower())
        if named_dtype is None:
            raise TypeError(
                f"For Tensor.astype, the string input type must be one of {sorted(_DTYPE_NAMES)}, "
                f"but got '{dtype}'."
            )
        return named_dtype
    if isinstance(dtype, (mstype.Type, torch.dtype)) or (
        isinstance(dtype, type) and dtype in (bool, int, float, complex)
    ):
        if dtype is float:
            return torch.float64
        return mstype.to_torch(dtype)
    try:
        return mstype.from_numpy(np.dtype(dtype)).torch  # type: ignore[return-value]
    except TypeError:
        raise TypeError(f"For Tensor.astype, 'dtype' is no data type: {dtype!r}.") from None


def numpy_dtype(dtype: DTypeLike | np.dtype | type[np.generic] | str) -> torch.dtype:
    """`any_dtype`, but `int` is Int32 and `float` Float32, as in most functions of mindspore.numpy."""
    named = isinstance(dtype, (type, str))
    return (_OF_NUMBERS.get(dtype) if named else None) or any_dtype(dtype)


def promotable_dtype(dtype: Any) -> torch.dtype:
    """`numpy_dtype`, which takes numpy's short names such as "i4" and "?" as well."""
    is_dtype_name = (
        not isinstance(dtype, str) or dtype in _OF_NUMBERS or dtype.lower() in _DTYPE_NAMES
    )
    return numpy_dtype(dtype if is_dtype_name else np.dtype(dtype))


@bindings(TensorMethod("astype"))
def astype(
    self: Tensor,
    dtype: mstype.Type | torch.dtype | str | type[object] | np.dtype,
    copy: bool = True,
) -> Tensor:
    """The values as another dtype: MindSpore's, numpy's, Python's `int`, `float`, `bool`, or a name.

    `copy=False` gives the tensor itself where it has that dtype already. Raises TypeError for anything that
    is no dtype.

    The shape stays.
    """
    target_dtype = dtype.torch if type(dtype) is mstype.Type else any_dtype(dtype)
    if not copy and self._t.dtype is target_dtype:
        return self
    return wrap(self._t.to(target_dtype))


_TO = {"device": 0, "dtype": 1, "other": 1, "non_blocking": 2, "copy": 3}


@bindings(TensorMethod("to"))
def to(self: Tensor, *args: object, **kwargs: object) -> Tensor:
    """`to(dtype)`, `to(device, dtype=None)` or `to(other)`: the values in a dtype, or in that of `other`.

    `non_blocking` and `copy` may follow; with `copy=True` the result has memory of its own. `device` is 'CPU',
    'Ascend' or 'npu', or 'meta', where the result has no values. Raises ValueError for another name of a device,
    RuntimeError for a device that is not here, TypeError for other arguments.

    The shape stays.
    """
    device, dtype, rest = _to_arguments(args, dict(kwargs))
    where = target_device("to", device)
    for name in ("non_blocking", "copy"):
        check.boolean("to", name, rest.get(name, False))
    new = self._t if dtype is None else self._t.to(dtype)
    if where is not None and where.type != new.device.type:
        new = new.to(where, non_blocking=bool(rest.get("non_blocking")))
    if rest.get("copy") and new is self._t:
        new = new.clone()
    return wrap(new)


def _to_arguments(
    args: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[Any, Any, dict[str, Any]]:
    """(device, torch dtype, the flags) of a call of `to`; TypeError for any other form."""
    order = ["non_blocking", "copy"]
    if args and (args[0] is None or isinstance(args[0], str)):
        order = ["device", "dtype", *order]
    elif args:
        order = ["other" if isinstance(args[0], Tensor) else "dtype", *order]
    unknown = [name for name in keywords if name not in _TO or name in order[: len(args)]]
    if unknown or len(args) > len(order):
        raise TypeError(
            f"Failed calling to with {args} and {keywords}: {unknown or args} fit no form."
        )
    arguments = {**dict(zip(order, args, strict=False)), **keywords}
    other, dtype = arguments.get("other"), arguments.get("dtype")
    if other is not None:
        if not isinstance(other, Tensor) or dtype is not None:
            raise TypeError(
                f"Failed calling to: 'other' should be a Tensor alone, but got {other!r}."
            )
        return None, other._t.dtype, arguments
    if (
        dtype is not None
        and dtype is not bool
        and not isinstance(dtype, (mstype.Type, torch.dtype))
    ):
        raise TypeError(
            f"Failed calling to: 'dtype' should be a MindSpore dtype such as mindspore.float16, but got {dtype!r}."
        )
    return arguments.get("device"), None if dtype is None else mstype.to_torch(dtype), arguments


def target_device(where: str, device: str | None) -> torch.device | None:
    """Where a Tensor shall lie, None for where it is; the errors are those of `check_target_device`."""
    found = None if device is None else named_device(device)
    if device is not None and found is None:
        check_target_device(where, device)
    return found


def check_target_device(where: str, device: str | None) -> None:
    """ValueError for a name that is no device's, RuntimeError for an accelerator in a process on the CPU."""
    on_cpu = settings.device.type == "cpu"
    if device is None or device in (("CPU", "cpu") if on_cpu else ("GPU", "cuda")):
        return
    if device in ("Ascend", "npu") and on_cpu:
        raise RuntimeError(
            f"For '{where}', the device {device!r} is not here: this process runs on the CPU; see "
            "mindspore.set_device."
        )
    if device not in ("Ascend", "npu", "CPU", "cpu"):
        raise ValueError(
            f"For '{where}', 'device' should be 'CPU', 'Ascend' or 'npu', but got {device!r}; a dtype is "
            "given as mindspore.float16."
        )
    no_effect(f"Tensor.{where}", "device", device, "all tensors are on the process's one device")


def caster(kind: mstype.Type) -> Any:
    """The method that gives the values as `kind`."""
    dtype: Any = kind.torch

    def cast_to(self: Tensor) -> Tensor:
        return wrap(self._t.to(dtype))

    cast_to.__doc__ = (
        f"The values as {kind.name}: the result has this Tensor's shape and that dtype."
    )
    return cast_to


@bindings(TensorMethod("type"))
def type_(self: Tensor, dtype: DTypeLike | None = None) -> Any:
    """The dtype's name, a str, or the values as `dtype`, given as for `astype`, in this shape."""
    return str(self.dtype) if dtype is None else astype(self, dtype)


@bindings(TensorMethod("set_dtype"))
def set_dtype(self: Tensor, dtype: DTypeLike) -> Any:
    """Change the element type in place, the shape stays; returns it. `dtype` is given as for `astype`."""
    self._t = self._t.to(any_dtype(dtype))
    return self.dtype


@bindings(TensorMethod("is_signed"))
def is_signed(self: Tensor) -> bool:
    """Whether the dtype has negative numbers."""
    return self._t.dtype.is_signed
