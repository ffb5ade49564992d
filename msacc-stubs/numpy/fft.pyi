# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.ops.spectral import fftfreq as fftfreq
from msacc.ops.spectral import rfftfreq as rfftfreq
from typing import Any
def fft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The discrete Fourier transform of numbers: complex.

    `a` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `axis`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def fft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The discrete Fourier transform of numbers: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def fftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The discrete Fourier transform of numbers: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def fftshift(x: Tensor, axes: Any = None) -> Tensor:
    """The zero frequency moved to the middle.

    `x` is a Tensor of any shape and dtype, which the result has; `axes`: an int or a tuple of
    ints, all for None.
    """
def hfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `a` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `axis`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def hfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def hfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def ifft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `fft`: complex.

    `a` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `axis`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def ifft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The inverse of `fft`: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def ifftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The inverse of `fft`: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def ifftshift(x: Tensor, axes: Any = None) -> Tensor:
    """The inverse of `fftshift`.

    `x` is a Tensor of any shape and dtype, which the result has; `axes`: an int or a tuple of
    ints, all for None.
    """
def ihfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `hfft`, of real numbers: complex.

    `a` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `axis`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def ihfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The inverse of `hfft`, of real numbers: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def ihfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def irfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `rfft`, a float; a length given is the one that the result has.

    `a` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `axis`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def irfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The inverse of `rfft`, a float; a length given is the one that the result has.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def irfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The inverse of `rfft`, a float; a length given is the one that the result has.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def rfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The half of the Fourier transform of real numbers that tells all of it: complex.

    `a` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `axis`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def rfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The half of the Fourier transform of real numbers that tells all of it: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
def rfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The half of the Fourier transform of real numbers that tells all of it: complex.

    `a` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `axes`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `axes` of two lengths.
    """
