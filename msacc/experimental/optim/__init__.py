"""Optimizers with parameter groups, and learning rate schedulers stepped by hand.

A constructor and its checks a file; the rules are in `ops.update`.

Imports: common, nn.cell, ops.update.
"""

from msacc.experimental.optim import lr_scheduler as lr_scheduler
from msacc.experimental.optim.adadelta import Adadelta as Adadelta
from msacc.experimental.optim.adagrad import Adagrad as Adagrad
from msacc.experimental.optim.adam import Adam as Adam
from msacc.experimental.optim.adam import AdamW as AdamW
from msacc.experimental.optim.adamax import Adamax as Adamax
from msacc.experimental.optim.asgd import ASGD as ASGD
from msacc.experimental.optim.nadam import NAdam as NAdam
from msacc.experimental.optim.optimizer import Optimizer as Optimizer
from msacc.experimental.optim.radam import RAdam as RAdam
from msacc.experimental.optim.rmsprop import RMSprop as RMSprop
from msacc.experimental.optim.rprop import Rprop as Rprop
from msacc.experimental.optim.sgd import SGD as SGD
