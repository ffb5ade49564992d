# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from msacc.dataset.audio.base import RandomAudio
from msacc.dataset.cpp_random import Mt19937
from typing import Any
class FrequencyMasking(_Masking):
    axis: int
    parameter: str
    dimension: str
    def __init__(self, iid_masks: bool = False, freq_mask_param: int = 0, mask_start: int = 0, mask_value: float = 0.0) -> None: ...
class MaskAlongAxis(AudioTensorOperation):
    mask_start: Any
    mask_width: Any
    mask_value: Any
    axis: Any
    form: str
    rank: int
    def __init__(self, mask_start: int, mask_width: int, mask_value: float, axis: int) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class MaskAlongAxisIID(RandomAudio):
    mask_param: Any
    mask_value: Any
    axis: Any
    form: str
    rank: int
    def __init__(self, mask_param: int, mask_value: float, axis: int) -> None: ...
    def apply_audio(self, x: _numpy.ndarray, random: Mt19937) -> _numpy.ndarray: ...
class TimeMasking(_Masking):
    axis: int
    parameter: str
    dimension: str
    def __init__(self, iid_masks: bool = False, time_mask_param: int = 0, mask_start: int = 0, mask_value: float = 0.0) -> None: ...
class _Masking(RandomAudio):
    iid_masks: bool
    mask_param: int
    mask_start: int
    mask_value: float
    form: str
    rank: int
    axis: int
    parameter: str
    dimension: str
    def apply_audio(self, x: _numpy.ndarray, random: Mt19937) -> _numpy.ndarray: ...
