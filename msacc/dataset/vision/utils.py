"""Enumerations of the image transforms."""

from __future__ import annotations

from enum import Enum, IntEnum

from msacc.module_aliases import refuse as _refuse


class Inter(IntEnum):
    """Methods of interpolation between pixels.

    NEAREST takes the closest pixel, BILINEAR (LINEAR) weighs 2 x 2, BICUBIC (CUBIC) 4 x 4, AREA
    averages those that a pixel covers. ANTIALIAS is Lanczos, for PIL images only; PILCUBIC is PIL's
    cubic interpolation for arrays. Numbers are MindSpore's.
    """

    NEAREST = 0
    ANTIALIAS = 1
    BILINEAR = LINEAR = 2
    BICUBIC = CUBIC = 3
    AREA = 4
    PILCUBIC = 5


class Border(str, Enum):
    """Padding modes of images: one value (CONSTANT), the outermost pixels (EDGE), or the image mirrored, without
    its edge (REFLECT) or with it (SYMMETRIC).
    """

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class ImageBatchFormat(IntEnum):
    """Order of the axes of a batch of images: channels last (NHWC) or before height and width (NCHW)."""

    NHWC = 0
    NCHW = 1


class ImageReadMode(IntEnum):
    """Modes of `read_image`: as it is (UNCHANGED), one channel (GRAYSCALE), or RGB (COLOR)."""

    UNCHANGED = 0
    GRAYSCALE = 1
    COLOR = 2


class ConvertMode(IntEnum):
    """Conversions between orders of color channels: COLOR_ and both orders, with A for a last channel of opacity
    and GRAY for one channel of brightness.

    Other channels in another order: COLOR_BGR2RGB, COLOR_RGB2BGR, COLOR_BGRA2RGBA, COLOR_RGBA2BGRA. Opacity
    added, all opaque: COLOR_BGR2BGRA, COLOR_RGB2RGBA, COLOR_BGR2RGBA, COLOR_RGB2BGRA; or left out:
    COLOR_BGRA2BGR, COLOR_RGBA2RGB, COLOR_RGBA2BGR, COLOR_BGRA2RGB. To brightness: COLOR_BGR2GRAY,
    COLOR_RGB2GRAY, COLOR_BGRA2GRAY, COLOR_RGBA2GRAY; from it: COLOR_GRAY2BGR, COLOR_GRAY2RGB, COLOR_GRAY2BGRA,
    COLOR_GRAY2RGBA.
    """

    COLOR_BGR2BGRA = COLOR_RGB2RGBA = 0
    COLOR_BGRA2BGR = COLOR_RGBA2RGB = 1
    COLOR_BGR2RGBA = COLOR_RGB2BGRA = 2
    COLOR_RGBA2BGR = COLOR_BGRA2RGB = 3
    COLOR_BGR2RGB = COLOR_RGB2BGR = 4
    COLOR_BGRA2RGBA = COLOR_RGBA2BGRA = 5
    COLOR_BGR2GRAY = 6
    COLOR_RGB2GRAY = 7
    COLOR_GRAY2BGR = COLOR_GRAY2RGB = 8
    COLOR_GRAY2BGRA = COLOR_GRAY2RGBA = 9
    COLOR_BGRA2GRAY = 10
    COLOR_RGBA2GRAY = 11


class SliceMode(IntEnum):
    """Treatment of sizes that `SlicePatches` cannot divide: padded (PAD) or cut off (DROP)."""

    PAD = 0
    DROP = 1


class AutoAugmentPolicy(str, Enum):
    """The policies of `AutoAugment`, found for the data sets IMAGENET, CIFAR10 and SVHN."""

    IMAGENET = "imagenet"
    CIFAR10 = "cifar10"
    SVHN = "svhn"


__getattr__ = _refuse("mindspore.dataset.vision.utils")
