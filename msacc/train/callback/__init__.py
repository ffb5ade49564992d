"""Callbacks, one per file.

Imports: common, communication, dataset, nn.cell, step, train.resharding, train.serialization,
train.summary.
"""

from msacc.train.callback._backup_and_restore import BackupAndRestore as BackupAndRestore
from msacc.train.callback._callback import Callback as Callback
from msacc.train.callback._callback import CallbackManager as _CallbackManager  # noqa: F401
from msacc.train.callback._callback import InternalCallbackParam as _InternalCallbackParam  # noqa: F401
from msacc.train.callback._callback import RunContext as RunContext
from msacc.train.callback._callback import set_cur_net as _set_cur_net  # noqa: F401
from msacc.train.callback._checkpoint import ModelCheckpoint as ModelCheckpoint
from msacc.train.callback._checkpoint_config import CheckpointConfig as CheckpointConfig
from msacc.train.callback._checkpoint_manager import CheckpointManager as _CheckpointManager  # noqa: F401
from msacc.train.callback._early_stop import EarlyStopping as EarlyStopping
from msacc.train.callback._history import History as History
from msacc.train.callback._lambda_callback import LambdaCallback as LambdaCallback
from msacc.train.callback._landscape import SummaryLandscape as SummaryLandscape
from msacc.train.callback._loss_monitor import LossMonitor as LossMonitor
from msacc.train.callback._lr_scheduler_callback import (
    LearningRateScheduler as LearningRateScheduler,
)
from msacc.train.callback._on_request_exit import OnRequestExit as OnRequestExit
from msacc.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from msacc.train.callback._summary_collector import SummaryCollector as SummaryCollector
from msacc.train.callback._time_monitor import TimeMonitor as TimeMonitor
from msacc.train.callback._unsupported import FlopsUtilizationCollector as FlopsUtilizationCollector
from msacc.train.callback._unsupported import TrainFaultTolerance as TrainFaultTolerance
