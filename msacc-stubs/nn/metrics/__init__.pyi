# Written by `python -m tests.stubs`.
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
from msacc.nn.metrics.root_mean_square_surface_distance import RootMeanSquareDistance as RootMeanSquareDistance
from msacc.nn.metrics.topk import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msacc.nn.metrics.topk import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msacc.nn.metrics.topk import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from typing import Any
def get_metric_fn(name: str, *args: Any, **kwargs: Any) -> Any: ...
def get_metrics(metrics: Any) -> dict[str, Metric] | None: ...
def names() -> list[str]: ...
