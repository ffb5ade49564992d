"""Argument checks: the value comes back, or the error names argument, value and expectation."""

from __future__ import annotations

from typing import Any


def _fail(where: str, name: str, value: Any, expected: str, kind: type[Exception]) -> Exception:
    head = f"For '{where}', the" if where else "The"
    shown = f"{value!r} of type {type(value).__name__}" if kind is TypeError else repr(value)
    return kind(f"{head} argument '{name}' must be {expected}, but got {shown}.")


def is_int(value: Any, name: str, where: str = "") -> int:
    """An int that is no bool; TypeError otherwise."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _fail(where, name, value, "int", TypeError)
    return value


def positive_int(value: Any, name: str, where: str = "") -> int:
    """An int above 0; TypeError or ValueError otherwise."""
    if is_int(value, name, where) <= 0:
        raise _fail(where, name, value, "a positive int (> 0)", ValueError)
    return value


def non_negative_int(value: Any, name: str, where: str = "") -> int:
    """An int of at least 0; TypeError or ValueError otherwise."""
    if is_int(value, name, where) < 0:
        raise _fail(where, name, value, "a non-negative int (>= 0)", ValueError)
    return value


def is_bool(value: Any, name: str, where: str = "") -> bool:
    """A bool; TypeError otherwise."""
    if not isinstance(value, bool):
        raise _fail(where, name, value, "bool", TypeError)
    return value


def is_float(value: Any, name: str, where: str = "", also_int: bool = False) -> float:
    """A float (or an int where `also_int`); TypeError otherwise."""
    if isinstance(value, float) or (
        also_int and isinstance(value, int) and not isinstance(value, bool)
    ):
        return float(value)
    raise _fail(where, name, value, "float or int" if also_int else "float", TypeError)


def positive_float(value: Any, name: str, where: str = "", also_int: bool = False) -> float:
    """A float above 0; TypeError or ValueError otherwise."""
    if is_float(value, name, where, also_int) <= 0:
        raise _fail(where, name, value, "positive (> 0)", ValueError)
    return float(value)


def non_negative_float(value: Any, name: str, where: str = "", also_int: bool = False) -> float:
    """A float of at least 0; TypeError or ValueError otherwise."""
    if is_float(value, name, where, also_int) < 0:
        raise _fail(where, name, value, "at least 0", ValueError)
    return float(value)


def in_range(
    value: Any,
    low: float,
    high: float,
    name: str,
    where: str = "",
    closed: str = "",
    also_int: bool = False,
) -> float:
    """A float between two bounds; `closed` names the ends that count ('l', 'r', 'lr')."""
    number = is_float(value, name, where, also_int)
    above = number >= low if "l" in closed else number > low
    below = number <= high if "r" in closed else number < high
    if not (above and below):
        ends = ("[" if "l" in closed else "(") + f"{low}, {high}" + ("]" if "r" in closed else ")")
        raise _fail(where, name, value, f"in {ends}", ValueError)
    return number


def one_of(value: Any, allowed: tuple[Any, ...], name: str, where: str = "") -> Any:
    """A value out of a list; ValueError otherwise."""
    if value not in allowed:
        raise _fail(where, name, value, f"one of {list(allowed)}", ValueError)
    return value


def instance(value: Any, kinds: Any, name: str, where: str = "") -> Any:
    """An instance of one of `kinds`; TypeError otherwise."""
    if not isinstance(value, kinds):
        several = kinds if isinstance(kinds, tuple) else (kinds,)
        names = " or ".join(k.__name__ for k in several)
        raise _fail(where, name, value, names, TypeError)
    return value
