"""RISE: the mean of random masks, each weighted with a label's probability in what it lets through."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msacc import Tensor, nn
from msacc._checkparam import check_value_type
from msacc.former.explainer.arrays import resize
from msacc.former.explainer.attribution import PerturbationAttribution, check_images


class RISE(PerturbationAttribution):
    """The mean of 6000 random masks, each times the label's probability in the image times the mask.

    `network`: a classifier, a Cell; TypeError else. It is set to evaluation.
    `activation_fn`: a Cell that makes probabilities of its results, such as `nn.Softmax()`; TypeError else.
    `perturbation_per_eval`: how many masks are one batch, an int > 0, 32 by default; ValueError else.

    Called with a Tensor (N, C, H, W) and labels, an int or an int Tensor (), which hold for all, an int Tensor (N,), or
    (N, l), several for each sample: a Tensor (N, l, H, W) of the images' dtype, l being 1 but for the last.
    TypeError for other types, ValueError for other shapes.

    Masks are drawn from numpy's generator, `numpy.random.seed`, in MindSpore's order.

    Differs from MindSpore: images need not be square; lists of labels are taken, too.
    """

    def __init__(
        self, network: nn.Cell, activation_fn: nn.Cell, perturbation_per_eval: int = 32
    ) -> None:
        super().__init__(network, activation_fn, perturbation_per_eval)
        self._num_masks = 6000
        self._mask_probability = 0.5
        self._down_sample_size = 10  # masks are drawn with so many rows and columns
        self._resize_mode = "bilinear"
        self._base_value = 0  # what the masks do not let through becomes

    def __call__(self, inputs: Any, targets: Any) -> Tensor:
        self._verify_data(inputs, targets)
        labels = self._unify_targets(inputs, targets)
        maps = [
            self._msacc_map(inputs[i : i + 1], labels[i]) / self._num_masks
            for i in range(len(inputs))
        ]
        return Tensor(np.stack(maps), inputs.dtype)

    def _msacc_map(self, image: Tensor, labels: np.ndarray) -> np.ndarray:
        """The sum of the weighted masks, (labels, H, W)."""
        total = np.zeros((len(labels), *image.shape[2:]))
        size = self._perturbation_per_eval
        for done in range(0, self._num_masks, size):
            masks: Any = self._generate_masks(image, min(size, self._num_masks - done))
            seen = masks * image + (1 - masks) * self._base_value
            found = self._activation_fn(self.network(seen)).asnumpy()
            found = found.reshape(*found.shape[:2], -1).mean(axis=2)
            total += np.einsum("ml,mhw->lhw", found[:, labels], masks.asnumpy()[:, 0])
        return total

    def _generate_masks(self, data: Tensor, batch_size: int) -> Tensor:
        """Masks (batch_size, 1, H, W): points at random, enlarged, and a part of that at a random place."""
        (height, width), points = data.shape[2:], self._down_sample_size
        drawn = np.random.random((batch_size, 1, points, points)) < self._mask_probability
        enlarged = resize(
            Tensor(drawn, data.dtype), (height + points, width + points), self._resize_mode
        ).asnumpy()
        rows = np.random.randint(0, points + 1, size=batch_size)
        columns = np.random.randint(0, points + 1, size=batch_size)
        parts = [
            mask[:, y : y + height, x : x + width]
            for mask, y, x in zip(enlarged, rows, columns, strict=True)
        ]
        return Tensor(np.stack(parts), data.dtype)

    @staticmethod
    def _verify_data(inputs: Any, targets: Any) -> None:
        check_images(inputs)
        check_value_type("targets", targets, (Tensor, int, tuple, list))
        shape: Any = targets.shape if isinstance(targets, Tensor) else np.shape(targets)
        if len(shape) > 2 or (shape and shape[0] != len(inputs)):
            raise ValueError(
                f"'targets' must have the shape (), (N,) or (N, l) with N {len(inputs)}, the number of 'inputs', "
                f"but its shape is {shape}."
            )

    @staticmethod
    def _unify_targets(inputs: Tensor, targets: Any) -> np.ndarray:
        """The labels of each sample, (N, l)."""
        array = np.asarray(targets.asnumpy() if isinstance(targets, Tensor) else targets, int)
        rows = array[:, None] if array.ndim == 1 else array
        return np.broadcast_to(rows, (len(inputs), math.prod(rows.shape[1:])))
