# Written by `python -m tests.stubs`.
import numpy as _numpy
from PIL.Image import Image
from msacc.dataset.vision.mixing import CutOut as _CutOut
from msacc.dataset.vision.pixel_ops import Decode as _Decode
from msacc.dataset.vision.pixel_ops import Normalize as _Normalize
from msacc.dataset.vision.random_geometry import RandomCrop as _RandomCrop
from typing import Any
class CutOut(_CutOut):
    def __init__(self, length: int, num_patches: int = 1) -> None: ...
class Decode(_Decode):
    def __init__(self) -> None: ...
class Normalize(_Normalize):
    def __init__(self, mean: Any, std: Any) -> None: ...
class RandomCrop(_RandomCrop):
    def apply(self, x: Any, plan: _numpy.ndarray) -> Image: ...
