"""Localization, ClassSensitivity and Robustness: measures of explanations."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Tensor, float32, int32, log, nn, ops
from msacc._checkparam import check_value_type
from msacc.former.explainer.ablation import RandomPerturb
from msacc.former.explainer.arrays import calc_correlation, format_tensor_to_ndarray
from msacc.former.explainer.attribution import Attribution
from msacc.former.explainer.cells import Probabilities
from msacc.former.explainer.metric import LabelAgnosticMetric, LabelSensitiveMetric
from msacc.former.explainer.rise import RISE


def check_metric(where: str, metric: Any, known: tuple[str, ...]) -> None:
    """ValueError for a metric that is none of those known."""
    if metric not in known:
        raise ValueError(
            f"For '{where}', 'metric' must be one of {list(known)}, but got {metric!r}."
        )


class Localization(LabelSensitiveMetric):
    """Whether a saliency map is high where the object is.

    `num_labels`: the number of labels, an int > 0; TypeError or ValueError else.
    `metric`: 'PointingGame', 1 if the object is less than 15 pixels away from the map's maximum, else 0; or
      'IoSR', which part of the pixels above half the maximum belongs to the object. ValueError else.

    As in MindSpore, 'PointingGame' takes the mask's rows for the map's columns, and so gives what one expects of masks
    in which x comes first; the runner makes such masks of a dataset's boxes.
    """

    def __init__(self, num_labels: int, metric: str = "PointingGame") -> None:
        super().__init__(num_labels)
        self._verify_metrics(metric)
        self._metric = metric
        # The distance in pixels, or which part of the maximum is high.
        self._metric_arg: float = 15 if metric == "PointingGame" else 0.5

    @staticmethod
    def _verify_metrics(metric: Any) -> None:
        check_metric("Localization", metric, ("PointingGame", "IoSR"))

    def evaluate(
        self,
        explainer: Attribution,
        inputs: Tensor,
        targets: Tensor | int,
        saliency: Tensor | None = None,
        mask: Any = None,
    ) -> np.ndarray:
        """The measure of one sample, an array (1,).

        `explainer`: an explanation of a network with `num_labels` results.
        `inputs`: the image, a Tensor (1, C, H, W).
        `targets`: its label, an int, or an int Tensor () or (1,).
        `saliency`: the map, a Tensor (1, 1, H, W); what the explainer gives by default.
        `mask`: where the object is, (1, 1, H, W), 0 elsewhere; it must be given.

        Raises TypeError for other types, ValueError for other shapes and labels.
        """
        self._check_evaluate_param_with_mask(explainer, inputs, targets, saliency, mask)
        shown = explainer(inputs, targets) if saliency is None else saliency
        found, inside = shown.asnumpy()[0, 0], format_tensor_to_ndarray(mask)[0, 0].astype(bool)
        measure = _pointing_game if self._metric == "PointingGame" else _part_inside
        return np.array([measure(found, inside, self._metric_arg)], float)

    def _check_evaluate_param_with_mask(
        self, explainer: Any, inputs: Any, targets: Any, saliency: Any, mask: Any
    ) -> None:
        self._check_evaluate_param(explainer, inputs, targets, saliency)
        if mask is None:
            raise ValueError("For 'Localization', 'mask' must be given.")
        check_value_type("mask", mask, (Tensor, np.ndarray), "Localization")
        if len(mask.shape) != 4 or len(mask) != len(inputs):
            raise ValueError(
                f"For 'Localization', 'mask' must have the shape (1, 1, H, W), but its shape is {mask.shape}."
            )


def _pointing_game(saliency: np.ndarray, inside: np.ndarray, distance: float) -> float:
    row, column = np.unravel_index(saliency.argmax(), saliency.shape)
    # As in MindSpore: boxes of datasets are put into masks with x first, too.
    columns, rows = np.ogrid[: inside.shape[0], : inside.shape[1]]
    near = (rows - row) ** 2 + (columns - column) ** 2 < distance**2
    return float((inside & near).any())


def _part_inside(saliency: np.ndarray, inside: np.ndarray, part: float) -> float:
    high = saliency > saliency.max() * part
    return float((inside & high).sum() / max(high.sum(), 1e-10))


class ClassSensitivity(LabelAgnosticMetric):
    """How little the maps of the most and the least probable label have in common.

    `(1 - correlation) / 2`
    """

    def evaluate(self, explainer: Attribution, inputs: Tensor) -> np.ndarray:
        """The measure of one sample, an array (1,).

        `explainer`: an explanation.
        `inputs`: the image, a Tensor (1, C, H, W).

        Raises TypeError for other types, ValueError for other shapes.
        """
        self._check_evaluate_param(explainer, inputs)
        outputs = explainer.network(inputs).asnumpy()
        most, least = outputs.argmax(-1), outputs.argmin(-1)
        if isinstance(explainer, RISE):  # the masks of both are the same
            labels = np.stack([most, least], axis=1)
            first, second = explainer(inputs, Tensor(labels, int32)).asnumpy()[0]
        else:
            first, second = (
                explainer(inputs, Tensor(label, int32)).asnumpy()[0] for label in (most, least)
            )
        return np.array([(1 - calc_correlation(first.reshape(-1), second.reshape(-1))) / 2], float)


class Robustness(LabelSensitiveMetric):
    """How little a map changes when the image gets some noise: the largest change of ten.

    `exp(-norm(changed - saliency) / norm(saliency))`

    `num_labels`: the number of labels, an int > 0; TypeError or ValueError else.
    `activation_fn`: a Cell that makes probabilities of the network's results, such as `nn.Softmax()`; TypeError else.

    The noise is drawn from numpy's generator, `numpy.random.seed`, in MindSpore's order.
    """

    def __init__(self, num_labels: int, activation_fn: nn.Cell) -> None:
        super().__init__(num_labels)
        check_value_type("activation_fn", activation_fn, nn.Cell, "Robustness")
        self._perturb = RandomPerturb()
        self._num_perturbations = 10
        self._threshold = 0.1
        self._activation_fn = activation_fn

    def evaluate(
        self,
        explainer: Attribution,
        inputs: Tensor,
        targets: Tensor | int,
        saliency: Tensor | None = None,
    ) -> np.ndarray:
        """The measure of one sample, an array (1,); NaN for a map of zeros.

        `explainer`: an explanation of a network with `num_labels` results.
        `inputs`: the image, a Tensor (1, C, H, W).
        `targets`: its label, an int, or an int Tensor () or (1,).
        `saliency`: the map, a Tensor (1, 1, H, W); what the explainer gives by default.

        Raises TypeError for other types, ValueError for other shapes and labels.
        """
        self._check_evaluate_param(explainer, inputs, targets, saliency)
        labels = Tensor([targets], int32) if isinstance(targets, int) else targets
        shown = (explainer(inputs, labels) if saliency is None else saliency).asnumpy()
        norm = np.linalg.norm(shown)
        if norm == 0:
            log.warning("For 'Robustness', the saliency map is 0 everywhere; the result is NaN.")
            return np.array([np.nan])
        network = Probabilities(explainer.network, self._activation_fn)
        attempts = self._msacc_attempts(network, inputs)
        changes = []
        for _ in range(self._num_perturbations):
            changed = [self._perturb(inputs.asnumpy()) for _ in range(attempts)][-1]
            changes.append(
                np.linalg.norm(explainer(Tensor(changed, float32), labels).asnumpy() - shown)
            )
        return np.array([np.exp(-max(changes) / norm)])

    def _msacc_attempts(self, network: nn.Cell, inputs: Tensor) -> int:
        """How often noise is drawn until it is taken.

        MindSpore looks at probabilities of the image without noise, made of probabilities once more: if they are
        close to those of the image, the first noise is taken, else the third.
        """
        found = network(inputs)
        difference = ops.sub(found, self._activation_fn(found)).asnumpy()
        return 1 if np.linalg.norm(difference[0]) <= self._threshold else 3
