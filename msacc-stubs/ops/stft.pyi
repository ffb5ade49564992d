# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def stft(x: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None, center: bool = True, pad_mode: str = 'REFLECT', normalized: bool = False, onesided: bool | None = None, return_complex: bool | None = None) -> Tensor: ...
