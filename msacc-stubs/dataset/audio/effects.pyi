# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from msacc.dataset.audio.base import RandomAudio
from msacc.dataset.audio.enums import DensityFunction
from msacc.dataset.audio.enums import FadeShape
from msacc.dataset.cpp_random import Mt19937
from typing import Any
class Contrast(AudioTensorOperation):
    amount: Any
    def __init__(self, enhancement_amount: float = 75.0) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class Dither(RandomAudio):
    density_function: Any
    noise_shaping: Any
    def __init__(self, density_function: DensityFunction = ..., noise_shaping: bool = False) -> None: ...
    def apply_audio(self, x: _numpy.ndarray, random: Mt19937) -> _numpy.ndarray: ...
class Fade(AudioTensorOperation):
    fade_in_len: Any
    fade_out_len: Any
    curve: Any
    def __init__(self, fade_in_len: int = 0, fade_out_len: int = 0, fade_shape: FadeShape = ...) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class Overdrive(AudioTensorOperation):
    gain: Any
    color: Any
    def __init__(self, gain: float = 20.0, color: float = 20.0) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
