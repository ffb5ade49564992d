# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Sequence
from msacc.dataset.vision.base import ImageTensorOperation
from msacc.dataset.vision.base import RandomImage
from msacc.dataset.vision.device import OnDevice
from msacc.dataset.vision.utils import Inter
from typing import Any
class Perspective(OnDevice, ImageTensorOperation):
    start: Any
    end: Any
    interpolation: Any
    def __init__(self, start_points: Any, end_points: Any, interpolation: Inter = ...) -> None: ...
    def supports_block(self, xs: _numpy.ndarray) -> bool: ...
    def sample(self, x: Any) -> Any: ...
class RandomPerspective(RandomImage):
    distortion_scale: Any
    prob: Any
    interpolation: Any
    def __init__(self, distortion_scale: float = 0.5, prob: float = 0.5, interpolation: Inter = ...) -> None: ...
    def plan(self, x: Any) -> list[tuple[float, float]] | None: ...
    def apply(self, x: Any, plan: Sequence[tuple[float, float]] | None) -> Any: ...
