"""What torch has no CUDA kernel for, or none of half precision for a CPU, and what is computed in its place.

Nothing is asked before: an op, or a graph, that torch refused for its dtype runs a second time, and each torch function
in it that has no kernel is replaced by one of three remedies (`remedy`); on a CPU that is float32, for halves alone.
docs/gpu.md has the table of what torch lacks; tests/common/test_device_gaps.py makes it from torch's own.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import torch

from msacc.common.autocast import autocast_kinds, without_autocast
from msacc.common.settings import settings
from msacc.common.warn_once import once

Function = Callable[..., Any]
Change = Callable[[Any], Any]
Remedy = Literal["exact products", "float32", "host"]

# Linear in each of two tensors: whole numbers are multiplied in parts.
PRODUCTS = frozenset(
    ["matmul", "__matmul__", "__rmatmul__", "mm", "bmm", "mv", "dot", "vdot", "inner", "linear"]
    + ["einsum", "tensordot", "multi_dot", "linalg_multi_dot", "convolution"]
    + ["conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]
)
_HALVES = (torch.float16, torch.bfloat16)
# Functions whose numbers in float32 are others: which bin an element at an edge falls in.
_EDGES = frozenset(("histc",))
_NO_KERNEL = re.compile(r"not implemented for '(?!UInt)|from the 'CUDA' backend")
_NOT_OF_HALVES = re.compile(r"not implemented for '(Half|BFloat16)'")
# Float64 holds whole numbers up to 2**53: sums of this many products of two 16-bit parts, or of any of 8-bit parts.
_SHORT = 2**20


def lacks_on_device(error: Exception) -> bool:
    """Whether the error is torch's missing kernel on the process's device: on a CPU, one of half precision."""
    pattern = _NOT_OF_HALVES if settings.device.type == "cpu" else _NO_KERNEL
    return pattern.search(str(error)) is not None


def remedy(name: str, tensors: list[torch.Tensor]) -> Remedy:
    """What is computed in the place of torch's function `name` of these tensors."""
    if name in PRODUCTS and len(tensors) == 2 and all(map(_is_whole, tensors)):
        return "exact products"
    has_halves = any(t.dtype in _HALVES for t in tensors)
    return "float32" if has_halves and name not in _EDGES else "host"


def substitute(func: Function, args: Any, named: dict[str, Any]) -> Any:
    """The result of `func`, a torch function without a kernel on the device for these arguments."""
    name = name_of(func)
    tensors = [*leaves((args, named))]
    chosen = remedy(name, tensors)
    kinds = sorted({str(t.dtype).removeprefix("torch.") for t in tensors})
    once(
        f"device_gaps:{name}:{kinds}",
        f"torch has no kernel for {name} of {', '.join(kinds)} on this device: {_SAID[chosen]} (docs/gpu.md).",
        logging.INFO,
    )
    return {"exact products": _exact_product, "float32": _in_float32, "host": on_host}[chosen](
        func, *args, **named
    )


_SAID = {
    "exact products": "computed exactly by products in float64",
    "float32": "computed in float32 and rounded",
    "host": "computed on the CPU and copied back, for which the device is waited for",
}


def on_host(func: Function, /, *args: object, **named: object) -> Any:
    """`func` of copies in the CPU's memory, its results on the device of the first tensor, and its writes too."""
    tensors = [*leaves((args, named))]
    device = next((t.device for t in tensors if t.device.type != "cpu"), torch.device("cpu"))
    here = mapped(args, lambda t: t.cpu())
    out = func(*here, **mapped(named, lambda t: t.cpu()))
    if _writes(name_of(func)):
        args[0].copy_(here[0])  # type: ignore[attr-defined]
        return args[0]
    return mapped(out, lambda t: t.to(device))


def name_of(func: Function) -> str:
    """The name of a torch function or of an op of a graph, such as "index_put_"."""
    return getattr(func, "__name__", "").split(".")[0]


def leaves(value: Any) -> Iterator[torch.Tensor]:
    """The tensors in nested lists, tuples and dicts."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (dict, list, tuple)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)


def mapped(value: Any, change: Change) -> Any:
    """`value` with `change` of each tensor in it."""
    if isinstance(value, dict):
        return {key: mapped(item, change) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        items = [mapped(item, change) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return change(value) if isinstance(value, torch.Tensor) else value


def _writes(name: str) -> bool:
    return name == "__setitem__" or (name.endswith("_") and not name.endswith("__"))


def _is_whole(t: torch.Tensor) -> bool:
    return not (t.is_floating_point() or t.is_complex() or t.dtype is torch.bool)


def _exact_product(func: Function, /, *args: object, **named: object) -> torch.Tensor:
    """The product of whole numbers, with the wrap-around of their dtype: products in float64 of 16-bit parts."""
    a, b = leaves((args, named))
    bits = 16 if min(a.numel(), b.numel()) < _SHORT else 8
    first, second = _parts(a, bits), _parts(b, bits)
    total: Any = 0
    for i, left in enumerate(first):
        for j, right in enumerate(second[: len(first) - i]):
            part = _call_with(func, args, named, (left, right)).round().to(torch.int64)
            total = total + (part << bits * (i + j))
    return total.to(a.dtype)  # type: ignore[no-any-return]


def _call_with(func: Function, args: Any, named: Any, others: tuple[torch.Tensor, ...]) -> Any:
    """`func` with other tensors in the places of those in its arguments."""
    left = iter(others)
    placed = mapped(args, lambda _: next(left))
    return func(*placed, **mapped(named, lambda _: next(left)))


def _parts(t: torch.Tensor, bits: int) -> list[torch.Tensor]:
    """`t` as a sum of parts times powers of 2**bits, the lowest first; the last has the sign."""
    count = max(1, t.element_size() * 8 // bits)
    wide = t.to(torch.int64)
    parts = [(wide >> bits * i) & (2**bits - 1) for i in range(count - 1)]
    return [part.double() for part in [*parts, wide >> bits * (count - 1)]]


def _in_float32(func: Function, /, *args: object, **named: object) -> Any:
    """`func` computed in float32, its float results rounded to the dtype of the halves among its arguments."""
    kind = next(t.dtype for t in leaves((args, named)) if t.dtype in _HALVES)

    def widen(t: torch.Tensor) -> torch.Tensor:
        return t.float() if t.dtype in _HALVES else t

    def narrow(t: torch.Tensor) -> torch.Tensor:
        return t.to(kind) if t.dtype is torch.float32 else t

    wide = mapped(args, widen)
    with without_autocast(autocast_kinds()):
        out = func(*wide, **mapped(named, widen))
    if _writes(name_of(func)):
        args[0].copy_(wide[0])  # type: ignore[attr-defined]
        return args[0]
    return mapped(out, narrow)
