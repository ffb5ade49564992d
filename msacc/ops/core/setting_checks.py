"""Checks of primitive settings, for `Setting(default, check)`: run at construction and on each change.

MindSpore's constructors are strict about types: an int is no float, a list no tuple. Settings without a check are
checked by the function behind the primitive, at the call. A check takes the primitive's name, the setting's name and
the value, and raises TypeError or ValueError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common import checks as check
from msacc.common import dtype as mstype

Check = Callable[[str, str, Any], Any]


def _with(test: Callable[..., Any], *first: object, **keywords: object) -> Check:
    """`test` with some arguments. A function: Dynamo does not follow functools.partial where a primitive is made."""

    def checked(where: str, name: str, value: object) -> None:
        test(*first, where, name, value, **keywords)

    return checked


def fraction(where: str, name: str, value: object) -> None:
    check.within(where, name, check.floating(where, name, value), 0.0, 1.0)


def _float_in(
    low: float, high: float, open_low: bool, where: str, name: str, value: object
) -> None:
    """A float (an int is none) from `low`, or above it, to `high`."""
    number = check.instance(where, name, value, float)
    if not low <= number <= high or (open_low and number == low):
        side = "above" if open_low else "from"
        raise ValueError(
            f"For '{where}', the '{name}' should be {side} {low} to {high}, but got {value!r}."
        )


def _none_or(kinds: Any, where: str, name: str, value: object) -> None:
    if value is not None:
        check.instance(where, name, value, kinds)


def _word(words: tuple[str, ...], where: str, name: str, value: object) -> None:
    """A str first of all: TypeError for anything else."""
    check.choice(where, name, check.instance(where, name, value, str), words)


def _word_in_any_case(words: tuple[str, ...], where: str, name: str, value: object) -> None:
    if value is not None and check.instance(where, name, value, str).lower() not in words:
        check.choice(where, name, value, words)


def _str_in_any_case(words: tuple[str, ...], where: str, name: str, value: object) -> None:
    _word_in_any_case(words, where, name, check.instance(where, name, value, str))


def _one_of(words: tuple[str, ...], where: str, name: str, value: object) -> None:
    check.choice(where, name, value if isinstance(value, str) else repr(value), words)


def _one_of_any_case(words: tuple[str, ...], where: str, name: str, value: object) -> None:
    _one_of(words, where, name, value.lower() if isinstance(value, str) else value)


def _dtype(kinds: tuple[Any, ...], where: str, name: str, value: object) -> None:
    if not any(value is kind or value == kind for kind in kinds):
        raise TypeError(f"For '{where}', the '{name}' should be one of {kinds}, but got {value!r}.")


def _window(count: int, low: int, where: str, name: str, value: object) -> None:
    """An int or a tuple of `count` ints (or of two more, for N and C), none below `low`."""
    sizes = check.instance(where, name, value, (int, tuple))
    sizes = (sizes,) * count if isinstance(sizes, int) else sizes
    right = all(check.is_int(size) and size >= low for size in sizes)
    if len(sizes) not in (count, count + 2) or not right:
        raise ValueError(
            f"For '{where}', the '{name}' should be {count} ints of at least {low}, but got {value!r}."
        )


def _none_or_window(count: int, low: int, where: str, name: str, value: object) -> None:
    if value is not None:
        _window(count, low, where, name, value)


def _row(count: int, where: str, name: str, value: object) -> None:
    """A tuple of `count`."""
    if len(check.instance(where, name, value, tuple)) != count:
        raise ValueError(
            f"For '{where}', the '{name}' should have {count} items, but got {value!r}."
        )


def _floats(count: int, where: str, name: str, value: object) -> None:
    """A tuple of `count` floats."""
    for item in check.instance(where, name, value, tuple):
        check.instance(where, name, item, float)
    _row(count, where, name, value)


def _int_of(allowed: tuple[int, ...], where: str, name: str, value: object) -> None:
    check.choice(where, name, check.integer(where, name, value), allowed)


def axes(where: str, name: str, value: object) -> None:
    """An int, or a tuple or list of them."""
    items = check.instance(where, name, value, (int, tuple, list))
    for axis in () if isinstance(items, int) else items:
        check.instance(where, name, axis, int)


def axes_or_none(where: str, name: str, value: object) -> None:
    if value is not None:
        axes(where, name, value)


def _each(low: int, where: str, name: str, value: object) -> None:
    """An int, or a tuple or list of them, none below `low`."""
    sizes = check.instance(where, name, value, (int, tuple, list))
    sizes = [sizes] if isinstance(sizes, int) else sizes
    for size in sizes:
        check.instance(where, name, size, int)
    if not sizes or min(sizes) < low:
        raise ValueError(
            f"For '{where}', the '{name}' should hold ints of at least {low}, but got {value!r}."
        )


def volume(where: str, name: str, value: object) -> None:
    """An int, or three of them, or five that begin with two ones."""
    sizes = check.instance(where, name, value, (int, tuple, list))
    if isinstance(sizes, int):
        wrong = sizes < 1
    else:
        wrong = len(sizes) not in (3, 5) or (len(sizes) == 5 and tuple(sizes[:2]) != (1, 1))
    if wrong:
        raise ValueError(
            f"For '{where}', '{name}' should be an int, three, or five that begin with 1, 1, but got {value!r}."
        )


def _none_or_word(words: tuple[str, ...], where: str, name: str, value: object) -> None:
    if value is not None:
        _word(words, where, name, value)


def seed(where: str, name: str, value: object) -> None:
    if check.instance(where, name, value, int) < 0:
        raise ValueError(f"For '{where}', the '{name}' should not be negative, but got {value}.")


def list_of_numbers(where: str, name: str, value: object) -> None:
    for item in check.instance(where, name, value, list):
        check.instance(where, name, item, (float, int))


def rising_pair(where: str, name: str, value: object) -> None:
    """A tuple or list of two floats, the first no larger; an empty one stands for the default at the call."""
    span = check.instance(where, name, value, (tuple, list))
    for item in span:
        check.instance(where, name, item, float)
    if span and not (len(span) == 2 and 0 < span[0] <= span[1]):
        raise ValueError(
            f"For '{where}', '{name}' should be two rising numbers, but got {value!r}."
        )


# -- for declarations --------------------------------------------------------------------------
boolean: Check = check.boolean
floating: Check = check.floating
integer: Check = check.integer
positive_int: Check = check.positive_int
non_negative_int: Check = check.non_negative_int
INDEX_DTYPES = (mstype.int32, mstype.int64)
FLOAT_DTYPES = (mstype.float16, mstype.float32, mstype.float64)
NUMBER_DTYPES = (
    *INDEX_DTYPES, *FLOAT_DTYPES, mstype.int8, mstype.int16, mstype.uint8, mstype.uint16, mstype.uint32,
    mstype.uint64,
)  # fmt: skip


def instance(*kinds: type) -> Check:
    """A value of one of these types; Bool is no int here."""
    return _with(check.instance, kinds=kinds if len(kinds) > 1 else kinds[0])


def none_or(*kinds: type) -> Check:
    """None, or a value of one of these types."""
    return _with(_none_or, kinds if len(kinds) > 1 else kinds[0])


def float_above(low: float) -> Check:
    """A float larger than `low`."""
    return _with(_float_in, low, float("inf"), True)


def float_between(low: float, high: float) -> Check:
    """A float from `low` to `high`, both included."""
    return _with(_float_in, low, high, False)


def int_of(*allowed: int) -> Check:
    """One of these ints."""
    return _with(_int_of, allowed)


def one_of(*words: str) -> Check:
    """One of these words; ValueError for anything else."""
    return _with(_one_of, words)


def one_of_any_case(*words: str) -> Check:
    """One of these words, in small or capital letters; ValueError for anything else."""
    return _with(_one_of_any_case, words)


def word(*words: str) -> Check:
    """One of these words; TypeError for anything but a str."""
    return _with(_word, words)


def word_or_none(*words: str) -> Check:
    """One of these words, or None."""
    return _with(_none_or_word, words)


def word_any_case(*words: str) -> Check:
    """One of these words, in small or capital letters; TypeError for anything but a str."""
    return _with(_str_in_any_case, words)


def word_any_case_or_none(*words: str) -> Check:
    """One of these words, in small or capital letters, or None."""
    return _with(_word_in_any_case, words)


def dtype(*dtypes: mstype.Type) -> Check:
    """One of these dtypes; TypeError for anything else."""
    return _with(_dtype, dtypes)


def window(count: int, low: int) -> Check:
    """An int or a tuple of `count` ints (or of two more, for N and C), none below `low`."""
    return _with(_window, count, low)


def window_or_none(count: int, low: int) -> Check:
    """A `window`, or None."""
    return _with(_none_or_window, count, low)


def tuple_of(count: int) -> Check:
    """A tuple of `count` items."""
    return _with(_row, count)


def floats(count: int) -> Check:
    """A tuple of `count` floats."""
    return _with(_floats, count)


def ints_from(low: int) -> Check:
    """An int, or a tuple or list of ints, none below `low`."""
    return _with(_each, low)
