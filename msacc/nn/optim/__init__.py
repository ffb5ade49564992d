"""Optimizers, one rule a file.

An optimizer holds state and checks its arguments; the rule is in `ops.update`.

Imports: common, communication, graph, nn.cell, nn.layer, nn.learning_rate_schedule, ops.core,
ops.func_graph, ops.nn, ops.parameter_assign, ops.update.
"""

from msacc.nn.optim._unsupported import AdaSumByDeltaWeightWrapCell as AdaSumByDeltaWeightWrapCell
from msacc.nn.optim._unsupported import AdaSumByGradWrapCell as AdaSumByGradWrapCell
from msacc.nn.optim._unsupported import OptTFTWrapper as OptTFTWrapper
from msacc.nn.optim.ada_grad import Adagrad as Adagrad
from msacc.nn.optim.adadelta import Adadelta as Adadelta
from msacc.nn.optim.adafactor import AdaFactor as AdaFactor
from msacc.nn.optim.adam import Adam as Adam
from msacc.nn.optim.adam import AdamOffload as AdamOffload
from msacc.nn.optim.adam import AdamWeightDecay as AdamWeightDecay
from msacc.nn.optim.adam import LazyAdam as LazyAdam
from msacc.nn.optim.adamax import AdaMax as AdaMax
from msacc.nn.optim.asgd import ASGD as ASGD
from msacc.nn.optim.ftrl import FTRL as FTRL
from msacc.nn.optim.lamb import Lamb as Lamb
from msacc.nn.optim.lars import LARS as LARS
from msacc.nn.optim.momentum import Momentum as Momentum
from msacc.nn.optim.optimizer import Optimizer as Optimizer
from msacc.nn.optim.optimizer import opt_init_args_register as opt_init_args_register
from msacc.nn.optim.proximal_ada_grad import ProximalAdagrad as ProximalAdagrad
from msacc.nn.optim.rmsprop import RMSProp as RMSProp
from msacc.nn.optim.rprop import Rprop as Rprop
from msacc.nn.optim.sgd import SGD as SGD
from msacc.nn.optim.thor import thor as thor
