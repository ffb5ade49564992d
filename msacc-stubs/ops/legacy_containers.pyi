# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from typing import Any
def in_dict(key: Any, table: Mapping[Any, Any]) -> bool: ...
def is_(x: Any, y: Any) -> bool: ...
def is_not(x: Any, y: Any) -> bool: ...
def make_list(*items: Any) -> list[Any]: ...
def make_range(*limits: int) -> tuple[int, ...]: ...
def make_tuple(*items: Any) -> tuple[Any, ...]: ...
def scalar_add(x: Any, y: Any) -> Any:
    """Python's `add` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_cast(input_x: Any, input_y: Any) -> Any: ...
def scalar_div(x: Any, y: Any) -> Any:
    """Python's `truediv` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_eq(x: Any, y: Any) -> Any:
    """Python's `eq` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_floordiv(x: Any, y: Any) -> Any:
    """Python's `floordiv` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_ge(x: Any, y: Any) -> Any:
    """Python's `ge` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_gt(x: Any, y: Any) -> Any:
    """Python's `gt` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_le(x: Any, y: Any) -> Any:
    """Python's `le` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_log(x: Any) -> Any:
    """Python's `log` of numbers: `x` is an int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_lt(x: Any, y: Any) -> Any:
    """Python's `lt` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_max(x: Any, y: Any) -> Any:
    """Python's `max` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_min(x: Any, y: Any) -> Any:
    """Python's `min` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_mod(x: Any, y: Any) -> Any:
    """Python's `mod` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_mul(x: Any, y: Any) -> Any:
    """Python's `mul` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_ne(x: Any, y: Any) -> Any:
    """Python's `ne` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_pow(x: Any, y: Any) -> Any:
    """Python's `pow` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_sub(x: Any, y: Any) -> Any:
    """Python's `sub` of numbers: `x` and `y` are int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_uadd(x: Any) -> Any:
    """Python's `pos` of numbers: `x` is an int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def scalar_usub(x: Any) -> Any:
    """Python's `neg` of numbers: `x` is an int, float or bool, the result is Python's.

    Raises what Python raises.
    """
def string_concat(x: str, y: str) -> str: ...
def string_eq(x: str, y: str) -> bool: ...
def tuple_getitem(x: Any, index: int) -> Any: ...
def tuple_len(x: Any) -> int: ...
def tuple_reversed(x: tuple[Any, ...]) -> tuple[Any, ...]: ...
def tuple_setitem(x: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]: ...
def typeof(x: Any) -> Any: ...
