"""Faithfulness: whether the pixels of a saliency map count as much as it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msacc import Tensor, float32, log, nn
from msacc._checkparam import check_value_type
from msacc.former.explainer.ablation import (
    AblationWithSaliency,
    BaseReplacement,
    Constant,
    GaussianBlur,
)
from msacc.former.explainer.arrays import calc_auc, format_tensor_to_ndarray
from msacc.former.explainer.attribution import Attribution
from msacc.former.explainer.benchmarks import check_metric
from msacc.former.explainer.cells import Probabilities
from msacc.former.explainer.metric import LabelSensitiveMetric, label_of


def _calc_feature_importance(saliency: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The mean saliency (N, C or 1, H, W) of the pixels of each mask (N, steps, C, H, W): (N, steps)."""
    axes = (2, 3, 4)
    return (saliency[:, None] * masks).sum(axes) / masks.sum(axes)


class _FaithfulnessHelper:
    """The base: replaces pixels step by step, those with the highest saliency first.

    Arguments as in `AblationWithSaliency`; `perturb_method` is 'Constant' with `base_value`, or 'GaussianBlur' with
    `sigma`, else a ValueError.
    """

    _support: tuple[type[BaseReplacement], ...] = (Constant, GaussianBlur)

    def __init__(
        self,
        perturb_percent: float,
        perturb_mode: str,
        perturb_method: str,
        is_accumulate: bool,
        perturb_pixel_per_step: int | None = None,
        num_perturbations: int | None = None,
        **kwargs: Any,
    ) -> None:
        methods = {method.__name__: method for method in self._support}
        if perturb_method not in methods:
            raise ValueError(
                f"'perturb_method' must be one of {list(methods)}, but got {perturb_method!r}."
            )
        self._get_reference = methods[perturb_method](**kwargs)
        self._ablation = AblationWithSaliency(
            perturb_mode, perturb_percent, is_accumulate, perturb_pixel_per_step, num_perturbations
        )

    def calc_faithfulness(
        self, inputs: np.ndarray, model: Callable[[Tensor], Tensor], targets: Any, saliency: Any
    ) -> np.ndarray:
        """How faithful a map is, an array (1,); derived classes define it."""
        raise NotImplementedError

    def _msacc_steps(
        self, inputs: np.ndarray, model: Callable[[Tensor], Tensor], label: int, saliency: Any
    ) -> tuple[np.ndarray, np.ndarray]:
        """The masks, and the label's probability after each step, (N, steps)."""
        masks = self._ablation.generate_mask(saliency, inputs.shape[1])
        changed = self._ablation(inputs, self._get_reference(inputs), masks)
        found = _of_label(model, changed.reshape(-1, *inputs.shape[1:]), label)
        return masks, found.reshape(masks.shape[:2])


def _of_label(model: Callable[[Tensor], Tensor], images: np.ndarray, label: int) -> np.ndarray:
    return model(Tensor(images, float32)).asnumpy()[:, label]


def _is_uniform(values: np.ndarray, what: str) -> bool:
    if values.max() != values.min():
        return False
    log.warning("For 'Faithfulness', %s; the correlation is taken to be 0.", what)
    return True


class NaiveFaithfulness(_FaithfulnessHelper):
    """The correlation of the pixels' saliency and the loss of probability without them.

    Arguments as in `AblationWithSaliency` and its base.
    """

    def __init__(
        self,
        perturb_percent: float,
        perturb_method: str,
        is_accumulate: bool = False,
        perturb_pixel_per_step: int | None = None,
        num_perturbations: int | None = None,
        **kwargs: Any,
    ) -> None:
        settings = (is_accumulate, perturb_pixel_per_step, num_perturbations)
        super().__init__(perturb_percent, "Deletion", perturb_method, *settings, **kwargs)

    def calc_faithfulness(
        self, inputs: np.ndarray, model: Callable[[Tensor], Tensor], targets: Any, saliency: Any
    ) -> np.ndarray:
        if _is_uniform(saliency, "the saliency map is the same everywhere"):
            return np.array([0.0])
        masks, found = self._msacc_steps(inputs, model, label_of(targets), saliency)
        if _is_uniform(found, "the replaced pixels change no probability"):
            return np.array([0.0])
        importance = _calc_feature_importance(saliency, masks)
        size = len(inputs)
        return np.diag(-np.corrcoef(importance, found)[:size, size:])


