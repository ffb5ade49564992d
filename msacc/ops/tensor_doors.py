"""Operators and methods of Tensor: doors to the functions of the chapters.

`attach` puts a table of functions on the class; other chapters add their rows the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msacc.common.tensor import Tensor
from msacc.ops import arithmetic as ar
from msacc.ops import compare as cmp
from msacc.ops import elementwise as el
from msacc.ops import indexing, linalg, shaping

Fn = Callable[..., Any]


def attach(table: Mapping[str, Fn]) -> None:
    """Make each function a method of Tensor under its key; self is the first argument."""
    for name, fn in table.items():
        setattr(Tensor, name, fn)


def _reflected(fn: Fn) -> Fn:
    def swapped(self: Tensor, other: Any) -> Tensor:
        return fn(other, self)

    return swapped


def _eq(self: Tensor, other: Any) -> Any:
    # MindSpore answers False, not a Tensor, for what is neither Tensor nor number.
    if isinstance(other, (Tensor, int, float, complex)):
        return cmp.equal(self, other)
    return cmp.equal(self, other) if hasattr(other, "__array__") else False


def _ne(self: Tensor, other: Any) -> Any:
    if isinstance(other, (Tensor, int, float, complex)):
        return cmp.not_equal(self, other)
    return cmp.not_equal(self, other) if hasattr(other, "__array__") else True


def _contains(self: Tensor, item: Any) -> bool:
    return bool((_eq(self, item)).to_torch().any())


def _round(self: Tensor, ndigits: int | None = None) -> Tensor:
    return el.round(self, decimals=ndigits or 0)


_OPERATORS: dict[str, Fn] = {
    "add": ar.add,
    "sub": ar.sub,
    "mul": ar.mul,
    "truediv": ar.true_divide,
    "floordiv": ar.floor_div,
    "mod": ar.remainder,
    "pow": ar.pow,
    "matmul": linalg.matmul,
    "and": ar.bitwise_and,
    "or": ar.bitwise_or,
    "xor": ar.bitwise_xor,
}

attach({f"__{name}__": fn for name, fn in _OPERATORS.items()})
attach({f"__r{name}__": _reflected(fn) for name, fn in _OPERATORS.items()})
attach(
    {
        "__eq__": _eq,
        "__ne__": _ne,
        "__lt__": cmp.less,
        "__le__": cmp.less_equal,
        "__gt__": cmp.greater,
        "__ge__": cmp.greater_equal,
        "__neg__": el.neg,
        "__pos__": el.positive,
        "__abs__": el.abs,
        "__invert__": cmp.logical_not,
        "__round__": _round,
        "__contains__": _contains,
        "__getitem__": indexing.getitem,
        "__setitem__": indexing.setitem,
    }
)
# Setting __eq__ takes the hash away.
Tensor.__hash__ = object.__hash__  # type: ignore[method-assign,assignment]

_PROPERTIES: dict[str, Fn] = {
    "T": lambda self: shaping.transpose(self, tuple(range(self.ndim))[::-1]),
    "mT": lambda self: shaping.swapaxes(self, -2, -1),
    "H": shaping.adjoint,
    "mH": shaping.adjoint,
}
for _name, _getter in _PROPERTIES.items():
    setattr(Tensor, _name, property(_getter))


# Methods under the function's own name; self is its first argument.
_SAME_NAME: tuple[Fn, ...] = (
    *(ar.add, ar.sub, ar.mul, ar.div, ar.pow, ar.maximum, ar.minimum, ar.floor_divide, ar.fmod),
    *(cmp.equal, cmp.not_equal, cmp.less, cmp.less_equal, cmp.greater, cmp.greater_equal),
    *(cmp.logical_and, cmp.logical_or, cmp.logical_not, cmp.isnan, cmp.isinf, cmp.isfinite),
    *(
        el.exp,
        el.log,
        el.sqrt,
        el.rsqrt,
        el.abs,
        el.neg,
        el.sin,
        el.cos,
        el.tan,
        el.square,
        el.floor,
    ),
    *(el.ceil, el.round, el.sign, el.erf, el.reciprocal, el.log1p, el.expm1, el.log2, el.log10),
    *(linalg.matmul, shaping.expand_dims, shaping.broadcast_to, shaping.swapaxes, shaping.chunk),
)
attach({fn.__name__: fn for fn in _SAME_NAME})
