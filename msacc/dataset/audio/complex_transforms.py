"""Transforms of complex numbers, stored as a last axis of real and imaginary parts."""

from __future__ import annotations

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, as_float, single


def norms(x: np.ndarray, power: float) -> np.ndarray:
    """Returns |z|^power of (..., 2)."""
    squares = x[..., 0] ** 2 + x[..., 1] ** 2
    with np.errstate(over="ignore"):
        return (squares ** (0.5 * power)).astype(x.dtype)


def angles(x: np.ndarray) -> np.ndarray:
    """Returns arg z of (..., 2)."""
    return np.arctan2(x[..., 1], x[..., 0])


class Angle(AudioTensorOperation):
    """The angles of complex numbers, in radians.

    Arrays (..., 2) of real and imaginary parts become (...); float64 stays, else float32.

    Raises RuntimeError for another last axis.
    """

    form, complex_input = "<..., complex=2>", True

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return angles(as_float(xs))


class ComplexNorm(AudioTensorOperation):
    """The absolute values of complex numbers to the power of `power`, a number of at least 0.

    Arrays (..., 2) of real and imaginary parts become (...); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another last axis.
    """

    form, complex_input = "<..., complex=2>", True

    def __init__(self, power: float = 1.0) -> None:
        self.power = single(arguments.non_negative("power", power, arguments.INT_FIRST))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return norms(as_float(xs), self.power)


class Magphase(AudioTensorOperation):
    """Splits one column into two: absolute values to the power of `power`, and angles.

    Arrays (..., 2) of real and imaginary parts become twice (...); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another last axis.
    """

    form, complex_input = "<..., complex=2>", True

    def __init__(self, power: float = 1.0) -> None:
        self.power = single(arguments.non_negative("power", power, arguments.INT_FIRST))

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = as_float(xs)
        return norms(x, self.power), angles(x)