class _AreaUnderCurve(_FaithfulnessHelper):
    _mode = ""

    def __init__(
        self,
        perturb_percent: float,
        perturb_method: str,
        perturb_pixel_per_step: int | None = None,
        num_perturbations: int | None = None,
        **kwargs: Any,
    ) -> None:
        settings = (True, perturb_pixel_per_step, num_perturbations)
        super().__init__(perturb_percent, self._mode, perturb_method, *settings, **kwargs)


class DeletionAUC(_AreaUnderCurve):
    """1 - the area under the loss of probability while the pixels with the highest saliency are removed.

    Arguments as in `AblationWithSaliency` and its base.
    """

    _mode = "Deletion"

    def calc_faithfulness(
        self, inputs: np.ndarray, model: Callable[[Tensor], Tensor], targets: Any, saliency: Any
    ) -> np.ndarray:
        label = label_of(targets)
        _, found = self._msacc_steps(inputs, model, label, saliency)
        return np.array([1 - calc_auc(_of_label(model, inputs, label) - found[0])], float)


class InsertionAUC(_AreaUnderCurve):
    """The area under the gain of probability while the pixels with the highest saliency are put in.

    Arguments as in `AblationWithSaliency` and its base.
    """

    _mode = "Insertion"

    def calc_faithfulness(
        self, inputs: np.ndarray, model: Callable[[Tensor], Tensor], targets: Any, saliency: Any
    ) -> np.ndarray:
        label = label_of(targets)
        _, found = self._msacc_steps(inputs, model, label, saliency)
        empty = _of_label(model, self._get_reference(inputs), label)
        return np.array([calc_auc(found[0] - empty)], float)


class Faithfulness(LabelSensitiveMetric):
    """Whether the pixels that a map shows change the label's probability when they are black.

    `num_labels`: the number of labels, an int > 0; TypeError or ValueError else.
    `activation_fn`: a Cell that makes probabilities of the network's results, such as `nn.Softmax()`; TypeError else.
    `metric`: 'NaiveFaithfulness', the correlation of saliency and loss of probability; 'DeletionAUC' or
      'InsertionAUC', areas under the curves while pixels are removed or put in. ValueError else.
    """

    _methods: tuple[Any, ...] = (NaiveFaithfulness, DeletionAUC, InsertionAUC)

    def __init__(
        self, num_labels: int, activation_fn: nn.Cell, metric: str = "NaiveFaithfulness"
    ) -> None:
        super().__init__(num_labels)
        check_value_type("activation_fn", activation_fn, nn.Cell, "Faithfulness")
        self._activation_fn = activation_fn
        self._verify_metrics(metric)
        method = {method.__name__: method for method in self._methods}[metric]
        self._faithfulness_helper = method(
            perturb_percent=0.5, perturb_method="Constant", base_value=0.0
        )

    def _verify_metrics(self, metric: Any) -> None:
        check_metric("Faithfulness", metric, tuple(m.__name__ for m in self._methods))

    def evaluate(
        self,
        explainer: Attribution,
        inputs: Tensor,
        targets: Tensor | int,
        saliency: Tensor | None = None,
    ) -> np.ndarray:
        """The measure of one sample, an array (1,): (1 + faithfulness) / 2.

        `explainer`: an explanation of a network with `num_labels` results.
        `inputs`: the image, a Tensor (1, C, H, W).
        `targets`: its label, an int, or an int Tensor () or (1,).
        `saliency`: the map, a Tensor (1, 1, H, W); what the explainer gives by default.

        Raises TypeError for other types, ValueError for other shapes and labels.
        """
        self._check_evaluate_param(explainer, inputs, targets, saliency)
        shown = explainer(inputs, targets) if saliency is None else saliency
        faithfulness = self._faithfulness_helper.calc_faithfulness(
            inputs=format_tensor_to_ndarray(inputs),
            model=Probabilities(explainer.network, self._activation_fn),
            targets=targets,
            saliency=format_tensor_to_ndarray(shown),
        )
        return (1 + faithfulness) / 2
