"""Transforms of complex numbers, kept as a last axis of real and imaginary parts."""

from __future__ import annotations

import numpy as np

from msacc.dataset.audio import arguments as read
from msacc.dataset.audio.base import AudioTensorOperation, real, single


def norms(x: np.ndarray, power: float) -> np.ndarray:
    """|z|^power of (..., 2)."""
    squares = x[..., 0] ** 2 + x[..., 1] ** 2
    with np.errstate(over="ignore"):
        return (squares ** (0.5 * power)).astype(x.dtype)


def angles(x: np.ndarray) -> np.ndarray:
    """arg z of (..., 2)."""
    return np.arctan2(x[..., 1], x[..., 0])


class Angle(AudioTensorOperation):
    """The angles of complex numbers, in radians.

    Arrays (..., 2) of real and imaginary parts become (...); float64 stays, else float32.

    Raises RuntimeError for another last axis.
    """

    form, of_complex = "<..., complex=2>", True

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return angles(real(xs))


class ComplexNorm(AudioTensorOperation):
    """The absolute values of complex numbers to the power of `power`, a number of at least 0.

    Arrays (..., 2) of real and imaginary parts become (...); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another last axis.
    """

    form, of_complex = "<..., complex=2>", True

    def __init__(self, power: float = 1.0) -> None:
        self.power = single(read.non_negative("power", power, read.INT_FIRST))

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return norms(real(xs), self.power)


class Magphase(AudioTensorOperation):
    """Two columns of one: absolute values to the power of `power`, and angles.

    Arrays (..., 2) of real and imaginary parts become twice (...); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for another last axis.
    """

    form, of_complex = "<..., complex=2>", True

    def __init__(self, power: float = 1.0) -> None:
        self.power = single(read.non_negative("power", power, read.INT_FIRST))

    def takes(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = real(xs)
        return norms(x, self.power), angles(x)
