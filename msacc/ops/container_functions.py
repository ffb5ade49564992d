"""Tuple, list, dict and truth functions of MindSpore's graphs, one function for each."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.mutable_ import is_mutable
from msacc.common.tensor import Tensor
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_names

if TYPE_CHECKING:
    from collections.abc import Sequence


def tuple_div(x: Sequence[Any], y: Sequence[Any]) -> tuple[int, ...]:
    """The quotients of `x` and `y`, two tuples of ints of one length, element by element.

    Raises ValueError where one leaves a rest and for two lengths.
    """
    if len(x) != len(y) or any(a % b for a, b in zip(x, y, strict=True)):
        raise ValueError(f"For 'tuple_div', {x} should be a multiple of {y}, element by element.")
    return tuple(a // b for a, b in zip(x, y, strict=False))


@bindings(PrimitiveClass("tuple_equal", module="ops.operations._sequence_ops"))
def tuple_equal(x: Sequence[Any], y: Sequence[Any]) -> bool:
    """Whether `x` and `y`, two tuples of any types and lengths, hold equal elements."""
    return tuple(x) == tuple(y)


@bindings(PrimitiveClass("list_equal", module="ops.operations._sequence_ops"))
def list_equal(x: Sequence[Any], y: Sequence[Any]) -> bool:
    """Whether `x` and `y`, two lists of any types and lengths, hold equal elements."""
    return list(x) == list(y)


@bindings(PrimitiveClass("shape_mul", module="ops.operations._sequence_ops"))
def shape_mul(input_data: Sequence[int]) -> int:
    """The product of `input_data`, a tuple of int: the number of elements of a shape.

    Raises ValueError for what is no tuple.
    """
    if not isinstance(input_data, tuple):
        raise ValueError(
            f"For 'shape_mul', 'input_data' should be a tuple, but got {input_data!r}."
        )
    product = 1
    for size in input_data:
        product *= size
    return product


def make_dict(keys: Sequence[Any], values: Sequence[Any]) -> dict[Any, Any]:
    """A dict of the `keys` and `values` of two tuples of any types, up to the shorter length."""
    return dict(zip(keys, values, strict=False))


def make_slice(start: int | None, stop: int | None, step: int | None) -> slice:
    """The slice from `start` to `stop` by `step`: each an int or None."""
    return slice(start, stop, step)


def dict_setitem(dict_: dict[Any, Any], key: object, value: Any) -> dict[Any, Any]:
    """A copy of the dict `dict_` with `value` under `key`."""
    return {**dict_, key: value}


def list_setitem(list_: list[Any], index: int, value: object) -> list[Any]:
    """A copy of the list `list_` with `value`, of any type, at `index`, an int. IndexError beyond the
    end.
    """
    items = list(list_)
    items[index] = value
    return items


def not_in_dict(key: object, dict_: dict[Any, Any]) -> bool:
    """Whether the dict `dict_` does not have `key`, of any type that can be one."""
    return key not in dict_


def tail(sequence: Sequence[Any]) -> Any:
    """The tuple or list `sequence`, of any types and length, without its first element."""
    return sequence[1:]


def isconstant(x: object) -> bool:
    """Whether `x`, of any type and shape, is known before a graph runs: all but Tensors are."""
    return not isinstance(x, Tensor)


def is_sequence_shape_unknown(x: object) -> bool:
    """Whether the length of `x`, a tuple or list, may vary between calls: a bool.

    It is set by `mutable(..., dynamic_len=True)`.
    """
    return bool(getattr(x, "dynamic_len", False))


def is_sequence_value_unknown(x: object) -> bool:
    """Whether the elements of `x`, a tuple or list of any length and types, may vary between calls.

    `mutable` marked it then.
    """
    return isinstance(x, (tuple, list)) and is_mutable(x)


def bool_and(x: object, y: object) -> bool:
    """Whether both `x` and `y`, two bool, hold."""
    return bool(x) and bool(y)


def bool_or(x: object, y: object) -> bool:
    """Whether one of `x` and `y`, two bool, holds."""
    return bool(x) or bool(y)


def bool_eq(x: object, y: object) -> bool:
    """Whether both of `x` and `y`, two bool, hold or neither does."""
    return bool(x) == bool(y)


def bool_not(x: object) -> bool:
    """Whether `x`, a bool, does not hold."""
    return not x


def _augmented_assignment(
    name: str, fn: Callable[[Any, Any], Any], sign: str
) -> Callable[[Any, Any], Any]:
    def call(x: Any, y: Any) -> Any:
        return fn(x, y)

    call.__name__ = call.__qualname__ = f"augassign_{name}"
    call.__module__ = __name__
    call.__doc__ = (
        f"x {sign} y, with the errors of that operator: what MindSpore's compiler makes of x {sign}= y.\n\n"
        "`x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else\n"
        "that the operator takes."
    )
    return call


augassign_add = _augmented_assignment("add", operator.add, "+")
augassign_sub = _augmented_assignment("sub", operator.sub, "-")
augassign_mul = _augmented_assignment("mul", operator.mul, "*")
augassign_div = _augmented_assignment("div", operator.truediv, "/")
augassign_floordiv = _augmented_assignment("floordiv", operator.floordiv, "//")
augassign_mod = _augmented_assignment("mod", operator.mod, "%")

__all__ = exported_names(globals())
