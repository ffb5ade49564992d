"""Image transforms.

Operations on images in numpy, PIL and torchvision.

Imports: common, dataset, dataset.pipeline, dataset.transforms, module_aliases.
"""

from __future__ import annotations

from msacc.dataset.vision import c_transforms as c_transforms
from msacc.dataset.vision import py_transforms as py_transforms
from msacc.dataset.vision import transforms as transforms
from msacc.dataset.vision import utils as utils
from msacc.dataset.vision.image_files import encode_jpeg as encode_jpeg
from msacc.dataset.vision.image_files import encode_png as encode_png
from msacc.dataset.vision.image_files import get_image_num_channels as get_image_num_channels
from msacc.dataset.vision.image_files import get_image_size as get_image_size
from msacc.dataset.vision.image_files import read_file as read_file
from msacc.dataset.vision.image_files import read_image as read_image
from msacc.dataset.vision.image_files import write_file as write_file
from msacc.dataset.vision.image_files import write_jpeg as write_jpeg
from msacc.dataset.vision.image_files import write_png as write_png
from msacc.dataset.vision.transforms import HWC2CHW as HWC2CHW
from msacc.dataset.vision.transforms import AdjustBrightness as AdjustBrightness
from msacc.dataset.vision.transforms import AdjustContrast as AdjustContrast
from msacc.dataset.vision.transforms import AdjustGamma as AdjustGamma
from msacc.dataset.vision.transforms import AdjustHue as AdjustHue
from msacc.dataset.vision.transforms import AdjustSaturation as AdjustSaturation
from msacc.dataset.vision.transforms import AdjustSharpness as AdjustSharpness
from msacc.dataset.vision.transforms import Affine as Affine
from msacc.dataset.vision.transforms import AutoAugment as AutoAugment
from msacc.dataset.vision.transforms import AutoContrast as AutoContrast
from msacc.dataset.vision.transforms import BoundingBoxAugment as BoundingBoxAugment
from msacc.dataset.vision.transforms import CenterCrop as CenterCrop
from msacc.dataset.vision.transforms import ConvertColor as ConvertColor
from msacc.dataset.vision.transforms import Crop as Crop
from msacc.dataset.vision.transforms import CutMixBatch as CutMixBatch
from msacc.dataset.vision.transforms import CutOut as CutOut
from msacc.dataset.vision.transforms import Decode as Decode
from msacc.dataset.vision.transforms import Equalize as Equalize
from msacc.dataset.vision.transforms import Erase as Erase
from msacc.dataset.vision.transforms import FiveCrop as FiveCrop
from msacc.dataset.vision.transforms import GaussianBlur as GaussianBlur
from msacc.dataset.vision.transforms import Grayscale as Grayscale
from msacc.dataset.vision.transforms import HorizontalFlip as HorizontalFlip
from msacc.dataset.vision.transforms import HsvToRgb as HsvToRgb
from msacc.dataset.vision.transforms import Invert as Invert
from msacc.dataset.vision.transforms import LinearTransformation as LinearTransformation
from msacc.dataset.vision.transforms import MixUp as MixUp
from msacc.dataset.vision.transforms import MixUpBatch as MixUpBatch
from msacc.dataset.vision.transforms import Normalize as Normalize
from msacc.dataset.vision.transforms import NormalizePad as NormalizePad
from msacc.dataset.vision.transforms import Pad as Pad
from msacc.dataset.vision.transforms import PadToSize as PadToSize
from msacc.dataset.vision.transforms import Perspective as Perspective
from msacc.dataset.vision.transforms import Posterize as Posterize
from msacc.dataset.vision.transforms import RandAugment as RandAugment
from msacc.dataset.vision.transforms import RandomAdjustSharpness as RandomAdjustSharpness
from msacc.dataset.vision.transforms import RandomAffine as RandomAffine
from msacc.dataset.vision.transforms import RandomAutoContrast as RandomAutoContrast
from msacc.dataset.vision.transforms import RandomColor as RandomColor
from msacc.dataset.vision.transforms import RandomColorAdjust as RandomColorAdjust
from msacc.dataset.vision.transforms import RandomCrop as RandomCrop
from msacc.dataset.vision.transforms import RandomCropDecodeResize as RandomCropDecodeResize
from msacc.dataset.vision.transforms import RandomCropWithBBox as RandomCropWithBBox
from msacc.dataset.vision.transforms import RandomEqualize as RandomEqualize
from msacc.dataset.vision.transforms import RandomErasing as RandomErasing
from msacc.dataset.vision.transforms import RandomGrayscale as RandomGrayscale
from msacc.dataset.vision.transforms import RandomHorizontalFlip as RandomHorizontalFlip
from msacc.dataset.vision.transforms import (
    RandomHorizontalFlipWithBBox as RandomHorizontalFlipWithBBox,
)
from msacc.dataset.vision.transforms import RandomInvert as RandomInvert
from msacc.dataset.vision.transforms import RandomLighting as RandomLighting
from msacc.dataset.vision.transforms import RandomPerspective as RandomPerspective
from msacc.dataset.vision.transforms import RandomPosterize as RandomPosterize
from msacc.dataset.vision.transforms import RandomResize as RandomResize
from msacc.dataset.vision.transforms import RandomResizedCrop as RandomResizedCrop
from msacc.dataset.vision.transforms import RandomResizedCropWithBBox as RandomResizedCropWithBBox
from msacc.dataset.vision.transforms import RandomResizeWithBBox as RandomResizeWithBBox
from msacc.dataset.vision.transforms import RandomRotation as RandomRotation
from msacc.dataset.vision.transforms import RandomSelectSubpolicy as RandomSelectSubpolicy
from msacc.dataset.vision.transforms import RandomSharpness as RandomSharpness
from msacc.dataset.vision.transforms import RandomSolarize as RandomSolarize
from msacc.dataset.vision.transforms import RandomVerticalFlip as RandomVerticalFlip
from msacc.dataset.vision.transforms import RandomVerticalFlipWithBBox as RandomVerticalFlipWithBBox
from msacc.dataset.vision.transforms import Rescale as Rescale
from msacc.dataset.vision.transforms import Resize as Resize
from msacc.dataset.vision.transforms import ResizedCrop as ResizedCrop
from msacc.dataset.vision.transforms import ResizeWithBBox as ResizeWithBBox
from msacc.dataset.vision.transforms import RgbToHsv as RgbToHsv
from msacc.dataset.vision.transforms import Rotate as Rotate
from msacc.dataset.vision.transforms import SlicePatches as SlicePatches
from msacc.dataset.vision.transforms import Solarize as Solarize
from msacc.dataset.vision.transforms import TenCrop as TenCrop
from msacc.dataset.vision.transforms import ToNumpy as ToNumpy
from msacc.dataset.vision.transforms import ToPIL as ToPIL
from msacc.dataset.vision.transforms import ToTensor as ToTensor
from msacc.dataset.vision.transforms import ToType as ToType
from msacc.dataset.vision.transforms import TrivialAugmentWide as TrivialAugmentWide
from msacc.dataset.vision.transforms import UniformAugment as UniformAugment
from msacc.dataset.vision.transforms import VerticalFlip as VerticalFlip
from msacc.dataset.vision.transforms import not_random as not_random
from msacc.dataset.vision.utils import AutoAugmentPolicy as AutoAugmentPolicy
from msacc.dataset.vision.utils import Border as Border
from msacc.dataset.vision.utils import ConvertMode as ConvertMode
from msacc.dataset.vision.utils import ImageBatchFormat as ImageBatchFormat
from msacc.dataset.vision.utils import ImageReadMode as ImageReadMode
from msacc.dataset.vision.utils import Inter as Inter
from msacc.dataset.vision.utils import SliceMode as SliceMode
from msacc.dataset.vision.video import DecodeVideo as DecodeVideo
from msacc.dataset.vision.video import VideoDecoder as VideoDecoder
from msacc.dataset.vision.video import read_video as read_video
from msacc.dataset.vision.video import read_video_timestamps as read_video_timestamps
from msacc.module_aliases import refuse as _refuse

__getattr__ = _refuse("mindspore.dataset.vision")
