# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from typing import Any
class Vad(AudioTensorOperation):
    sample_rate: Any
    trigger_level: Any
    search_time: Any
    allowed_gap: Any
    pre_trigger_time: Any
    boot_time: Any
    noise_reduction_amount: Any
    measure_freq: Any
    measure_duration: Any
    hp_filter_freq: Any
    lp_filter_freq: Any
    hp_lifter_freq: Any
    lp_lifter_freq: Any
    trigger: Any
    noise_up: Any
    noise_down: Any
    smooth: Any
    def __init__(self, sample_rate: int, trigger_level: float = 7.0, trigger_time: float = 0.25, search_time: float = 1.0, allowed_gap: float = 0.25, pre_trigger_time: float = 0.0, boot_time: float = 0.35, noise_up_time: float = 0.1, noise_down_time: float = 0.01, noise_reduction_amount: float = 1.35, measure_freq: float = 20.0, measure_duration: float | None = None, measure_smooth_time: float = 0.4, hp_filter_freq: float = 50.0, lp_filter_freq: float = 6000.0, hp_lifter_freq: float = 150.0, lp_lifter_freq: float = 2000.0) -> None: ...
    @property
    def length(self) -> int: ...
    @property
    def period(self) -> int: ...
    def measures(self, kind: _numpy.dtype) -> int: ...
    def verify(self) -> None: ...
    def supports_block(self, xs: _numpy.ndarray) -> bool: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
