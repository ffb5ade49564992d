"""Cells: layers, losses, optimizers and train-step wrappers."""

from msacc.nn.cell import Cell as Cell
from msacc.nn.cell import GraphCell as GraphCell
from msacc.nn.layer import *  # noqa: F403
from msacc.nn.loss import *  # noqa: F403
