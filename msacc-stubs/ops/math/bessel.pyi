# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def bessel_i0(x: Tensor) -> Tensor:
    """The modified Bessel function I0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_i0e(x: Tensor) -> Tensor:
    """The modified Bessel function I0, times exp(-|x|).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_i1(x: Tensor) -> Tensor:
    """The modified Bessel function I1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_i1e(x: Tensor) -> Tensor:
    """The modified Bessel function I1, times exp(-|x|).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_j0(x: Tensor) -> Tensor:
    """The Bessel function J0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_j1(x: Tensor) -> Tensor:
    """The Bessel function J1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_k0(x: Tensor) -> Tensor:
    """The modified Bessel function K0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_k0e(x: Tensor) -> Tensor:
    """The modified Bessel function K0, times exp(x).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_k1(x: Tensor) -> Tensor:
    """The modified Bessel function K1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_k1e(x: Tensor) -> Tensor:
    """The modified Bessel function K1, times exp(x).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_y0(x: Tensor) -> Tensor:
    """The Bessel function Y0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def bessel_y1(x: Tensor) -> Tensor:
    """The Bessel function Y1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
def i0(input: Any) -> Any: ...
