# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def bartlett_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """The Bartlett window, torch.float32 unless `dtype` is given."""
def blackman_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """The Blackman window, torch.float32 unless `dtype` is given."""
def fft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform `fft`; `norm` is 'backward', 'forward' or 'ortho'."""
def fft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `fft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def fftfreq(n: int, d: float = 1.0, dtype: Any = None) -> Tensor: ...
def fftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The transform `fftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def fftshift(input: Tensor, dim: Any = None) -> Tensor: ...
def hamming_window(window_length: Any, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Any = None) -> Tensor: ...
def hann_window(window_length: Any, periodic: bool = True, *, dtype: Any = None) -> Tensor:
    """The Hann window, torch.float64 unless `dtype` is given."""
def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform `hfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def hfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `hfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def hfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The transform `hfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform `ifft`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `ifft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The transform `ifftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def ifftshift(input: Tensor, dim: Any = None) -> Tensor: ...
def ihfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform `ihfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def ihfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `ihfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def ihfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The transform `ihfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform `irfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def irfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `irfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def irfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The transform `irfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
def kaiser_window(window_length: Any, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None) -> Tensor: ...
def rfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform `rfft`; `norm` is 'backward', 'forward' or 'ortho'."""
def rfft2(input: Tensor, s: Any = None, dim: Any = (-2, -1), norm: str | None = None) -> Tensor:
    """The transform `rfft2`; `norm` is 'backward', 'forward' or 'ortho'."""
def rfftfreq(n: int, d: float = 1.0, dtype: Any = None) -> Tensor: ...
def rfftn(input: Tensor, s: Any = None, dim: Any = None, norm: str | None = None) -> Tensor:
    """The transform `rfftn`; `norm` is 'backward', 'forward' or 'ortho'."""
