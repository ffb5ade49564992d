"""Occlusion: how a label's probability changes when a window of the image is black."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from msacc import Tensor, float32, nn
from msacc.former.explainer.ablation import Ablation, Constant
from msacc.former.explainer.arrays import abs_max, format_tensor_to_ndarray
from msacc.former.explainer.attribution import PerturbationAttribution
from msacc.former.explainer.cells import Probabilities


class Occlusion(PerturbationAttribution):
    """How much less probable a label is without a pixel: the mean of the windows that contain the pixel.

    `network`: a classifier, a Cell; TypeError else. It is set to evaluation.
    `activation_fn`: a Cell that makes probabilities of its results, such as `nn.Softmax()`; TypeError else.
    `perturbation_per_eval`: how many windows are one batch, an int > 0, 32 by default; ValueError else.

    Called with a Tensor (N, C, H, W) and labels, an int for one sample, or an int Tensor () or (N,): a
    Float32 Tensor (N, 1, H, W). Windows are 3 pixels high and wide and overlap; in images of more than 32
    pixels a 32nd of them, side by side. TypeError for other types, ValueError for other shapes.
    """

    def __init__(
        self, network: nn.Cell, activation_fn: nn.Cell, perturbation_per_eval: int = 32
    ) -> None:
        super().__init__(network, activation_fn, perturbation_per_eval)
        self._ablation = Ablation(perturb_mode="Deletion")
        self._aggregation_fn = abs_max
        self._get_replacement = Constant(base_value=0.0)
        self._num_sample_per_dim = 32

    def __call__(self, inputs: Tensor, targets: Tensor | int) -> Tensor:
        self._verify_data(inputs, targets)
        images = inputs.asnumpy()
        given = format_tensor_to_ndarray(targets) if isinstance(targets, Tensor) else targets
        labels = np.broadcast_to(given, len(images))
        network = Probabilities(self._network, self._activation_fn).set_train(False)
        original = _of_labels(network, images, labels)[:, None]
        # A pixel's own value counts as one window more that changes nothing, as in MindSpore.
        total, weights = np.zeros_like(images), np.ones_like(images)
        for masks in self._msacc_masks(images):
            occluded = self._ablation(images, self._get_replacement(images), masks)
            images_in_one = occluded.reshape(-1, *images.shape[1:])
            found = _of_labels(network, images_in_one, np.repeat(labels, masks.shape[1]))
            difference = original - found.reshape(masks.shape[:2])
            total += (difference[:, :, None, None, None] * masks).sum(axis=1)
            weights += masks.sum(axis=1)
        return self._aggregation_fn(Tensor(total / weights, float32))

    def _get_window_size_and_strides(
        self, inputs: np.ndarray
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Each a tuple of channels, height and width."""
        most = self._num_sample_per_dim
        sizes = [x // most if x > most else min(x, 3) for x in inputs.shape[2:]]
        strides = [x // most if x > most else 1 for x in inputs.shape[2:]]
        return (inputs.shape[1], *sizes), (inputs.shape[1], *strides)

    def _msacc_masks(self, inputs: np.ndarray) -> Iterator[np.ndarray]:
        """Batches of windows, (N, windows, C, H, W) bools each."""
        (_, high, wide), (_, down, right) = self._get_window_size_and_strides(inputs)
        rows = range(0, inputs.shape[2] - high + 1, down)
        corners = itertools.product(rows, range(0, inputs.shape[3] - wide + 1, right))
        while batch := list(itertools.islice(corners, self._perturbation_per_eval)):
            masks = np.zeros((len(inputs), len(batch), *inputs.shape[1:]), bool)
            for i, (y, x) in enumerate(batch):
                masks[:, i, :, y : y + high, x : x + wide] = True
            yield masks


def _of_labels(network: nn.Cell, images: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """The probability of each image's label."""
    probabilities = network(Tensor(images, float32)).asnumpy()
    return probabilities[np.arange(len(images)), labels]
