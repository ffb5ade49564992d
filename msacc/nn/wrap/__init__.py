"""Cells around a network: losses, gradients, train steps.

Imports: common, communication, graph, module_aliases, nn.cell, nn.layer, ops, ops.debug,
ops.func_graph, step.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.nn.wrap.grad_reducer import DistributedGradReducer as DistributedGradReducer
from msacc.nn.wrap.input_cells import GetNextSingleOp as GetNextSingleOp
from msacc.nn.wrap.input_cells import ParameterUpdate as ParameterUpdate
from msacc.nn.wrap.input_cells import VirtualDatasetCellTriple as VirtualDatasetCellTriple
from msacc.nn.wrap.loss_cells import ForwardValueAndGrad as ForwardValueAndGrad
from msacc.nn.wrap.loss_cells import WithEvalCell as WithEvalCell
from msacc.nn.wrap.loss_cells import WithGradCell as WithGradCell
from msacc.nn.wrap.loss_cells import WithLossCell as WithLossCell
from msacc.nn.wrap.loss_scale import DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell
from msacc.nn.wrap.loss_scale import FixedLossScaleUpdateCell as FixedLossScaleUpdateCell
from msacc.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell
from msacc.nn.wrap.train_cells import TrainOneStepCell as TrainOneStepCell

__getattr__ = _refuse("mindspore.nn.wrap")
