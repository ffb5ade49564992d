"""What `mindspore.boost` held: gradient accumulation is here, its other algorithms are Ascend's and refuse.

Doors alone; imports `common`, `ops` and `nn`.
"""

from msacc.boost import grad_accumulation as grad_accumulation
from msacc.boost.algorithms import AdaSum as AdaSum
from msacc.boost.algorithms import AutoBoost as AutoBoost
from msacc.boost.algorithms import BoostTrainOneStepCell as BoostTrainOneStepCell
from msacc.boost.algorithms import (
    BoostTrainOneStepWithLossScaleCell as BoostTrainOneStepWithLossScaleCell,
)
from msacc.boost.algorithms import DimReduce as DimReduce
from msacc.boost.algorithms import FreezeOpt as FreezeOpt
from msacc.boost.algorithms import GradientFreeze as GradientFreeze
from msacc.boost.algorithms import GroupLossScaleManager as GroupLossScaleManager
from msacc.boost.algorithms import LessBN as LessBN
from msacc.boost.algorithms import OptimizerProcess as OptimizerProcess
from msacc.boost.algorithms import ParameterProcess as ParameterProcess
from msacc.boost.algorithms import freeze_cell as freeze_cell
from msacc.boost.grad_accumulation import GradientAccumulation as GradientAccumulation
from msacc.homes import refuse

__getattr__ = refuse("mindspore.boost")
