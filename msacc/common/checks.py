"""Argument checks, one module for all: the value comes back, or the error names argument, value and remedy.

Every check takes (where, name, value, …): the op's or class's name, the argument's, what was given. `where` None
gives the wording of MindSpore's dataset engine, which names no class. Another type is a TypeError, a value out of
range a ValueError. A bool is no int here.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any, TypeVar

import torch

from msacc.common.calling_cell import named

_Error = TypeVar("_Error", bound=Exception)
INT32_MAX = 2**31 - 1
REDUCTIONS = ("mean", "sum", "none")


def is_int(value: object) -> bool:
    """Whether `value` is an integer (numpy's too) and no bool."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """Whether `value` is a real number (numpy's too) and no bool."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def error_with_note(kind: type[_Error], text: str, got: str) -> _Error:
    """An error with MindSpore's exact message; the received value is added as a note.

    Programs compare the dataset engine's texts. Python 3.10 has no notes and gets one text.
    """
    if not hasattr(kind, "add_note"):
        return kind(f"{text} {got}")
    error = kind(text)
    error.add_note(got)
    return error


def _wrong_type(
    where: str | None, name: str, value: object, allowed: Sequence[type | str]
) -> Exception:
    if where is None:
        # A bool given for an int is told apart by a tuple, as MindSpore does.
        kinds = tuple(allowed) if isinstance(value, bool) and int in allowed else list(allowed)
        value_text = '""' if isinstance(value, str) and not value else value
        return TypeError(
            f"Argument {name} with value {value_text} is not of type {kinds}, but got {type(value)}."
        )
    names = [kind if isinstance(kind, str) else kind.__name__ for kind in allowed]
    got = type(value).__name__
    return named(
        TypeError(
            f"{subject(where, name)} must be {' or '.join(names)}, but got {value!r} of type {got}."
        )
    )


def _wrong_value(where: str | None, name: str, value: object, requirement: str) -> Exception:
    if where is None:
        return error_with_note(
            ValueError,
            f"Input {name} is not within the required {requirement.replace('in ', 'interval of ')}.",
            f"Got {value!r}.",
        )
    return named(ValueError(f"{subject(where, name)} must be {requirement}, but got {value!r}."))


def subject(where: str, name: str) -> str:
    """How an error begins: whose argument it is about."""
    return f"For '{where}', the '{name}'" if where else f"The '{name}'"


def instance(where: str | None, name: str, value: object, kinds: Any) -> Any:
    """An instance of one of `kinds`; a bool only where bool is among them."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise _wrong_type(where, name, value, kinds)
    return value


def boolean(where: str | None, name: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise _wrong_type(where, name, value, [bool])
    return value


def integer(
    where: str | None, name: str, value: object, low: int | None = None, high: int | None = None
) -> int:
    """An int; between `low` and `high`, ends included, where both are given."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_type(where, name, value, [int])
    return value if low is None or high is None else within(where, name, value, low, high)  # type: ignore[return-value]


def positive_int(where: str | None, name: str, value: Any) -> int:
    """An int above zero."""
    if integer(where, name, value) <= 0:
        raise _wrong_value(where, name, value, "a positive int (> 0)")
    return value  # type: ignore[no-any-return]


def non_negative_int(where: str | None, name: str, value: Any) -> int:
    """An int of at least zero."""
    if integer(where, name, value) < 0:
        raise _wrong_value(where, name, value, "a non-negative int (>= 0)")
    return value  # type: ignore[no-any-return]


def number(
    where: str | None,
    name: str,
    value: object,
    low: float = -float("inf"),
    high: float = float("inf"),
) -> float:
    """A float or int between `low` and `high`, ends included."""
    instance(where, name, value, (float, int))
    return within(where, name, value, low, high)


def floating(where: str | None, name: str, value: object, also_int: bool = False) -> float:
    """A float, or an int where `also_int`; comes back as float."""
    if isinstance(value, float) or (
        also_int and isinstance(value, int) and not isinstance(value, bool)
    ):
        return float(value)
    raise _wrong_type(where, name, value, [float, int] if also_int else [float])


def positive_float(where: str | None, name: str, value: Any, also_int: bool = False) -> float:
    """A float above zero (or an int, where `also_int`)."""
    if floating(where, name, value, also_int) <= 0:
        raise _wrong_value(where, name, value, "positive (> 0)")
    return float(value)


def non_negative_float(where: str | None, name: str, value: Any, also_int: bool = False) -> float:
    """A float of at least zero (or an int, where `also_int`)."""
    if floating(where, name, value, also_int) < 0:
        raise _wrong_value(where, name, value, "at least 0")
    return float(value)


def in_range(
    where: str | None,
    name: str,
    value: object,
    low: float,
    high: float,
    closed: str = "",
    also_int: bool = False,
) -> float:
    """A float between two bounds; `closed` names the ends that count ('l', 'r', 'lr')."""
    return between(  # type: ignore[no-any-return]
        where, name, floating(where, name, value, also_int), low, high, closed
    )


def between(
    where: str | None, name: str, value: object, low: Any, high: Any, closed: str = "lr"
) -> Any:
    """A value of any type that compares with the bounds; `closed` names the ends that count."""
    above = value >= low if "l" in closed else value > low
    below = value <= high if "r" in closed else value < high
    if not (above and below):
        ends = ("[" if "l" in closed else "(") + f"{low}, {high}" + ("]" if "r" in closed else ")")
        raise _wrong_value(where, name, value, f"in {ends}")
    return value


def within(where: str | None, name: str, value: object, low: float, high: float) -> Any:
    """`between`, both ends included."""
    return between(where, name, value, low, high)


def choice(where: str | None, name: str, value: object, allowed: Sequence[Any]) -> Any:
    """One of `allowed`."""
    if value not in allowed:
        if where is None:
            raise ValueError(
                f"Input {name} is not within the valid set of {list(allowed)}. Got {value!r}."
            )
        raise _wrong_value(where, name, value, f"one of {list(allowed)}")
    return value


def reduction(where: str, value: object) -> str:
    """'mean', 'sum' or 'none'."""
    return choice(where, "reduction", value, REDUCTIONS)  # type: ignore[no-any-return]


def ints(where: str, name: str, value: object, n: int) -> tuple[int, ...]:
    """`n` ints: one int repeats; a wrong number of them is a ValueError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,) * n
    if isinstance(value, (tuple, list)) and all(isinstance(item, int) for item in value):
        if len(value) == n:
            return tuple(value)
        if len(value) == 1:
            return tuple(value) * n
        raise _wrong_value(where, name, value, f"an int or {n} ints")
    raise _wrong_type(where, name, value, ["int", f"a tuple of {n} int"])


def positive_ints(where: str, name: str, value: object, n: int) -> tuple[int, ...]:
    """`ints`, each of them above zero."""
    numbers = ints(where, name, value, n)
    if any(item <= 0 or item is True for item in numbers):
        raise _wrong_value(where, name, value, "one or several positive ints (> 0)")
    return numbers


def tensor(where: str, name: str, value: object) -> torch.Tensor:
    """A torch tensor."""
    if not isinstance(value, torch.Tensor):
        raise _wrong_type(where, name, value, ["a Tensor"])
    return value


def rank(where: str, x: torch.Tensor, *allowed: int) -> None:
    """ValueError unless `x` has one of the `allowed` numbers of dimensions."""
    if x.ndim not in allowed:
        allowed_text = " or ".join(str(n) for n in allowed)
        raise named(
            ValueError(
                f"For '{where}', the input must have {allowed_text} dims, but got {x.ndim} "
                f"(shape {tuple(x.shape)})."
            )
        )
