"""Computes ops that torch lacks for UInt16, UInt32 and UInt64 in a wider signed type.

An op, or a graph, that torch refused for such a dtype runs a second time. Each torch function in it that has no
kernel gets its unsigned tensors in a wider type, and what comes back takes the type that torch's shape inference
tells, by wrap-around. 64 bits have no wider type: they are read as Int64, which sums, products and bits
do not notice; functions of the order get all numbers moved by 2**63 where some are that large.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
from torch.overrides import TorchFunctionMode

from msacc.common.device_gaps import lacks_on_device, name_of, substitute

if TYPE_CHECKING:
    from collections.abc import Sequence

Function = Callable[..., Any]
Change = Callable[[Any], Any]

WIDER = {torch.uint16: torch.int32, torch.uint32: torch.int64, torch.uint64: torch.int64}
_TOP = -(2**63)  # the one bit that Int64 and UInt64 read differently
_NESTS = (dict, list, tuple)
# What asks for nothing but the order of its numbers, those of Python among them ...
_COMPARED = frozenset(
    ["lt", "le", "gt", "ge", "less", "less_equal", "greater", "greater_equal", "maximum", "minimum"]
    + ["fmax", "fmin", "clamp", "clamp_min", "clamp_max", "clip"]
)
# ... or beside which they are axes and counts ...
_SELECTIONS = frozenset(
    ["max", "min", "amax", "amin", "aminmax", "argmax", "argmin", "cummax", "cummin", "topk"]
    + ["sort", "argsort", "kthvalue", "median", "searchsorted", "bucketize", "max_pool2d"]
    + ["scatter_reduce", "index_reduce"]
)
# ... and what would take the top bit for a sign.
_SIGNED = frozenset(
    ["div", "divide", "floor_divide", "floordiv", "remainder", "mod", "fmod", "heaviside"]
    + ["bitwise_right_shift", "rshift", "abs", "sign", "sgn", "relu", "gcd", "lcm", "mean"]
)
# Results that are places, not values, though no shape inference tells.
_PLACES = ("nonzero", "argwhere")


class _Widened(TorchFunctionMode):
    """Runs torch functions as they are, and those without a kernel for an unsigned type in a wider one."""

    def __torch_function__(
        self,
        func: Function,
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        named = kwargs or {}
        try:
            return _called(func, args, named)
        except RuntimeError as error:
            if not lacking(error):
                raise
            return _wide(func, args, named, error)


def lacking(error: Exception) -> bool:
    """Whether the error is torch's missing kernel for an unsigned type, or for any on the process's device."""
    return "not implemented for 'UInt" in str(error) or lacks_on_device(error)


def widened(function: Function, /, *args: object, **named: object) -> Any:
    """What `function` gives, each torch function in it with a kernel, for unsigned types and on the device."""
    with _Widened():
        return function(*args, **named)


def _called(func: Function, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """`func`, or what stands in for it where the device has no kernel."""
    try:
        return func(*args, **named)
    except RuntimeError as error:
        if not lacks_on_device(error):
            raise
        try:
            return substitute(func, args, named)
        except RuntimeError:
            raise error from None  # of the dtypes that were given


def _wide(func: Function, args: Sequence[Any], named: dict[str, Any], error: Exception) -> Any:
    """`func` on wider tensors, with results of the types that it has on these."""
    name = name_of(func)
    forth, back = _conversions(name.strip("_"), [*_tensors(args), *_tensors(named)], error)
    wider = _mapped(args, forth)
    out = _called(func, wider, _mapped(named, forth))
    if name == "__setitem__" or (name.endswith("_") and not name.endswith("__")):
        args[0].copy_(back(wider[0], args[0].dtype))
        return args[0]
    return out if name in _PLACES else _typed(out, _types(func, args, named), back)


def _conversions(name: str, tensors: list[torch.Tensor], error: Exception) -> tuple[Change, Any]:
    """The conversions to the wider type and back."""
    large = any(t.dtype is torch.uint64 and bool((t.view(torch.int64) < 0).any()) for t in tensors)
    if large and name in _SIGNED:
        raise error
    if large and name in _COMPARED | _SELECTIONS:
        forth = _shifted if name in _COMPARED else _shifted_tensor
        return forth, lambda value, dtype: (value ^ _TOP).to(dtype)
    return _widened, lambda value, dtype: value.to(dtype)


def _widened(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to(WIDER.get(value.dtype, value.dtype))
    return WIDER.get(value, value) if isinstance(value, torch.dtype) else value


def _shifted(value: torch.Tensor) -> Any:
    """64-bit numbers minus 2**63: the same order, within Int64."""
    return value + _TOP if type(value) is int else _shifted_tensor(value)


def _shifted_tensor(value: torch.Tensor | float) -> Any:
    if isinstance(value, torch.Tensor) and value.dtype is torch.uint64:
        return value.view(torch.int64) ^ _TOP
    return _widened(value)


def _types(func: Function, args: Sequence[Any], named: dict[str, Any]) -> Any:
    """Stand-ins without data for the results of `func`; None where their shapes depend on values."""
    tensors = _tensors((args, named))
    if not tensors:
        return func(*args, **{**named, "device": "meta"})
    try:
        return func(*_mapped(args, _shape), **_mapped(named, _shape))
    except RuntimeError:
        return _shape(next(t for t in tensors if t.dtype in WIDER))


def _shape(value: Any) -> Any:
    return torch.empty_like(value, device="meta") if isinstance(value, torch.Tensor) else value


def _typed(out: Any, types: Any, back: Callable[..., Any]) -> Any:
    """`out` in the types of the stand-ins; one stand-in is for the values of several results."""
    if isinstance(out, torch.Tensor):
        same = not isinstance(types, torch.Tensor) or out.dtype is types.dtype
        return out if same else back(out, types.dtype)
    if isinstance(types, torch.Tensor):
        return type(out)([_typed(out[0], types, back), *out[1:]])
    return type(out)([_typed(item, kind, back) for item, kind in zip(out, types, strict=False)])


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    items = value.values() if isinstance(value, dict) else value
    return [t for item in items for t in _tensors(item)] if isinstance(value, _NESTS) else []


def _mapped(value: Any, change: Change) -> Any:
    if isinstance(value, dict):
        return {key: _mapped(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_mapped(item, change) for item in value])
    return change(value)
