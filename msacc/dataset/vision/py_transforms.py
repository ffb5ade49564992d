"""The module path of the Python image transforms until MindSpore 1.10, which work on PIL images.

Where today's transforms differ, the classes here behave as they did: Decode returns PIL images,
Normalize and CutOut take (C, H, W).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from msacc.dataset.transforms.transforms import Compose as Compose
from msacc.dataset.transforms.transforms import PyTensorOperation as PyTensorOperation
from msacc.dataset.transforms.transforms import RandomApply as RandomApply
from msacc.dataset.transforms.transforms import RandomChoice as RandomChoice
from msacc.dataset.transforms.transforms import RandomOrder as RandomOrder
from msacc.dataset.vision import transforms as current
from msacc.dataset.vision.base import as_pil_input
from msacc.dataset.vision.transforms import HWC2CHW as HWC2CHW
from msacc.dataset.vision.transforms import AutoContrast as AutoContrast
from msacc.dataset.vision.transforms import CenterCrop as CenterCrop
from msacc.dataset.vision.transforms import Equalize as Equalize
from msacc.dataset.vision.transforms import FiveCrop as FiveCrop
from msacc.dataset.vision.transforms import Grayscale as Grayscale
from msacc.dataset.vision.transforms import HsvToRgb as HsvToRgb
from msacc.dataset.vision.transforms import Invert as Invert
from msacc.dataset.vision.transforms import LinearTransformation as LinearTransformation
from msacc.dataset.vision.transforms import MixUp as MixUp
from msacc.dataset.vision.transforms import Pad as Pad
from msacc.dataset.vision.transforms import RandomAffine as RandomAffine
from msacc.dataset.vision.transforms import RandomColor as RandomColor
from msacc.dataset.vision.transforms import RandomColorAdjust as RandomColorAdjust
from msacc.dataset.vision.transforms import RandomErasing as RandomErasing
from msacc.dataset.vision.transforms import RandomGrayscale as RandomGrayscale
from msacc.dataset.vision.transforms import RandomHorizontalFlip as RandomHorizontalFlip
from msacc.dataset.vision.transforms import RandomResizedCrop as RandomResizedCrop
from msacc.dataset.vision.transforms import RandomRotation as RandomRotation
from msacc.dataset.vision.transforms import RandomSharpness as RandomSharpness
from msacc.dataset.vision.transforms import RandomVerticalFlip as RandomVerticalFlip
from msacc.dataset.vision.transforms import Resize as Resize
from msacc.dataset.vision.transforms import RgbToHsv as RgbToHsv
from msacc.dataset.vision.transforms import TenCrop as TenCrop
from msacc.dataset.vision.transforms import ToPIL as ToPIL
from msacc.dataset.vision.transforms import ToTensor as ToTensor
from msacc.dataset.vision.transforms import ToType as ToType
from msacc.dataset.vision.transforms import UniformAugment as UniformAugment
from msacc.dataset.vision.utils import Border as Border
from msacc.dataset.vision.utils import Inter as Inter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.dataset.vision.base import Picture

# What PIL and NumPy call the members, for scripts with transforms of their own.
DE_PY_BORDER_TYPE = {
    Border.CONSTANT: "constant",
    Border.EDGE: "edge",
    Border.REFLECT: "reflect",
    Border.SYMMETRIC: "symmetric",
}
DE_PY_INTER_MODE = {
    Inter.NEAREST: Image.Resampling.NEAREST,
    Inter.ANTIALIAS: Image.Resampling.LANCZOS,
    Inter.LINEAR: Image.Resampling.BILINEAR,
    Inter.CUBIC: Image.Resampling.BICUBIC,
}


class Decode(current.Decode):
    """An encoded image to a PIL image (RGB)."""

    def __init__(self) -> None:
        super().__init__(to_pil=True)


class Normalize(current.Normalize):
    """(x - mean) / std of an array (C, H, W)."""

    def __init__(self, mean: Sequence[float], std: Sequence[float]) -> None:
        super().__init__(mean, std, is_hwc=False)


class CutOut(current.CutOut):
    """Set random squares of an array (C, H, W) to 0."""

    def __init__(self, length: int, num_patches: int = 1) -> None:
        super().__init__(length, num_patches, is_hwc=False)


class RandomCrop(current.RandomCrop):
    """Crop a random rectangle of a PIL image."""

    def apply(self, x: Picture, plan: np.ndarray) -> Image.Image:
        return super().apply(as_pil_input(x), plan)
