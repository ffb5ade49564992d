"""Operators of Tensor, and `attach`, which sets a table of functions on the class."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from msacc.common.tensor import Tensor
from msacc.graph.execution_state import execution
from msacc.ops.array import indexing
from msacc.ops.array import shaping as sh
from msacc.ops.core.op import operator_form, with_swapped_operands
from msacc.ops.linalg import products as la
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import reduce as rd

Fn = Callable[..., Any]
_attached: set[str] = set()


def attach(table: Mapping[str, Fn]) -> None:
    """Make each function a method of Tensor under its key; self is the first argument.

    Raises ValueError for a name that another table has.
    """
    for name, fn in table.items():
        if name in _attached:
            raise ValueError(f"Tensor.{name} stands in two tables.")
        _attached.add(name)
        setattr(Tensor, name, fn)


def _eq(self: Tensor, other: Any) -> Tensor:
    # MindSpore answers False, not a Tensor, for operands that are neither Tensor nor number. No program compares with
    # those on purpose, so type checkers are told of the Tensor alone.
    if isinstance(other, (Tensor, int, float, complex)) or hasattr(other, "__array__"):
        return cmp.equal(self, other)
    return False  # type: ignore[return-value]


def _ne(self: Tensor, other: object) -> Tensor:
    if isinstance(other, (Tensor, int, float, complex)) or hasattr(other, "__array__"):
        return cmp.not_equal(self, other)
    return True  # type: ignore[return-value]


def _contains(self: Tensor, item: Any) -> bool:
    # As in MindSpore no element equals anything but a Tensor or a number, not even an array of one number.
    if not isinstance(item, (Tensor, int, float, complex)):
        return False
    return bool(rd.any(_eq(self, item)))


def _round(self: Tensor, ndigits: int | None = None) -> Tensor:
    return el.round(self, decimals=ndigits or 0)


# The operators that NumPy's scalars and arrays compute by ufuncs.
_BY_UFUNC: dict[Any, Fn] = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.true_divide: operator.truediv,
    np.floor_divide: operator.floordiv,
    np.remainder: operator.mod,
    np.power: operator.pow,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
    np.equal: operator.eq,
    np.not_equal: operator.ne,
}


def _array_ufunc(self: Tensor, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    """What NumPy calls for `left * tensor`, where `left` is its own, and for its functions of Tensors.

    A scalar on the left is a number, and a Tensor comes back; so it does for an array inside a gradient, which would
    end in NumPy. All else is computed by NumPy, as in MindSpore.
    """
    if any(isinstance(out, Tensor) for out in kwargs.get("out", ())):
        return NotImplemented
    if method == "__call__" and not kwargs and ufunc in _BY_UFUNC and inputs[1] is self:
        left = inputs[0]
        if np.ndim(left) == 0 and not isinstance(left, Tensor):
            return _BY_UFUNC[ufunc](left.item() if hasattr(left, "item") else left, self)
        if execution.now.gradient and isinstance(left, np.ndarray):
            return _BY_UFUNC[ufunc](Tensor(left), self)
    arrays = [i.asnumpy() if isinstance(i, Tensor) else i for i in inputs]
    return getattr(ufunc, method)(*arrays, **kwargs)


# Functions and methods of the same names refuse lists and tuples.
_OPERATORS: dict[str, Fn] = {
    "add": ar.added,
    "sub": ar.subtracted,
    "mul": operator_form(ar.mul, 0, 1, in_graphs_alone=True),
    "truediv": operator_form(ar.quotient, 0, 1, in_graphs_alone=True),
    "floordiv": operator_form(ar.floor_divide, 0, 1),
    "mod": operator_form(ar.remainder, 0, 1, in_graphs_alone=True),
    "pow": operator_form(ar.pow, 0),
    "matmul": la.matmul,
    "and": ar.bitwise_and,
    "or": ar.bitwise_or,
    "xor": ar.bitwise_xor,
}

attach({f"__{name}__": fn for name, fn in _OPERATORS.items()})
attach({f"__r{name}__": with_swapped_operands(fn) for name, fn in _OPERATORS.items()})
# `x += y` gives a new Tensor, as in MindSpore. Python alone would call __add__ for it;
# Dynamo of torch 2.11 does not follow that.
attach({f"__i{name}__": fn for name, fn in _OPERATORS.items()})
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
        "__array_ufunc__": _array_ufunc,
        "__getitem__": indexing.getitem,
        "__setitem__": indexing.setitem,
    }
)
# Setting __eq__ takes the hash away.
Tensor.__hash__ = object.__hash__  # type: ignore[method-assign,assignment]


def _reversed_axes(self: Tensor) -> Tensor:
    """The dimensions in reverse order, a view of this dtype."""
    return sh.transpose(self, tuple(range(self.ndim))[::-1])


def _swapped_last_axes(self: Tensor) -> Tensor:
    """The last two dimensions exchanged, a view."""
    return sh.swapaxes(self, -2, -1)


_PROPERTIES: dict[str, tuple[Fn, str | None]] = {
    "T": (_reversed_axes, _reversed_axes.__doc__),
    "mT": (_swapped_last_axes, _swapped_last_axes.__doc__),
    "H": (sh.adjoint, "The conjugate transpose of a matrix."),
    "mH": (sh.adjoint, "The last two dimensions exchanged, conjugated."),
}
for _name, (_getter, _text) in _PROPERTIES.items():
    setattr(Tensor, _name, property(_getter, doc=_text))
