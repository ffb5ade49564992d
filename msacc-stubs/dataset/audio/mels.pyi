# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Mapping
from msacc.dataset.audio.base import AudioTensorOperation
from msacc.dataset.audio.base import RandomAudio
from msacc.dataset.audio.enums import BorderType
from msacc.dataset.audio.enums import MelType
from msacc.dataset.audio.enums import NormType
from msacc.dataset.audio.enums import WindowType
from msacc.dataset.cpp_random import Mt19937
from typing import Any
class InverseMelScale(RandomAudio):
    max_iter: Any
    tolerance_loss: Any
    tolerance_change: Any
    rate: Any
    n_mels: int
    n_stft: int
    bank: Any
    form: str
    rank: int
    def __init__(self, n_stft: int, n_mels: int = 128, sample_rate: int = 16000, f_min: float = 0.0, f_max: float | None = None, max_iter: int = 100000, tolerance_loss: float = 1e-05, tolerance_change: float = 1e-08, sgdargs: Mapping[str, float] | None = None, norm: NormType = ..., mel_type: MelType = ...) -> None: ...
    def check(self, shape: tuple[int, ...], kind: _numpy.dtype) -> None: ...
    def apply_audio(self, x: _numpy.ndarray, random: Mt19937) -> _numpy.ndarray: ...
class MelScale(AudioTensorOperation):
    n_stft: int
    bank: Any
    form: str
    rank: int
    def __init__(self, n_mels: int = 128, sample_rate: int = 16000, f_min: float = 0.0, f_max: float | None = None, n_stft: int = 201, norm: NormType = ..., mel_type: MelType = ...) -> None: ...
    def check(self, shape: tuple[int, ...], kind: _numpy.dtype) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class MelSpectrogram(AudioTensorOperation):
    framing: Any
    power: Any
    options: Any
    bank: Any
    def __init__(self, sample_rate: int = 16000, n_fft: int = 400, win_length: int | None = None, hop_length: int | None = None, f_min: float = 0.0, f_max: float | None = None, pad: int = 0, n_mels: int = 128, window: WindowType = ..., power: float = 2.0, normalized: bool = False, center: bool = True, pad_mode: BorderType = ..., onesided: bool = True, norm: NormType = ..., mel_scale: MelType = ...) -> None: ...
    def verify(self) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
