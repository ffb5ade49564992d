"""The module path of the compiled image transforms until MindSpore 1.10."""

from __future__ import annotations

from msacc.common import checks as check
from msacc.dataset.vision import transforms as current
from msacc.dataset.vision.transforms import HWC2CHW as HWC2CHW
from msacc.dataset.vision.transforms import AdjustBrightness as AdjustBrightness
from msacc.dataset.vision.transforms import AdjustContrast as AdjustContrast
from msacc.dataset.vision.transforms import AdjustGamma as AdjustGamma
from msacc.dataset.vision.transforms import AdjustHue as AdjustHue
from msacc.dataset.vision.transforms import AdjustSaturation as AdjustSaturation
from msacc.dataset.vision.transforms import AdjustSharpness as AdjustSharpness
from msacc.dataset.vision.transforms import Affine as Affine
from msacc.dataset.vision.transforms import AutoContrast as AutoContrast
from msacc.dataset.vision.transforms import CenterCrop as CenterCrop
from msacc.dataset.vision.transforms import ConvertColor as ConvertColor
from msacc.dataset.vision.transforms import Crop as Crop
from msacc.dataset.vision.transforms import CutMixBatch as CutMixBatch
from msacc.dataset.vision.transforms import CutOut as CutOut
from msacc.dataset.vision.transforms import Equalize as Equalize
from msacc.dataset.vision.transforms import Erase as Erase
from msacc.dataset.vision.transforms import GaussianBlur as GaussianBlur
from msacc.dataset.vision.transforms import HorizontalFlip as HorizontalFlip
from msacc.dataset.vision.transforms import ImageTensorOperation as ImageTensorOperation
from msacc.dataset.vision.transforms import Invert as Invert
from msacc.dataset.vision.transforms import MixUpBatch as MixUpBatch
from msacc.dataset.vision.transforms import Normalize as Normalize
from msacc.dataset.vision.transforms import NormalizePad as NormalizePad
from msacc.dataset.vision.transforms import Pad as Pad
from msacc.dataset.vision.transforms import PadToSize as PadToSize
from msacc.dataset.vision.transforms import Posterize as Posterize
from msacc.dataset.vision.transforms import RandomAdjustSharpness as RandomAdjustSharpness
from msacc.dataset.vision.transforms import RandomAffine as RandomAffine
from msacc.dataset.vision.transforms import RandomAutoContrast as RandomAutoContrast
from msacc.dataset.vision.transforms import RandomColor as RandomColor
from msacc.dataset.vision.transforms import RandomColorAdjust as RandomColorAdjust
from msacc.dataset.vision.transforms import RandomCrop as RandomCrop
from msacc.dataset.vision.transforms import RandomCropDecodeResize as RandomCropDecodeResize
from msacc.dataset.vision.transforms import RandomEqualize as RandomEqualize
from msacc.dataset.vision.transforms import RandomHorizontalFlip as RandomHorizontalFlip
from msacc.dataset.vision.transforms import RandomInvert as RandomInvert
from msacc.dataset.vision.transforms import RandomLighting as RandomLighting
from msacc.dataset.vision.transforms import RandomPosterize as RandomPosterize
from msacc.dataset.vision.transforms import RandomResize as RandomResize
from msacc.dataset.vision.transforms import RandomResizedCrop as RandomResizedCrop
from msacc.dataset.vision.transforms import RandomRotation as RandomRotation
from msacc.dataset.vision.transforms import RandomSelectSubpolicy as RandomSelectSubpolicy
from msacc.dataset.vision.transforms import RandomSharpness as RandomSharpness
from msacc.dataset.vision.transforms import RandomSolarize as RandomSolarize
from msacc.dataset.vision.transforms import RandomVerticalFlip as RandomVerticalFlip
from msacc.dataset.vision.transforms import Rescale as Rescale
from msacc.dataset.vision.transforms import Resize as Resize
from msacc.dataset.vision.transforms import ResizedCrop as ResizedCrop
from msacc.dataset.vision.transforms import Rotate as Rotate
from msacc.dataset.vision.transforms import SlicePatches as SlicePatches
from msacc.dataset.vision.transforms import Solarize as Solarize
from msacc.dataset.vision.transforms import TensorOperation as TensorOperation
from msacc.dataset.vision.transforms import ToType as ToType
from msacc.dataset.vision.transforms import UniformAugment as UniformAugment
from msacc.dataset.vision.transforms import VerticalFlip as VerticalFlip
from msacc.dataset.vision.transforms import not_random as not_random
from msacc.dataset.vision.utils import Border as Border
from msacc.dataset.vision.utils import ConvertMode as ConvertMode
from msacc.dataset.vision.utils import ImageBatchFormat as ImageBatchFormat
from msacc.dataset.vision.utils import Inter as Inter
from msacc.dataset.vision.utils import SliceMode as SliceMode


class Decode(current.Decode):
    """An encoded image, a file's bytes as a uint8 vector, to RGB, uint8 of shape (H, W, 3).

    `rgb`: a bool, True (TypeError otherwise). False, which asked for BGR, is a RuntimeError, in MindSpore when it
    is applied.
    """

    def __init__(self, rgb: bool = True) -> None:
        if not check.boolean(None, "rgb", rgb):
            raise RuntimeError(
                "Decode: images are decoded to RGB alone; reverse the last axis for BGR: "
                "map(operations=lambda image: image[..., ::-1])."
            )
        super().__init__()
