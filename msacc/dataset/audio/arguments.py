"""Checks of the audio transforms' arguments: TypeError or ValueError with MindSpore's messages."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check

# MindSpore's limit for float arguments.
LARGEST = 16777216
# The order of the types in error messages: MindSpore has both.
Kinds = tuple[type, type]
_FLOAT_FIRST: Kinds = (float, int)
INT_FIRST: Kinds = (int, float)


def positive_int(name: str, value: object) -> int:
    """Checks and returns an int >= 1."""
    return check.integer(None, name, value, 1, check.INT32_MAX)


def natural(name: str, value: object) -> int:
    """Checks and returns an int >= 0."""
    return check.integer(None, name, value, 0, check.INT32_MAX)


def int32(name: str, value: object) -> int:
    """Checks and returns an int of 32 bits."""
    return check.integer(None, name, value, -check.INT32_MAX - 1, check.INT32_MAX)


def nonzero_int(name: str, value: int) -> int:
    """Checks and returns an int of 32 bits other than 0."""
    check.integer(None, name, value)
    if value == 0 or not -check.INT32_MAX - 1 <= value <= check.INT32_MAX:
        low, high = -check.INT32_MAX - 1, check.INT32_MAX
        raise _not_zero(name, value, low, high)
    return int(value)


def _not_zero(name: str, value: object, low: int, high: int) -> ValueError:
    return ValueError(
        f"Input {name} is not within the required interval of [{low}, 0) and (0, {high}]. "
        f"Got {value!r}."
    )


def number(
    name: str,
    value: object,
    low: float = -LARGEST,
    high: float = LARGEST,
    kinds: Kinds = _FLOAT_FIRST,
) -> float:
    """Checks and returns a number in [low, high]."""
    check.instance(None, name, value, kinds)
    return float(check.within(None, name, value, low, high))


def nonzero(name: str, value: float) -> float:
    """Checks and returns a number other than 0."""
    check.instance(None, name, value, _FLOAT_FIRST)
    if value == 0 or not -LARGEST <= value <= LARGEST:
        raise _not_zero(name, value, -LARGEST, LARGEST)
    return float(value)


def positive(name: str, value: object, kinds: Kinds = _FLOAT_FIRST) -> float:
    """Checks and returns a number > 0."""
    check.instance(None, name, value, kinds)
    return float(check.between(None, name, value, 0, LARGEST, "r"))


def non_negative(name: str, value: object, kinds: Kinds = _FLOAT_FIRST) -> float:
    """Checks and returns a number >= 0."""
    return number(name, value, 0, kinds=kinds)


def fraction(name: str, value: object) -> float:
    """Checks and returns a number in (0, 1], such as a filter's quality."""
    check.instance(None, name, value, _FLOAT_FIRST)
    return float(check.between(None, name, value, 0, 1, "r"))


def flag(name: str, value: object) -> bool:
    """Checks and returns a bool."""
    return check.boolean(None, name, value)


def member(name: str, value: object, kind: type) -> Any:
    """Checks and returns a member of an enumeration."""
    return check.instance(None, name, value, kind)


def check_window_length(win_length: int, n_fft: int) -> None:
    """Raises ValueError for a window that is longer than its transform."""
    if win_length > n_fft:
        raise ValueError(
            "Input win_length should be no more than n_fft, but got win_length: "
            f"{win_length} and n_fft: {n_fft}."
        )
