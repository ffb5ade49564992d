"""Metrics over a dataset, computed in numpy.

Imports: common, nn.cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.nn.metrics.accuracy import Accuracy as Accuracy
from msacc.nn.metrics.auc import auc as auc
from msacc.nn.metrics.bleu_score import BleuScore as BleuScore
from msacc.nn.metrics.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from msacc.nn.metrics.confusion_matrix import ConfusionMatrixMetric as ConfusionMatrixMetric
from msacc.nn.metrics.cosine_similarity import CosineSimilarity as CosineSimilarity
from msacc.nn.metrics.dice import Dice as Dice
from msacc.nn.metrics.error import MAE as MAE
from msacc.nn.metrics.error import MSE as MSE
from msacc.nn.metrics.fbeta import F1 as F1
from msacc.nn.metrics.fbeta import Fbeta as Fbeta
from msacc.nn.metrics.hausdorff_distance import HausdorffDistance as HausdorffDistance
from msacc.nn.metrics.loss import Loss as Loss
from msacc.nn.metrics.mean_surface_distance import MeanSurfaceDistance as MeanSurfaceDistance
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
from msacc.nn.metrics.occlusion_sensitivity import OcclusionSensitivity as OcclusionSensitivity
from msacc.nn.metrics.perplexity import Perplexity as Perplexity
from msacc.nn.metrics.precision import Precision as Precision
from msacc.nn.metrics.recall import Recall as Recall
from msacc.nn.metrics.roc import ROC as ROC
from msacc.nn.metrics.root_mean_square_surface_distance import (
    RootMeanSquareDistance as RootMeanSquareDistance,
)
from msacc.nn.metrics.topk import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msacc.nn.metrics.topk import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msacc.nn.metrics.topk import TopKCategoricalAccuracy as TopKCategoricalAccuracy

if TYPE_CHECKING:
    from collections.abc import Mapping

_BY_NAME: dict[str, Any] = {
    "F1": F1,
    "acc": Accuracy,
    "accuracy": Accuracy,
    "auc": auc,
    "bleu_score": BleuScore,
    "confusion_matrix": ConfusionMatrix,
    "confusion_matrix_metric": ConfusionMatrixMetric,
    "cosine_similarity": CosineSimilarity,
    "dice": Dice,
    "hausdorff_distance": HausdorffDistance,
    "loss": Loss,
    "mae": MAE,
    "mean_surface_distance": MeanSurfaceDistance,
    "mse": MSE,
    "occlusion_sensitivity": OcclusionSensitivity,
    "perplexity": Perplexity,
    "precision": Precision,
    "recall": Recall,
    "roc": ROC,
    "root_mean_square_distance": RootMeanSquareDistance,
    "top_1_accuracy": Top1CategoricalAccuracy,
    "top_5_accuracy": Top5CategoricalAccuracy,
    "topk": TopKCategoricalAccuracy,
}


def names() -> list[str]:
    """The names `get_metric_fn` and a Model's `metrics` know."""
    return sorted(_BY_NAME)


def get_metric_fn(name: str, *args: object, **kwargs: object) -> Any:
    """A new metric by name; KeyError for an unknown one."""
    if name not in _BY_NAME:
        raise KeyError(f"For 'get_metric_fn', unsupported metric {name!r}; known are {names()}.")
    return _BY_NAME[name](*args, **kwargs)


def get_metrics(metrics: Mapping[str, Any] | set[str] | None) -> dict[str, Metric] | None:
    """{name: Metric} out of `metrics`, a dict or a set of names; TypeError for anything else but None."""
    if metrics is None:
        return None
    if isinstance(metrics, set):
        return {name: get_metric_fn(name) for name in metrics}
    if not isinstance(metrics, dict):
        raise TypeError(
            f"For 'get_metrics', the argument 'metrics' must be None, dict or set, but got {metrics}"
        )
    for name, metric in metrics.items():
        if not isinstance(name, str) or not isinstance(metric, Metric):
            raise TypeError(
                "For 'get_metrics', if 'metrics' is dict, the key in 'metrics' must be string and value in "
                f"'metrics' must be Metric, but got key:{type(name)}, value:{type(metric)}."
            )
    return metrics
