"""Tuple, list and number functions of older scripts, called through `ops.functional`."""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

_RANGES = builtins.range


@bindings(PrimitiveClass("make_range", module="ops.operations._sequence_ops"))
def make_range(*limits: int) -> tuple[int, ...]:
    """A range of integers as a tuple.

    `limits` are one to three int, each a scalar, as of Python's `range`: stop; start and stop;
    start, stop and step. The result is a tuple of int. Raises TypeError for another number of
    limits or what is no int, ValueError for a step of 0. Differs from MindSpore: it raises
    RuntimeError for a step of 0 and for none at all.
    """
    return tuple(_RANGES(*limits))


def tuple_len(x: Sequence[Any]) -> int:
    """The number of elements of `x`, a tuple, list or dict."""
    return len(x)


def tuple_getitem(x: Any, index: int) -> Any:
    """`x[index]` of a tuple, list or dict `x`: `index` is an int or a key; errors are Python's."""
    return x[index]


def tuple_setitem(x: tuple[Any, ...], index: int, value: object) -> tuple[Any, ...]:
    """A copy of the tuple `x` with `value`, of any type, in the place `index`, an int."""
    return (*x[:index], value, *x[index:][1:])


def tuple_reversed(x: tuple[Any, ...]) -> tuple[Any, ...]:
    """The elements of `x`, a tuple of any types and length, from the last to the first."""
    return tuple(reversed(x))


def make_tuple(*items: object) -> tuple[Any, ...]:
    """Its arguments, `items` of any types and number, as a tuple."""
    return items


def make_list(*items: object) -> list[Any]:
    """Its arguments, `items` of any types and number, as a list."""
    return list(items)


@bindings(PrimitiveClass("ScalarCast", inputs=("input_x", "input_y")))
def scalar_cast(input_x: float | np.number, input_y: mstype.Type) -> Any:
    """`input_x`, an int, float or bool, as the Python type of the dtype `input_y`: an int, a float or a bool.

    Raises TypeError for what is no number, ValueError for the dtype of something else.

    Differs from MindSpore: dtypes of any size are taken, as until 2.0; 2.10 takes int64, float64 and bool alone.
    """
    if isinstance(input_x, (bool, int, float)):
        if input_y in (*mstype.int_type, *mstype.uint_type, *mstype.float_type, mstype.bool_):
            return mstype.dtype_to_pytype(input_y)(input_x)
        raise ValueError(
            f"For 'ScalarCast', 'input_y' should be the type of an int, a float or a bool, but got {input_y}."
        )
    raise TypeError(
        f"For 'ScalarCast', 'input_x' should be a number, but got type '{type(input_x).__name__}'."
    )


def typeof(x: object) -> Any:
    """The MindSpore type of `x`, any value, with the types of what a Tensor, tuple or list holds.

    A float is a Float32, as graphs take it, and a type is a Type. Raises NotImplementedError for
    what has no MindSpore type. Differs from MindSpore: the type of a Parameter is that of a Tensor, not a Ref
    to it.
    """
    if isinstance(x, (tuple, list)):
        kind = mstype.tuple_ if isinstance(x, tuple) else mstype.list_
        return mstype.holding(kind, *map(typeof, x))
    return mstype.float32 if isinstance(x, float) else mstype.get_py_obj_dtype(x)


def is_(x: object, y: object) -> bool:
    """Whether `x` and `y`, of any type, are one object."""
    return x is y


def is_not(x: object, y: object) -> bool:
    """Whether `x` and `y`, of any type, are two objects."""
    return x is not y


def in_dict(key: object, table: dict[Any, Any]) -> bool:
    """Whether the dict `table` has `key`, of any type that can be one."""
    return key in table


def string_eq(x: str, y: str) -> bool:
    """Whether `x` and `y`, two str of any length, are equal."""
    return x == y


def string_concat(x: str, y: str) -> str:
    """`x` and `y`, two str of any length, one after the other: a str of their type."""
    return x + y


def _one(fn: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    def body(x: Any) -> Any:
        return fn(x)

    return _with_name(body, fn, name, "`x` is an int, float or bool")


def _two(fn: Callable[[Any, Any], Any], name: str) -> Callable[[Any, Any], Any]:
    def body(x: Any, y: Any) -> Any:
        return fn(x, y)

    return _with_name(body, fn, name, "`x` and `y` are int, float or bool")


def _with_name(
    body: Callable[..., Any], fn: Callable[..., Any], name: str, arguments: str
) -> Callable[..., Any]:
    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"Python's `{fn.__name__}` of numbers: {arguments}, the result is Python's.\n\n"
        "Raises what Python raises."
    )
    return body


scalar_add = _two(operator.add, "scalar_add")
scalar_sub = _two(operator.sub, "scalar_sub")
scalar_mul = _two(operator.mul, "scalar_mul")
scalar_div = _two(operator.truediv, "scalar_div")
scalar_floordiv = _two(operator.floordiv, "scalar_floordiv")
scalar_mod = _two(operator.mod, "scalar_mod")
scalar_pow = _two(operator.pow, "scalar_pow")
scalar_eq = _two(operator.eq, "scalar_eq")
scalar_ne = _two(operator.ne, "scalar_ne")
scalar_lt = _two(operator.lt, "scalar_lt")
scalar_le = _two(operator.le, "scalar_le")
scalar_gt = _two(operator.gt, "scalar_gt")
scalar_ge = _two(operator.ge, "scalar_ge")
scalar_max = _two(max, "scalar_max")
scalar_min = _two(min, "scalar_min")
scalar_log = _one(math.log, "scalar_log")
scalar_uadd = _one(operator.pos, "scalar_uadd")
scalar_usub = _one(operator.neg, "scalar_usub")
list_len, list_getitem, dict_getitem = tuple_len, tuple_getitem, tuple_getitem

__all__ = exported_names(globals())
