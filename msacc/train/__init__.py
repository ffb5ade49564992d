"""Training: Model, callbacks, checkpoints, mixed precision.

The loops and callbacks of Model, and four packages of checkpoints: `serialization`, `resharding`, `sharded_checkpoints`
and `resume`.

Imports: common, communication, dataset, graph, inspection, interop, mindir, module_aliases, nn,
nn.cell, nn.layer, nn.learning_rate_schedule, nn.optim, ops, ops.core, ops.random, ops.summary,
step.
"""

import sys as _sys

from msacc.module_aliases import refuse as _refuse
from msacc.module_aliases import starred as _starred
from msacc.nn import metrics as metrics
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
from msacc.nn.metrics import names as names
from msacc.nn.metrics import rearrange_inputs as rearrange_inputs
from msacc.train._model import Model as Model
from msacc.train._thor import ConvertModelUtils as ConvertModelUtils
from msacc.train._thor import ConvertNetUtils as ConvertNetUtils
from msacc.train.amp import build_train_network as build_train_network
from msacc.train.callback import BackupAndRestore as BackupAndRestore
from msacc.train.callback import Callback as Callback
from msacc.train.callback import CheckpointConfig as CheckpointConfig
from msacc.train.callback import EarlyStopping as EarlyStopping
from msacc.train.callback import FlopsUtilizationCollector as FlopsUtilizationCollector
from msacc.train.callback import History as History
from msacc.train.callback import LambdaCallback as LambdaCallback
from msacc.train.callback import LearningRateScheduler as LearningRateScheduler
from msacc.train.callback import LossMonitor as LossMonitor
from msacc.train.callback import ModelCheckpoint as ModelCheckpoint
from msacc.train.callback import OnRequestExit as OnRequestExit
from msacc.train.callback import ReduceLROnPlateau as ReduceLROnPlateau
from msacc.train.callback import RunContext as RunContext
from msacc.train.callback import SummaryCollector as SummaryCollector
from msacc.train.callback import SummaryLandscape as SummaryLandscape
from msacc.train.callback import TimeMonitor as TimeMonitor
from msacc.train.callback import TrainFaultTolerance as TrainFaultTolerance
from msacc.train.data_sink import data_sink as data_sink
from msacc.train.dataset_helper import DatasetHelper as DatasetHelper
from msacc.train.dataset_helper import connect_network_with_dataset as connect_network_with_dataset
from msacc.train.effective_batch import scale_learning_rate as scale_learning_rate
from msacc.train.loss_scale_manager import DynamicLossScaleManager as DynamicLossScaleManager
from msacc.train.loss_scale_manager import FixedLossScaleManager as FixedLossScaleManager
from msacc.train.loss_scale_manager import LossScaleManager as LossScaleManager
from msacc.train.resume import Resume as Resume
from msacc.train.serialization import async_ckpt_thread_status as async_ckpt_thread_status
from msacc.train.serialization import build_searched_strategy as build_searched_strategy
from msacc.train.serialization import ckpt_to_safetensors as ckpt_to_safetensors
from msacc.train.serialization import export as export
from msacc.train.serialization import export_split_mindir as export_split_mindir
from msacc.train.serialization import get_ckpt_path_with_strategy as get_ckpt_path_with_strategy
from msacc.train.serialization import load as load
from msacc.train.serialization import load_checkpoint as load_checkpoint
from msacc.train.serialization import load_checkpoint_async as load_checkpoint_async
from msacc.train.serialization import load_distributed_checkpoint as load_distributed_checkpoint
from msacc.train.serialization import load_param_into_net as load_param_into_net
from msacc.train.serialization import merge_sliced_parameter as merge_sliced_parameter
from msacc.train.serialization import restore_group_info_list as restore_group_info_list
from msacc.train.serialization import safetensors_to_ckpt as safetensors_to_ckpt
from msacc.train.serialization import save_checkpoint as save_checkpoint
from msacc.train.summary import SummaryRecord as SummaryRecord

# Without names of msacc's own, which `msacc` would show.
__all__ = _starred(_sys.modules[__name__], "Resume", "scale_learning_rate")

__getattr__ = _refuse("mindspore.train")
