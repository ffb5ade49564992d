# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
def augassign_add(x: Any, y: Any) -> Any:
    """x + y, with the errors of that operator: what MindSpore's compiler makes of x += y.

    `x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else
    that the operator takes.
    """
def augassign_div(x: Any, y: Any) -> Any:
    """x / y, with the errors of that operator: what MindSpore's compiler makes of x /= y.

    `x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else
    that the operator takes.
    """
def augassign_floordiv(x: Any, y: Any) -> Any:
    """x // y, with the errors of that operator: what MindSpore's compiler makes of x //= y.

    `x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else
    that the operator takes.
    """
def augassign_mod(x: Any, y: Any) -> Any:
    """x % y, with the errors of that operator: what MindSpore's compiler makes of x %= y.

    `x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else
    that the operator takes.
    """
def augassign_mul(x: Any, y: Any) -> Any:
    """x * y, with the errors of that operator: what MindSpore's compiler makes of x *= y.

    `x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else
    that the operator takes.
    """
def augassign_sub(x: Any, y: Any) -> Any:
    """x - y, with the errors of that operator: what MindSpore's compiler makes of x -= y.

    `x` and `y` are Tensors, whose shapes broadcast and whose dtypes promote, numbers, or anything else
    that the operator takes.
    """
def bool_and(x: Any, y: Any) -> bool: ...
def bool_eq(x: Any, y: Any) -> bool: ...
def bool_not(x: Any) -> bool: ...
def bool_or(x: Any, y: Any) -> bool: ...
def dict_setitem(dict_: Mapping[Any, Any], key: Any, value: Any) -> dict[Any, Any]: ...
def is_sequence_shape_unknown(x: Any) -> bool: ...
def is_sequence_value_unknown(x: Any) -> bool: ...
def isconstant(x: Any) -> bool: ...
def list_equal(x: Any, y: Any) -> bool: ...
def list_setitem(list_: Sequence[Any], index: int, value: Any) -> list[Any]: ...
def make_dict(keys: Any, values: Any) -> dict[Any, Any]: ...
def make_slice(start: Any, stop: Any, step: Any) -> slice: ...
def not_in_dict(key: Any, dict_: Mapping[Any, Any]) -> bool: ...
def shape_mul(input_data: Any) -> int: ...
def tail(sequence: Any) -> Any: ...
def tuple_div(x: Any, y: Any) -> tuple[int, ...]: ...
def tuple_equal(x: Any, y: Any) -> bool: ...
