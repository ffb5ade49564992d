# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def bartlett_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """The Bartlett window, a vector (window_length,), Float32 unless `dtype` is given.

    `window_length`: an int from 0. `periodic`: made for a period of so many points, otherwise symmetric.
    `dtype`: a float dtype.
    """
def blackman_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """The Blackman window, a vector (window_length,), Float32 unless `dtype` is given.

    `window_length`: an int from 0. `periodic`: made for a period of so many points, otherwise symmetric.
    `dtype`: a float dtype.
    """
def fft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The discrete Fourier transform of numbers: complex.

    `input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def fft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The discrete Fourier transform of numbers: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def fftfreq(n: int, d: float = 1.0, dtype: Any = None) -> Tensor: ...
def fftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The discrete Fourier transform of numbers: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def fftshift(input: Tensor, dim: Any = None) -> Tensor: ...
def hamming_window(window_length: Any, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Any = None) -> Tensor: ...
def hann_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """The Hann window, a vector (window_length,), Float64 unless `dtype` is given.

    `window_length`: an int from 0. `periodic`: made for a period of so many points, otherwise symmetric.
    `dtype`: a float dtype.
    """
def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def hfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def hfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The Fourier transform, a float, of half a Hermitian signal; a length given is the result's.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def ifft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `fft`: complex.

    `input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def ifft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The inverse of `fft`: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def ifftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The inverse of `fft`: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def ifftshift(input: Tensor, dim: Any = None) -> Tensor: ...
def ihfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `hfft`, of real numbers: complex.

    `input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def ihfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The inverse of `hfft`, of real numbers: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def ihfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The inverse of `hfft`, of real numbers: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `rfft`, a float; a length given is the one that the result has.

    `input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def irfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The inverse of `rfft`, a float; a length given is the one that the result has.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def irfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The inverse of `rfft`, a float; a length given is the one that the result has.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def kaiser_window(window_length: Any, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None) -> Tensor: ...
def rfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The half of the Fourier transform of real numbers that tells all of it: complex.

    `input` is a Tensor of any shape. `n`: an int, the length to which it is cut or filled with zeros along
    `dim`, an int; None keeps it. `norm`: which direction is divided by the length, 'backward' (None),
    'forward', or 'ortho', both, by its root. Raises ValueError for another `norm` or an `n` below 1.
    """
def rfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The half of the Fourier transform of real numbers that tells all of it: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
def rfftfreq(n: int, d: float = 1.0, dtype: Any = None) -> Tensor: ...
def rfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The half of the Fourier transform of real numbers that tells all of it: complex.

    `input` is a Tensor of any shape. `s`: ints, the lengths to which it is cut or filled with zeros along
    `dim`, a tuple of ints (None: all dimensions); None keeps them. `norm`: which direction is divided by the
    number of elements, 'backward' (None), 'forward', or 'ortho', both, by its root. Raises ValueError for
    another `norm`, and for `s` and `dim` of two lengths.
    """
