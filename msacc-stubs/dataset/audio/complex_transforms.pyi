# Written by `python -m tests.stubs`.
import numpy as _numpy
from msacc.dataset.audio.base import AudioTensorOperation
from typing import Any
class Angle(AudioTensorOperation):
    form: str
    complex_input: bool
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class ComplexNorm(AudioTensorOperation):
    power: Any
    form: str
    complex_input: bool
    def __init__(self, power: float = 1.0) -> None: ...
    def compute(self, xs: _numpy.ndarray) -> _numpy.ndarray: ...
class Magphase(AudioTensorOperation):
    power: Any
    form: str
    complex_input: bool
    def __init__(self, power: float = 1.0) -> None: ...
    def supports_block(self, xs: _numpy.ndarray) -> bool: ...
    def compute(self, xs: _numpy.ndarray) -> tuple[_numpy.ndarray, _numpy.ndarray]: ...
