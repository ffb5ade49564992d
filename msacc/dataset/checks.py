"""Checks of arguments, with MindSpore's exception classes and wording that names the remedy."""

from __future__ import annotations

import numbers
import os
from collections.abc import Sequence
from typing import Any

INT32_MAX = 2**31 - 1


def is_int(value: object) -> bool:
    """An integer that is no bool."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """A real number that is no bool."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def of_type(value: Any, types: type | tuple[type, ...], name: str) -> None:
    """TypeError unless `value` is of one of `types` (a bool is no int)."""
    kinds = types if isinstance(types, tuple) else (types,)
    wrong_bool = isinstance(value, bool) and bool not in kinds
    if wrong_bool or not isinstance(value, kinds):
        expected = [kind.__name__ for kind in kinds]
        raise TypeError(
            f"Argument {name} with value {value!r} is not of type {expected}, "
            f"but got {type(value).__name__}."
        )


def within(value: Any, low: float, high: float, name: str) -> None:
    """ValueError unless low <= value <= high."""
    if not low <= value <= high:
        raise ValueError(
            f"Input {name} is not within the required interval of [{low}, {high}], got {value!r}."
        )


def integer(value: Any, name: str, low: int = 0, high: int = INT32_MAX) -> None:
    """An int in [low, high]: TypeError, ValueError."""
    of_type(value, int, name)
    within(value, low, high, name)


def number(value: Any, name: str, low: float = -float("inf"), high: float = float("inf")) -> None:
    """A real number in [low, high]: TypeError, ValueError."""
    of_type(value, (float, int), name)
    within(value, low, high, name)


def flag(value: Any, name: str) -> None:
    """A bool, or TypeError."""
    of_type(value, bool, name)


def workers(value: int | None) -> None:
    """`num_parallel_workers`: None or a positive int. More than there are cores is allowed here."""
    if value is None:
        return
    of_type(value, int, "num_parallel_workers")
    if value < 1:
        raise ValueError(f"num_parallel_workers should be at least 1, but got {value}.")


def names(value: Any, name: str) -> list[str]:
    """One column name or several: a list, each different from the others."""
    columns = [value] if isinstance(value, str) else value
    of_type(columns, (list, tuple), name)
    for i, column in enumerate(columns):
        of_type(column, str, f"{name}[{i}]")
        if not column:
            raise ValueError(f"{name}[{i}] should not be an empty string.")
    if len(set(columns)) != len(columns):
        raise ValueError(f"Every column name should differ from the others in {name}: {columns}.")
    return list(columns)


def directory(path: Any, name: str = "dataset_dir") -> str:
    """An existing, readable folder: TypeError, ValueError."""
    of_type(path, (str, os.PathLike), name)
    path = os.fspath(path)
    if not os.path.isdir(path) or not os.access(path, os.R_OK):
        raise ValueError(
            f"The folder {path!r} does not exist or is not a directory or permission denied; "
            f"give {name} the folder that holds the data."
        )
    return path


def one_of(value: Any, allowed: Sequence[Any], name: str) -> None:
    """ValueError unless `value` is in `allowed`."""
    if value not in allowed:
        raise ValueError(f"Input {name} is not within the valid set of {list(allowed)}: {value!r}.")
