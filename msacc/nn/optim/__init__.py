"""Optimizers, one rule a file."""

from msacc.nn.optim.adam import Adam as Adam
from msacc.nn.optim.adam import AdamOffload as AdamOffload
from msacc.nn.optim.adam import AdamWeightDecay as AdamWeightDecay
from msacc.nn.optim.adam import LazyAdam as LazyAdam
from msacc.nn.optim.momentum import Momentum as Momentum
from msacc.nn.optim.optimizer import Optimizer as Optimizer
from msacc.nn.optim.optimizer import opt_init_args_register as opt_init_args_register
from msacc.nn.optim.sgd import SGD as SGD
