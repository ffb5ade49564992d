"""Images with some pixels replaced: which pixels (Ablation), and by what (Constant, GaussianBlur, RandomPerturb)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msacc.former.explainer.arrays import rank_pixels

_REQUIRED = "EMPTY"  # what `_necessary_args` says of an argument that has no default


class BaseReplacement:
    """The base of what takes the place of pixels: called with images, it gives others of that shape.

    `_necessary_args` of a derived class are the names and defaults of its arguments; 'EMPTY' says that one must
    be given, else it is a ValueError.
    """

    _necessary_args: dict[str, Any] = {}

    def __init__(self, **kwargs: Any) -> None:
        self._replace_args = {
            name: kwargs.get(name, default) for name, default in self._necessary_args.items()
        }
        for name, value in self._replace_args.items():
            if isinstance(value, str) and value == _REQUIRED:
                raise ValueError(f"For '{type(self).__name__}', '{name}' must be given.")

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        raise NotImplementedError(f"'{type(self).__name__}' must define __call__.")


class Constant(BaseReplacement):
    """Float32 images of one value, `base_value`."""

    _necessary_args = {"base_value": _REQUIRED}

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        return np.full(inputs.shape, self._replace_args["base_value"], np.float32)


class GaussianBlur(BaseReplacement):
    """The images blurred over all axes; `sigma` is 0.7 by default."""

    _necessary_args = {"sigma": 0.7}

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        from scipy.ndimage import gaussian_filter  # slow to import

        return gaussian_filter(inputs, sigma=self._replace_args["sigma"])


class RandomPerturb(BaseReplacement):
    """The images with uniform noise from numpy's generator, between -`radius` and `radius`, 0.2 by default."""

    _necessary_args = {"radius": 0.2}

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        noise = 2 * np.random.rand(*inputs.shape) - 1
        return inputs + noise * self._replace_args["radius"]


class Ablation:
    """Replaces pixels: with `perturb_mode` 'Insertion' those of the reference by the images', else the other way round.

    Called with images (N, ...), a reference of that shape or a float, and bool masks (N, steps, ...), True at
    pixels to replace: an array (N, steps, ...). Raises TypeError for masks of another type, ValueError for other
    shapes.
    """

    def __init__(self, perturb_mode: str) -> None:
        self._perturb_mode = perturb_mode

    def __call__(
        self, inputs: np.ndarray, reference: np.ndarray | float, masks: np.ndarray
    ) -> np.ndarray:
        if isinstance(reference, float):
            reference = Constant(base_value=reference)(inputs)
        _check_ablation(inputs, reference, masks)
        if self._perturb_mode == "Insertion":
            inputs, reference = reference, inputs
        return np.where(masks, reference[:, None], inputs[:, None]).astype(inputs.dtype, copy=False)


def _check_ablation(inputs: np.ndarray, reference: np.ndarray, masks: np.ndarray) -> None:
    if inputs.shape != reference.shape:
        raise ValueError(
            f"'reference' must have the shape of 'inputs' {inputs.shape}, but its shape is {reference.shape}."
        )
    if masks.dtype != bool:
        raise TypeError(f"'masks' must be an array of bool, but its dtype is {masks.dtype}.")
    expected = (len(inputs), masks.shape[1], *inputs.shape[1:])
    if masks.shape != expected:
        raise ValueError(f"'masks' must have the shape {expected}, but its shape is {masks.shape}.")


class AblationWithSaliency(Ablation):
    """Replaces pixels step by step, those with the highest saliency first.

    `perturb_mode`: 'Deletion' or 'Insertion', as in `Ablation`.
    `perturb_percent`: which part of the pixels is replaced in all, a float.
    `is_accumulate`: whether a step also replaces what those before it replaced, a bool.
    `perturb_pixel_per_step`: how many pixels each step replaces, or None.
    `num_perturbations`: the number of steps, or None; if both are, the root of the number of pixels.
    """

    def __init__(
        self,
        perturb_mode: str,
        perturb_percent: float = 1.0,
        is_accumulate: bool = False,
        perturb_pixel_per_step: int | None = None,
        num_perturbations: int | None = None,
    ) -> None:
        super().__init__(perturb_mode)
        self._perturb_percent = perturb_percent
        self._pixel_per_step = perturb_pixel_per_step
        self._num_perturbations = num_perturbations
        self._is_accumulate = is_accumulate

    def generate_mask(self, saliency: np.ndarray, num_channels: int | None = None) -> np.ndarray:
        """Bool masks (N, steps, `num_channels`, H, W) for saliency (N, C, H, W).

        Without `num_channels` saliency is (N, H, W) and the masks (N, steps, H, W).
        """
        if num_channels is not None:
            saliency = saliency.mean(axis=1)
        ranks = rank_pixels(saliency)[:, None]
        size, steps = self._check_and_format_perturb_param(math.prod(saliency.shape[1:]))
        low = np.arange(steps).reshape(-1, 1, 1) * size
        masks = (ranks >= (0 if self._is_accumulate else low)) & (ranks < low + size)
        if num_channels is None:
            return masks
        return np.repeat(masks[:, :, None], num_channels, axis=2)

    def _check_and_format_perturb_param(self, num_pixels: int) -> tuple[int, int]:
        """The pixels of a step, and the number of steps; ValueError if there is none."""
        replaced = num_pixels * self._perturb_percent
        if self._pixel_per_step:
            steps = math.floor(replaced / self._pixel_per_step)
            if not steps:
                raise ValueError(
                    f"'perturb_pixel_per_step' {self._pixel_per_step} is more than the part {self._perturb_percent} of "
                    f"{num_pixels} pixels. Give fewer, or a larger 'perturb_percent'."
                )
            return self._pixel_per_step, steps
        steps = self._num_perturbations or math.isqrt(num_pixels)
        return math.floor(replaced / steps), steps
