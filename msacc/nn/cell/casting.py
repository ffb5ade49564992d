"""Casting: a Cell's inputs, parameters and Tensors for one call, or its parameters and buffers for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.autocast import autocast_kinds, without_autocast
from msacc.common.devices import named_device
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_marks import widened
from msacc.common.torch_private import transforms_functions, version
from msacc.common.without_values import is_recorded
from msacc.graph.execution_state import execution, fixed_dtype, within

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

_DEVICES = ("CPU", "GPU", "Ascend", "meta")


def to(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """`Cell.to`."""
    device, dtype, non_blocking = _parse_to_arguments(args, kwargs)
    where = _device("to", device)
    if dtype is not None and dtype not in (*mstype.float_type, *mstype.complex_type):
        raise TypeError(
            f"Cell.to casts to float and complex dtypes alone, but got desired dtype={dtype}."
        )
    if dtype is None and where is None:
        return
    torch_dtype = None if dtype is None else mstype.to_torch(dtype)
    values = _values(cell, True, floats=False)
    _check_movable(values, where)
    for value in values:
        t = value._t
        kind = torch_dtype if t.is_floating_point() or t.is_complex() else None
        value._t = t.to(_other(t, where), kind or t.dtype, non_blocking=non_blocking)


def _other(t: torch.Tensor, where: torch.device | None) -> torch.device:
    """The device to which `t` goes; its own where that is of the kind."""
    return t.device if where is None or where.type == t.device.type else where


def _check_movable(values: list[Tensor], where: torch.device | None) -> None:
    """RuntimeError for values that are not there."""
    if where is not None and where.type != "meta" and any(v._t.is_meta for v in values):
        raise RuntimeError(
            "Cannot copy from tensor which is on meta device. Please use Cell.to_empty() instead of Cell.to() when "
            "moving module from meta to a different device."
        )


def to_empty(cell: Cell, device: str | None, recurse: bool) -> None:
    """`Cell.to_empty`."""
    where = _device("to_empty", device) or settings.device
    for value in _values(cell, recurse, floats=False):
        value._t = torch.empty_like(value._t, device=_other(value._t, where))


def _values(cell: Cell, recurse: bool, floats: bool = True) -> list[Tensor]:
    """Its parameters and buffers, filled; float and complex ones alone if `floats`."""
    parameters = [p for _, p in cell.parameters_and_names(expand=recurse)]
    for parameter in parameters:
        parameter.init_data()
    tensors = [*parameters, *cell.buffers(recurse)]
    return [t for t in tensors if not floats or t._t.is_floating_point() or t._t.is_complex()]


def _device(where: str, device: str | None) -> torch.device | None:
    """The device of a name, None for None; ValueError for no device, NotImplementedError for one that is not here."""
    if device is not None and device not in _DEVICES:
        raise ValueError(
            f"For 'Cell.{where}', 'device' must be one of {_DEVICES}, but got {device!r}."
        )
    found = None if device is None else named_device(device)
    if device is not None and found is None:
        raise NotImplementedError(
            f"This process runs on the CPU: Cell.{where}({device!r}) cannot move anything there; see "
            "mindspore.set_device."
        )
    return found


def _parse_to_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any, bool]:
    """(device, dtype, non_blocking) of one of the three forms."""
    rest = dict(kwargs)
    tensor = rest.pop("tensor", None)
    names = ["device", "dtype", "non_blocking"]
    if args and isinstance(args[0], (mstype.Type, Tensor)):
        names = ["tensor" if isinstance(args[0], Tensor) else "dtype", "non_blocking"]
    if len(args) > len(names) or set(names[: len(args)]) & set(rest):
        raise _to_arguments_error(args, kwargs)
    rest.update(zip(names, args, strict=False))
    tensor = rest.pop("tensor", tensor)
    if tensor is not None:
        rest["dtype"] = tensor.dtype if isinstance(tensor, Tensor) else tensor
    if isinstance(tensor, Tensor):
        rest["device"] = {"cpu": "CPU", "meta": "meta"}.get(tensor._t.device.type, "GPU")
    device, dtype, non_blocking = (rest.pop(n, None) for n in ("device", "dtype", "non_blocking"))
    kinds = ((device, str), (dtype, mstype.Type), (non_blocking, bool))
    if rest or any(v is not None and not isinstance(v, kind) for v, kind in kinds):
        raise _to_arguments_error(args, kwargs)
    return device, dtype, bool(non_blocking)


def _to_arguments_error(args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError:
    return TypeError(
        "Cell.to takes (device, dtype, non_blocking), (dtype, non_blocking) or (tensor, non_blocking), but got "
        f"{args} and {kwargs}."
    )


def cast(value: Any, dtype: torch.dtype) -> Any:
    """The float Tensors in `value` in another dtype; Parameters stay."""
    if isinstance(value, Parameter):
        return value
    if isinstance(value, Tensor):
        return wrap(widened(value._t, dtype)) if value._t.is_floating_point() else value
    if isinstance(value, (list, tuple)):
        return type(value)([cast(item, dtype) for item in value])
    if isinstance(value, dict):
        return {key: cast(item, dtype) for key, item in value.items()}
    return value


# Elements from which on the copy of a parameter is kept for further calls: below, a cast costs no more.
_KEPT = 1 << 14


class _Reused(torch.autograd.Function):
    """A tensor of a gradient in the dtype that it has been cast to before; each use has its own gradient."""

    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, low: torch.Tensor) -> torch.Tensor:
        ctx.dtype = t.dtype
        return low.view_as(low)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> Any:
        return gradients[0].to(ctx.dtype), None


def in_dtype(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """A parameter's tensor in a dtype: where a gradient is taken one copy of a large one for all that use it.

    The gradients of several uses are added up in the parameter's dtype, as if each had cast it. What is recorded is
    cast at each use, so that equal Cells are equal calls.
    """
    if (
        t.numel() < _KEPT
        or not t.requires_grad
        or t.dtype is dtype
        or execution.now.gradient is None
        or is_recorded()
    ):
        return t.to(dtype)
    if torch.compiler.is_compiling() or transforms_functions():
        return t.to(dtype)
    # The copy goes with the tensor, which lives as long as the gradient; it has no history, which would hold that.
    kept = vars(t).get("_msacc_low")
    if kept is not None and kept[0].dtype is dtype and kept[1] == version(t):
        return _Reused.apply(t, kept[0])  # type: ignore[no-any-return, no-untyped-call]
    low = t.to(dtype)
    vars(t)["_msacc_low"] = low.detach(), version(t)
    return low


class InOwnDtype:
    """A Cell's own float Parameters and Tensors are in its dtype within, where construct runs.

    Writes to a Parameter go to the copy. Who else holds one of the Tensors sees it as it is. Amp level "auto" leaves
    the dtype of `to_float` alone.
    """

    def __init__(self, cell: Cell, dtype: torch.dtype) -> None:
        self.cell, self.dtype = cell, dtype
        self.parameters: list[tuple[Parameter, torch.Tensor]] = []
        self.tensors: list[tuple[str, Tensor, Tensor]] = []
        self.autocast: Any = None

    def __enter__(self) -> None:
        if execution.now.autocast is not fixed_dtype and (kinds := autocast_kinds()):
            self.autocast = without_autocast(kinds), within(autocast=fixed_dtype)
            for manager in self.autocast:
                manager.__enter__()
        if self.cell._msacc_keeps_parameter_dtype:
            return
        own = self.cell.__dict__
        for name in self.cell._msacc_held_tensors:
            if isinstance(value := own.get(name), Tensor):
                own[name] = cast(value, self.dtype)
                self.tensors.append((name, value, own[name]))
        for parameter in self.cell._params.values():
            if parameter is not None and (t := parameter._t).is_floating_point():
                parameter._t = in_dtype(t, self.dtype)
                self.parameters.append((parameter, t))

    def __exit__(self, *error: Any) -> None:
        for parameter, t in reversed(self.parameters):
            parameter._t = t
        own = self.cell.__dict__
        for name, value, casted in self.tensors:
            if own.get(name) is casted:  # what construct assigned anew stays
                own[name] = value
        if self.autocast is not None:
            for manager in reversed(self.autocast):
                manager.__exit__(*error)
