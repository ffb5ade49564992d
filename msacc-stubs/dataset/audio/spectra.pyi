# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from msacc.dataset.audio.base import RandomAudio
from msacc.dataset.audio.enums import BorderType
from msacc.dataset.audio.enums import WindowType
from msacc.dataset.cpp_random import Mt19937
from typing import Any
class GriffinLim(RandomAudio):
    n_iter: Any
    power: Any
    momentum: Any
    length: Any
    rand_init: Any
    framing: Any
    form: str
    rank: int
    def __init__(self, n_fft: int = 400, n_iter: int = 32, win_length: int | None = None, hop_length: int | None = None, window_type: WindowType = ..., power: float = 2.0, momentum: float = 0.99, length: int | None = None, rand_init: bool = True) -> None: ...
    def verify(self) -> None: ...
    def apply_audio(self, x: _numpy.ndarray, random: Mt19937) -> _numpy.ndarray: ...
class InverseSpectrogram(AudioTensorOperation):
    length: Any
    framing: Any
    options: Any
    form: str
    rank: int
    complex_input: bool
    def __init__(self, length: int | None = None, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None, pad: int = 0, window: WindowType = ..., normalized: bool = False, center: bool = True, pad_mode: BorderType = ..., onesided: bool = True) -> None: ...
    def verify(self) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class SpectralCentroid(AudioTensorOperation):
    sample_rate: Any
    options: Any
    framing: Any
    arrays_only: bool
    def __init__(self, sample_rate: int, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None, pad: int = 0, window: WindowType = ...) -> None: ...
    def verify(self) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class Spectrogram(AudioTensorOperation):
    framing: Any
    options: Any
    power: Any
    arrays_only: bool
    def __init__(self, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None, pad: int = 0, window: WindowType = ..., power: float = 2.0, normalized: bool = False, center: bool = True, pad_mode: BorderType = ..., onesided: bool = True) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
