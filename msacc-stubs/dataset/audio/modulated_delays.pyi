# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from msacc.dataset.audio.enums import Interpolation
from msacc.dataset.audio.enums import Modulation
from typing import Any
class Flanger(AudioTensorOperation):
    sample_rate: Any
    delay: Any
    depth: Any
    regen: Any
    width: Any
    speed: Any
    phase: Any
    modulation: Any
    interpolation: Any
    form: str
    rank: int
    def __init__(self, sample_rate: int, delay: float = 0.0, depth: float = 2.0, regen: float = 0.0, width: float = 71.0, speed: float = 0.5, phase: float = 25.0, modulation: Modulation = ..., interpolation: Interpolation = ...) -> None: ...
    def check(self, shape: tuple[int, ...], kind: _numpy.dtype) -> None: ...
    def verify(self) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class Phaser(AudioTensorOperation):
    sample_rate: Any
    gain_in: Any
    gain_out: Any
    delay_ms: Any
    decay: Any
    mod_speed: Any
    modulation: Any
    def __init__(self, sample_rate: int, gain_in: float = 0.4, gain_out: float = 0.74, delay_ms: float = 3.0, decay: float = 0.4, mod_speed: float = 0.5, sinusoidal: bool = True) -> None: ...
    def verify(self) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
