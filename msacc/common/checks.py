"""Argument checks shared by the nn ops and layers: each names the argument, the value and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch


def positive_int(where: str, argument: str, value: Any) -> int:
    """`value` if it is an int above zero; TypeError or ValueError otherwise."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"For '{where}', the '{argument}' must be int, but got '{type(value).__name__}' ({value!r})."
        )
    if value <= 0:
        raise ValueError(
            f"For '{where}', the '{argument}' must be int and must > 0, but got {value}."
        )
    return value


def non_negative_int(where: str, argument: str, value: Any) -> int:
    """`value` if it is an int that is not negative; TypeError or ValueError otherwise."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"For '{where}', the '{argument}' must be int, but got '{type(value).__name__}' ({value!r})."
        )
    if value < 0:
        raise ValueError(
            f"For '{where}', the '{argument}' must be int and must >= 0, but got {value}."
        )
    return value


def boolean(where: str, argument: str, value: Any) -> bool:
    """`value` if it is a bool, else TypeError."""
    if not isinstance(value, bool):
        raise TypeError(
            f"For '{where}', the '{argument}' must be a bool, but got {type(value).__name__} ({value!r})."
        )
    return value


def choice(where: str, argument: str, value: Any, allowed: Sequence[Any]) -> Any:
    """`value` if it is one of `allowed`, else ValueError."""
    if value not in allowed:
        raise ValueError(
            f"For '{where}', the '{argument}' must be one of {list(allowed)}, but got {value!r}."
        )
    return value


def instance(where: str, argument: str, value: Any, kinds: Any) -> Any:
    """`value` if it is an instance of `kinds` (a bool is no int), else TypeError."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        names = [kind.__name__ for kind in kinds]
        raise TypeError(
            f"For '{where}', the type of '{argument}' should be one of {names}, "
            f"but got {value!r} of type '{type(value).__name__}'."
        )
    return value


def ints(where: str, argument: str, value: Any, n: int) -> tuple[int, ...]:
    """`value` as `n` ints: an int repeats; one of a wrong length or kind is a ValueError or TypeError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,) * n
    if isinstance(value, (tuple, list)) and all(isinstance(item, int) for item in value):
        if len(value) == n:
            return tuple(value)
        if len(value) == 1:
            return tuple(value) * n
        raise ValueError(
            f"For '{where}', the '{argument}' must be an int or {n} ints, but got {value!r} "
            f"with {len(value)}."
        )
    raise TypeError(
        f"For '{where}', the '{argument}' must be an int or {n} ints, but got {value!r}."
    )


def positive_ints(where: str, argument: str, value: Any, n: int) -> tuple[int, ...]:
    """`ints`, each of them above zero."""
    found = ints(where, argument, value, n)
    for item in found:
        if item <= 0:
            raise ValueError(
                f"For '{where}', each item of '{argument}' must be int and must > 0, but got {value!r}."
            )
    return found


def rank(where: str, x: torch.Tensor, *allowed: int) -> None:
    """ValueError unless `x` has one of the `allowed` numbers of dimensions."""
    if x.ndim not in allowed:
        wanted = " or ".join(str(n) for n in allowed)
        raise ValueError(
            f"For '{where}', the input must have {wanted} dims, but got {x.ndim} "
            f"(shape {tuple(x.shape)})."
        )


def tensor(where: str, argument: str, value: Any) -> torch.Tensor:
    """`value` if it is a tensor, else TypeError."""
    if not isinstance(value, torch.Tensor):
        raise TypeError(
            f"For '{where}', the '{argument}' must be a Tensor, but got {value!r} "
            f"of type {type(value).__name__}."
        )
    return value


REDUCTIONS = ("mean", "sum", "none")


def reduction(where: str, value: Any) -> str:
    """`value` if it is 'mean', 'sum' or 'none', else ValueError."""
    if value not in REDUCTIONS:
        raise ValueError(
            f"For '{where}', the 'reduction' must be in ['mean', 'sum', 'none'], but got {value!r}."
        )
    return value


def same_pads(size: int, kernel: int, stride: int, dilation: int = 1) -> tuple[int, int]:
    """Zeros before and after a dimension under pad_mode 'same': the odd one comes after."""
    total = max(0, (-(-size // stride) - 1) * stride + (kernel - 1) * dilation + 1 - size)
    return total // 2, total - total // 2
