"""Cells: layers, losses, optimizers and train-step wrappers."""

from msacc.nn.cell import Cell as Cell
from msacc.nn.cell import GraphCell as GraphCell
from msacc.nn.layer.container import CellDict as CellDict
from msacc.nn.layer.container import CellList as CellList
from msacc.nn.layer.container import SequentialCell as SequentialCell
