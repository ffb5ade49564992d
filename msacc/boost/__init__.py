"""`mindspore.boost`: what its CPU build runs; names for Ascend raise.

Imports: common, examples, graph, module_aliases, nn, nn.cell, nn.layer, nn.optim, ops, step.
"""

from msacc.boost import grad_accumulation as grad_accumulation
from msacc.boost.algorithms import AdaSum as AdaSum
from msacc.boost.algorithms import AutoBoost as AutoBoost
from msacc.boost.algorithms import DimReduce as DimReduce
from msacc.boost.algorithms import LessBN as LessBN
from msacc.boost.base import OptimizerProcess as OptimizerProcess
from msacc.boost.base import ParameterProcess as ParameterProcess
from msacc.boost.boost_cell_wrapper import BoostTrainOneStepCell as BoostTrainOneStepCell
from msacc.boost.boost_cell_wrapper import (
    BoostTrainOneStepWithLossScaleCell as BoostTrainOneStepWithLossScaleCell,
)
from msacc.boost.grad_accumulation import GradientAccumulation as GradientAccumulation
from msacc.boost.grad_freeze import FreezeOpt as FreezeOpt
from msacc.boost.grad_freeze import GradientFreeze as GradientFreeze
from msacc.boost.grad_freeze import freeze_cell as freeze_cell
from msacc.boost.group_loss_scale_manager import GroupLossScaleManager as GroupLossScaleManager
from msacc.examples import attach as _attach_examples
from msacc.module_aliases import refuse

__getattr__ = refuse("mindspore.boost")
_attach_examples("boost")
