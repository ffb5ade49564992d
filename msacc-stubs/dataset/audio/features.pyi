# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from msacc.dataset.audio.enums import BorderType
from typing import Any
class ComputeDeltas(AudioTensorOperation):
    pad_mode: Any
    half_width: Any
    form: str
    rank: int
    def __init__(self, win_length: int = 5, pad_mode: BorderType = ...) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class DetectPitchFrequency(AudioTensorOperation):
    sample_rate: Any
    frame_time: Any
    win_length: Any
    freq_low: Any
    freq_high: Any
    floats_only: bool
    def __init__(self, sample_rate: int, frame_time: float = 0.01, win_length: int = 30, freq_low: int = 85, freq_high: int = 3400) -> None: ...
    def verify(self) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class SlidingWindowCmn(AudioTensorOperation):
    cmn_window: Any
    min_cmn_window: Any
    center: Any
    norm_vars: Any
    form: str
    rank: int
    def __init__(self, cmn_window: int = 600, min_cmn_window: int = 100, center: bool = False, norm_vars: bool = False) -> None: ...
    def sample(self, x: _numpy.ndarray) -> _numpy.ndarray: ...
    def supports_block(self, xs: _numpy.ndarray) -> bool: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
