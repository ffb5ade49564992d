# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.ops.spectral import fftfreq as fftfreq
from msacc.ops.spectral import rfftfreq as rfftfreq
from typing import Any
def fft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The transform `fft`; `norm` is 'backward', 'forward' or 'ortho'."""
def fft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `fft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def fftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The transform `fftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def fftshift(x: Tensor, axes: Any = None) -> Tensor:
    """The zero frequency moved to the middle.

    `x` is a Tensor of any shape and dtype, which the result has; `axes`: an int or a tuple of
    ints, all for None.
    """
def hfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The transform `hfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def hfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `hfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def hfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The transform `hfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The transform `ifft`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `ifft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The transform `ifftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifftshift(x: Tensor, axes: Any = None) -> Tensor:
    """The inverse of `fftshift`.

    `x` is a Tensor of any shape and dtype, which the result has; `axes`: an int or a tuple of
    ints, all for None.
    """
def ihfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The transform `ihfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def ihfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `ihfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def ihfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The transform `hfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def irfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The transform `irfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def irfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `irfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def irfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The transform `irfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def rfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """The transform `rfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def rfft2(a: Tensor, s: Any = None, axes: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `rfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def rfftn(a: Tensor, s: Any = None, axes: Any = None, norm: str | None = None) -> Tensor:
    """The transform `rfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
