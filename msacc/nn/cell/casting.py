"""Casting of a Cell's parameters and buffers, and moving them to new memory."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect

_DEVICES = ("CPU", "GPU", "Ascend", "meta")


class MovingMixin:
    """`to` and `to_empty`."""

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Cast float and complex parameters and buffers, also of cells below; returns self.

        Called as to(device, dtype, non_blocking), to(dtype, non_blocking) or to(tensor, non_blocking), whose dtype is
        taken. Raises TypeError for other arguments and for a dtype that is neither float nor complex, ValueError for
        an unknown device, NotImplementedError for one that is not this process's.
        """
        device, dtype = _parse_to_arguments(args, kwargs)
        _check_device("to", device)
        if dtype is None:
            return self
        if dtype not in (*mstype.float_type, *mstype.complex_type):
            raise TypeError(
                f"Cell.to casts to float and complex dtypes alone, but got desired dtype={dtype}."
            )
        torch_dtype = mstype.to_torch(dtype)
        for value in _values(self, True):
            value._t = value._t.to(torch_dtype)
        return self

    def to_empty(self, *, device: str | None = None, recurse: bool = True) -> Any:
        """Give parameters and buffers new memory whose values are arbitrary; returns self.

        `recurse`: those of cells below too. Raises ValueError for an unknown device, NotImplementedError for one that
        is not this process's.
        """
        _check_device("to_empty", device)
        for value in _values(self, recurse, floats=False):
            value._t = torch.empty_like(value._t)
        return self


def _values(cell: Any, recurse: bool, floats: bool = True) -> list[Tensor]:
    """Its parameters and buffers, filled; float and complex ones alone if `floats`."""
    parameters = [p for _, p in cell.parameters_and_names(expand=recurse)]
    for parameter in parameters:
        parameter.init_data()
    tensors = [*parameters, *cell.buffers(recurse)]
    return [t for t in tensors if not floats or t._t.is_floating_point() or t._t.is_complex()]


def _check_device(where: str, device: Any) -> None:
    own = "GPU" if settings.device.type == "cuda" else "CPU"
    if device is not None and device not in _DEVICES:
        raise ValueError(
            f"For 'Cell.{where}', 'device' must be one of {_DEVICES}, but got {device!r}."
        )
    if device not in (None, own):
        raise NotImplementedError(
            f"msacc keeps all tensors on the process's one device ({own}); Cell.{where}({device!r}) cannot move them."
        )


def _parse_to_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """(device, dtype) of one of the three forms."""
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
    device, dtype, non_blocking = (rest.pop(n, None) for n in ("device", "dtype", "non_blocking"))
    kinds = ((device, str), (dtype, mstype.Type), (non_blocking, bool))
    if rest or any(v is not None and not isinstance(v, kind) for v, kind in kinds):
        raise _to_arguments_error(args, kwargs)
    if non_blocking:
        no_effect("Cell.to", "non_blocking", non_blocking, "nothing is copied between devices")
    return device, dtype


def _to_arguments_error(args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError:
    return TypeError(
        "Cell.to takes (device, dtype, non_blocking), (dtype, non_blocking) or (tensor, non_blocking), but got "
        f"{args} and {kwargs}."
    )
