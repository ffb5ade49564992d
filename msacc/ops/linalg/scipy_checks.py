"""Argument checks of mindspore.scipy's matrices: Float32, Float64, or integers, which are computed in Float64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.warn_once import no_effects

if TYPE_CHECKING:
    from msacc.common.argument_types import Operand

FLOATS = (torch.float32, torch.float64)


def bare(where: str, name: str, value: Operand) -> torch.Tensor:
    """`value` if it is a tensor, else TypeError."""
    if not isinstance(value, torch.Tensor):
        raise TypeError(
            f"For '{where}', '{name}' should be Tensor, but got {type(value).__name__}."
        )
    return value


def numbers(where: str, name: str, value: Operand) -> torch.Tensor:
    """A tensor of floats, integers as Float64; TypeError for other dtypes."""
    t = bare(where, name, value)
    if t.dtype in (torch.int32, torch.int64):
        return t.double()
    if t.dtype not in FLOATS:
        raise TypeError(
            f"For '{where}', '{name}' should be Int32, Int64, Float32 or Float64, but got {t.dtype}."
        )
    return t


def matrix(
    where: str, name: str, value: Any, square: bool = True, complexes: bool = False
) -> torch.Tensor:
    """`numbers` of a (square) matrix, or with `complexes` complex ones; ValueError for another shape."""
    keeps_complex = complexes and isinstance(value, torch.Tensor) and value.is_complex()
    t: torch.Tensor = value if keeps_complex else numbers(where, name, value)
    if t.ndim != 2 or (square and t.shape[0] != t.shape[1]):
        raise ValueError(
            f"For '{where}', '{name}' should be a {'square ' if square else ''}matrix, "
            f"but got shape {tuple(t.shape)}."
        )
    return t


def flags(where: str, **options: object) -> None:
    """TypeError unless each argument is a bool."""
    for name, value in options.items():
        if not isinstance(value, bool):
            raise TypeError(f"For '{where}', '{name}' should be bool, but got {value!r}.")


_UNUSED = {
    "overwrite_a": (False, "tensors are never overwritten"),
    "overwrite_b": (False, "tensors are never overwritten"),
    "check_finite": (True, "values are not checked, as in MindSpore"),
    "turbo": (True, "torch chooses the algorithm"),
}


def check_unused_flags(where: str, **options: object) -> None:
    """Raises TypeError unless each argument is a bool; warns once about one that has no effect."""
    flags(where, **options)
    for name, value in options.items():
        default, why = _UNUSED[name]
        no_effects(where, why, **{name: (value, default)})


def right_side(
    where: str, a: torch.Tensor, value: Operand, ranks: tuple[int, ...]
) -> tuple[torch.Tensor, bool]:
    """(the right side as a matrix, whether it was a vector)."""
    b = bare(where, "b", value)
    b = b if b.dtype in (*FLOATS, torch.float16) or b.is_complex() else b.double()
    if b.ndim not in ranks:
        raise ValueError(f"For '{where}', 'b' should have {ranks} dimensions, but got {b.ndim}.")
    vector = b.ndim == a.ndim - 1
    wide = b.unsqueeze(-1) if vector else b
    if wide.shape[-2] != a.shape[-2]:
        raise ValueError(
            f"For '{where}', 'b' should have {a.shape[-2]} rows, but got shape {tuple(b.shape)}."
        )
    if b.dtype is not a.dtype:
        raise TypeError(
            f"For '{where}', both arguments should have one dtype, but got {a.dtype} and {b.dtype}."
        )
    return wide, vector
