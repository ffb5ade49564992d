"""Cells: layers, losses, optimizers and train-step wrappers."""

from msacc.nn.cell import Cell as Cell
from msacc.nn.cell import GraphCell as GraphCell
from msacc.nn.layer import *  # noqa: F403
from msacc.nn.loss import *  # noqa: F403
from msacc.nn.learning_rate_schedule import CosineDecayLR as CosineDecayLR
from msacc.nn.learning_rate_schedule import ExponentialDecayLR as ExponentialDecayLR
from msacc.nn.learning_rate_schedule import InverseDecayLR as InverseDecayLR
from msacc.nn.learning_rate_schedule import LearningRateSchedule as LearningRateSchedule
from msacc.nn.learning_rate_schedule import NaturalExpDecayLR as NaturalExpDecayLR
from msacc.nn.learning_rate_schedule import PolynomialDecayLR as PolynomialDecayLR
from msacc.nn.learning_rate_schedule import WarmUpLR as WarmUpLR
from msacc.nn.optim import SGD as SGD
from msacc.nn.optim import Adam as Adam
from msacc.nn.optim import AdamOffload as AdamOffload
from msacc.nn.optim import AdamWeightDecay as AdamWeightDecay
from msacc.nn.optim import LazyAdam as LazyAdam
from msacc.nn.optim import Momentum as Momentum
from msacc.nn.optim import Optimizer as Optimizer
from msacc.nn.wrap import ForwardValueAndGrad as ForwardValueAndGrad
from msacc.nn.wrap import GetNextSingleOp as GetNextSingleOp
from msacc.nn.wrap import ParameterUpdate as ParameterUpdate
from msacc.nn.wrap import TrainOneStepCell as TrainOneStepCell
from msacc.nn.wrap import WithEvalCell as WithEvalCell
from msacc.nn.wrap import WithGradCell as WithGradCell
from msacc.nn.wrap import WithLossCell as WithLossCell
from msacc.nn.wrap import DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell
from msacc.nn.wrap import FixedLossScaleUpdateCell as FixedLossScaleUpdateCell
from msacc.nn.wrap import TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell
from msacc.nn import metrics as metrics
from msacc.nn.metrics import Accuracy as Accuracy
from msacc.nn.metrics import Loss as Loss
from msacc.nn.metrics import Metric as Metric
from msacc.nn.metrics import get_metric_fn as get_metric_fn
from msacc.nn.metrics import names as names
from msacc.nn.metrics import rearrange_inputs as rearrange_inputs
