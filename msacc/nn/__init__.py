"""Cells: layers, losses, optimizers and train-step wrappers.

Imports: common, communication, examples, graph, mindspore_homes, module_aliases, ops, ops.core,
ops.debug, ops.func_graph, ops.linalg, ops.math, ops.nn, ops.sparse, step.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING

from msacc.module_aliases import refuse as _refuse
from msacc.nn import metrics as metrics
from msacc.nn import utils as utils
from msacc.nn.cell import Cell as Cell
from msacc.nn.cell import GraphCell as GraphCell
from msacc.nn.dynamic_lr import cosine_decay_lr as cosine_decay_lr
from msacc.nn.dynamic_lr import exponential_decay_lr as exponential_decay_lr
from msacc.nn.dynamic_lr import inverse_decay_lr as inverse_decay_lr
from msacc.nn.dynamic_lr import natural_exp_decay_lr as natural_exp_decay_lr
from msacc.nn.dynamic_lr import piecewise_constant_lr as piecewise_constant_lr
from msacc.nn.dynamic_lr import polynomial_decay_lr as polynomial_decay_lr
from msacc.nn.dynamic_lr import warmup_lr as warmup_lr
from msacc.nn.grad import Jvp as Jvp
from msacc.nn.grad import Vjp as Vjp
from msacc.nn.layer import *  # noqa: F403
from msacc.nn.layer.thor import Conv2dThor as Conv2dThor
from msacc.nn.layer.thor import DenseThor as DenseThor
from msacc.nn.layer.thor_tables import EmbeddingLookupThor as EmbeddingLookupThor
from msacc.nn.layer.thor_tables import EmbeddingThor as EmbeddingThor
from msacc.nn.learning_rate_schedule import CosineDecayLR as CosineDecayLR
from msacc.nn.learning_rate_schedule import ExponentialDecayLR as ExponentialDecayLR
from msacc.nn.learning_rate_schedule import InverseDecayLR as InverseDecayLR
from msacc.nn.learning_rate_schedule import LearningRateSchedule as LearningRateSchedule
from msacc.nn.learning_rate_schedule import NaturalExpDecayLR as NaturalExpDecayLR
from msacc.nn.learning_rate_schedule import PolynomialDecayLR as PolynomialDecayLR
from msacc.nn.learning_rate_schedule import WarmUpLR as WarmUpLR
from msacc.nn.loss import *  # noqa: F403
from msacc.nn.metrics import F1 as F1
from msacc.nn.metrics import MAE as MAE
from msacc.nn.metrics import MSE as MSE
from msacc.nn.metrics import ROC as ROC
from msacc.nn.metrics import Accuracy as Accuracy
from msacc.nn.metrics import BleuScore as BleuScore
from msacc.nn.metrics import ConfusionMatrix as ConfusionMatrix
from msacc.nn.metrics import ConfusionMatrixMetric as ConfusionMatrixMetric
from msacc.nn.metrics import CosineSimilarity as CosineSimilarity
from msacc.nn.metrics import Dice as Dice
from msacc.nn.metrics import Fbeta as Fbeta
from msacc.nn.metrics import HausdorffDistance as HausdorffDistance
from msacc.nn.metrics import Loss as Loss
from msacc.nn.metrics import MeanSurfaceDistance as MeanSurfaceDistance
from msacc.nn.metrics import Metric as Metric
from msacc.nn.metrics import OcclusionSensitivity as OcclusionSensitivity
from msacc.nn.metrics import Perplexity as Perplexity
from msacc.nn.metrics import Precision as Precision
from msacc.nn.metrics import Recall as Recall
from msacc.nn.metrics import RootMeanSquareDistance as RootMeanSquareDistance
from msacc.nn.metrics import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msacc.nn.metrics import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msacc.nn.metrics import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from msacc.nn.metrics import auc as auc
from msacc.nn.metrics import get_metric_fn as get_metric_fn
from msacc.nn.metrics import get_metrics as get_metrics
from msacc.nn.metrics import names as names
from msacc.nn.metrics import rearrange_inputs as rearrange_inputs
from msacc.nn.optim import ASGD as ASGD
from msacc.nn.optim import FTRL as FTRL
from msacc.nn.optim import LARS as LARS
from msacc.nn.optim import SGD as SGD
from msacc.nn.optim import Adadelta as Adadelta
from msacc.nn.optim import AdaFactor as AdaFactor
from msacc.nn.optim import Adagrad as Adagrad
from msacc.nn.optim import Adam as Adam
from msacc.nn.optim import AdaMax as AdaMax
from msacc.nn.optim import AdamOffload as AdamOffload
from msacc.nn.optim import AdamWeightDecay as AdamWeightDecay
from msacc.nn.optim import AdaSumByDeltaWeightWrapCell as AdaSumByDeltaWeightWrapCell
from msacc.nn.optim import AdaSumByGradWrapCell as AdaSumByGradWrapCell
from msacc.nn.optim import Lamb as Lamb
from msacc.nn.optim import LazyAdam as LazyAdam
from msacc.nn.optim import Momentum as Momentum
from msacc.nn.optim import Optimizer as Optimizer
from msacc.nn.optim import OptTFTWrapper as OptTFTWrapper
from msacc.nn.optim import ProximalAdagrad as ProximalAdagrad
from msacc.nn.optim import RMSProp as RMSProp
from msacc.nn.optim import Rprop as Rprop
from msacc.nn.optim import thor as thor
from msacc.nn.sparse import SparseTensorDenseMatmul as SparseTensorDenseMatmul
from msacc.nn.sparse import SparseToDense as SparseToDense
from msacc.nn.wrap import DistributedGradReducer as DistributedGradReducer
from msacc.nn.wrap import DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell
from msacc.nn.wrap import FixedLossScaleUpdateCell as FixedLossScaleUpdateCell
from msacc.nn.wrap import ForwardValueAndGrad as ForwardValueAndGrad
from msacc.nn.wrap import GetNextSingleOp as GetNextSingleOp
from msacc.nn.wrap import ParameterUpdate as ParameterUpdate
from msacc.nn.wrap import TrainOneStepCell as TrainOneStepCell
from msacc.nn.wrap import TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell
from msacc.nn.wrap import WithEvalCell as WithEvalCell
from msacc.nn.wrap import WithGradCell as WithGradCell
from msacc.nn.wrap import WithLossCell as WithLossCell

if _TYPE_CHECKING:
    from msacc.nn import probability as probability

__getattr__ = _refuse("mindspore.nn")


def __dir__() -> list[str]:
    """What is loaded, and what comes when it is asked for."""
    return sorted({*globals(), "probability"})
