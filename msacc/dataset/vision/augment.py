"""AutoAugment, RandAugment and TrivialAugmentWide by torchvision, on PIL images and uint8 arrays (H, W, 3)."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.dataset.transform_random import Draws
from msacc.dataset.vision.affine import apply_pil
from msacc.dataset.vision.arguments import LARGEST, check_interpolation, fill_tuple
from msacc.dataset.vision.base import RandomArrayResult, RandomImage
from msacc.dataset.vision.utils import AutoAugmentPolicy, Inter

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints

_MODES = {Inter.NEAREST: "nearest", Inter.BILINEAR: "bilinear", Inter.BICUBIC: "bicubic"}


def _torchvision(name: str) -> Any:
    # Imported on demand: importing torchvision takes a second.
    return getattr(importlib.import_module("torchvision.transforms"), name)


def _mode(interpolation: Inter) -> Any:
    check_interpolation(interpolation)
    if interpolation not in _MODES:
        raise ValueError(f"interpolation should be one of {list(_MODES)}, got {interpolation!r}.")
    return _torchvision("InterpolationMode")(_MODES[interpolation])


def _fill(fill_value: Ints) -> list[float]:
    values = fill_tuple(fill_value)
    return [float(v) for v in (values if len(values) == 3 else values * 3)]


class _Augment(RandomImage):
    """A torchvision module, seeded from this transform's generator."""

    module: torch.nn.Module
    # torchvision draws from torch's global generator.
    forbids_prefetch = True

    def threadable(self) -> bool:
        return False

    def check(self, x: Any) -> None:
        if x.ndim != 3 or x.shape[2] != 3:
            raise RuntimeError(
                f"{type(self).__name__}: the image should be of shape <H,W,C> with 3 channels, but "
                f"got {x.shape}."
            )

    def draw(self, x: np.ndarray, draws: Draws) -> int:
        return draws.word()

    def apply(self, x: Any, plan: int) -> Any:
        if isinstance(x, np.ndarray):
            self.check(x)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(plan)
            return apply_pil(x, self.module)


class AutoAugment(RandomArrayResult, _Augment):
    """The learned policies for ImageNet, CIFAR-10 and SVHN.

    `policy`: an AutoAugmentPolicy.
    `interpolation`: an Inter, how pixels between others are made.
    `fill_value`: an int or three, what stands outside the image.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        policy: AutoAugmentPolicy = AutoAugmentPolicy.IMAGENET,
        interpolation: Inter = Inter.NEAREST,
        fill_value: Ints = 0,
    ) -> None:
        check.instance(None, "policy", policy, AutoAugmentPolicy)
        torch_policy = _torchvision("AutoAugmentPolicy")(policy.value)
        self.module = _torchvision("AutoAugment")(
            torch_policy, _mode(interpolation), _fill(fill_value)
        )


class RandAugment(RandomArrayResult, _Augment):
    """`num_ops` random transforms of one `magnitude`, an int below `num_magnitude_bins`, which is at least 2.

    `interpolation`: an Inter, how pixels between others are made.
    `fill_value`: an int or three, what stands outside the image.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        num_ops: int = 2,
        magnitude: int = 9,
        num_magnitude_bins: int = 31,
        interpolation: Inter = Inter.NEAREST,
        fill_value: Ints = 0,
    ) -> None:
        check.integer(None, "num_ops", num_ops, 0, LARGEST)
        check.integer(None, "num_magnitude_bins", num_magnitude_bins, 2, LARGEST)
        check.instance(None, "magnitude", magnitude, int)
        if not 0 <= magnitude < num_magnitude_bins:
            raise check.error_with_note(
                ValueError,
                f"Input magnitude is not within the required interval of [0, {num_magnitude_bins}).",
                f"Got {magnitude}.",
            )
        self.module = _torchvision("RandAugment")(
            num_ops, magnitude, num_magnitude_bins, _mode(interpolation), _fill(fill_value)
        )


class TrivialAugmentWide(RandomArrayResult, _Augment):
    """One random transform of random magnitude, one of `num_magnitude_bins`, an int of at least 2.

    `interpolation`: an Inter, how pixels between others are made.
    `fill_value`: an int or three, what stands outside the image.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        num_magnitude_bins: int = 31,
        interpolation: Inter = Inter.NEAREST,
        fill_value: Ints = 0,
    ) -> None:
        check.integer(None, "num_magnitude_bins", num_magnitude_bins, 2, LARGEST)
        mode, fill = _mode(interpolation), _fill(fill_value)
        self.module = _torchvision("TrivialAugmentWide")(num_magnitude_bins, mode, fill)
