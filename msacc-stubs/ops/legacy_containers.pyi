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
    """`add` of Python numbers."""
def scalar_cast(input_x: Any, input_y: Any) -> Any: ...
def scalar_div(x: Any, y: Any) -> Any:
    """`truediv` of Python numbers."""
def scalar_eq(x: Any, y: Any) -> Any:
    """`eq` of Python numbers."""
def scalar_floordiv(x: Any, y: Any) -> Any:
    """`floordiv` of Python numbers."""
def scalar_ge(x: Any, y: Any) -> Any:
    """`ge` of Python numbers."""
def scalar_gt(x: Any, y: Any) -> Any:
    """`gt` of Python numbers."""
def scalar_le(x: Any, y: Any) -> Any:
    """`le` of Python numbers."""
def scalar_log(x: Any) -> Any:
    """`log` of Python numbers."""
def scalar_lt(x: Any, y: Any) -> Any:
    """`lt` of Python numbers."""
def scalar_max(x: Any, y: Any) -> Any:
    """`max` of Python numbers."""
def scalar_min(x: Any, y: Any) -> Any:
    """`min` of Python numbers."""
def scalar_mod(x: Any, y: Any) -> Any:
    """`mod` of Python numbers."""
def scalar_mul(x: Any, y: Any) -> Any:
    """`mul` of Python numbers."""
def scalar_ne(x: Any, y: Any) -> Any:
    """`ne` of Python numbers."""
def scalar_pow(x: Any, y: Any) -> Any:
    """`pow` of Python numbers."""
def scalar_sub(x: Any, y: Any) -> Any:
    """`sub` of Python numbers."""
def scalar_uadd(x: Any) -> Any:
    """`pos` of Python numbers."""
def scalar_usub(x: Any) -> Any:
    """`neg` of Python numbers."""
def string_concat(x: str, y: str) -> str: ...
def string_eq(x: str, y: str) -> bool: ...
def tuple_getitem(x: Any, index: int) -> Any: ...
def tuple_len(x: Any) -> int: ...
def tuple_reversed(x: tuple[Any, ...]) -> tuple[Any, ...]: ...
def tuple_setitem(x: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]: ...
def typeof(x: Any) -> Any: ...
