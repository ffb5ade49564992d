# Written by `python -m tests.stubs`.
from msacc.internals.micro_batch import _MicroBatch as _MicroBatch
from msacc.nn.wrap.input_cells import GetNextSingleOp as GetNextSingleOp
from msacc.nn.wrap.input_cells import ParameterUpdate as ParameterUpdate
from msacc.nn.wrap.input_cells import VirtualDatasetCellTriple as VirtualDatasetCellTriple
from msacc.nn.wrap.input_cells import _VirtualDatasetCell as _VirtualDatasetCell
from msacc.nn.wrap.loss_cells import ForwardValueAndGrad as ForwardValueAndGrad
from msacc.nn.wrap.loss_cells import WithEvalCell as WithEvalCell
from msacc.nn.wrap.loss_cells import WithGradCell as WithGradCell
from msacc.nn.wrap.loss_cells import WithLossCell as WithLossCell
from msacc.nn.wrap.train_cells import TrainOneStepCell as TrainOneStepCell
from msacc.parallel.nn.grad_accumulation import GradAccumulation as _GradAccumulation
from msacc.parallel.nn.grad_accumulation import MicroBatchInterleaved as MicroBatchInterleaved
from msacc.parallel.pipeline_api.cell import PipelineCell as PipelineCell
GradAccumulationCell = _GradAccumulation
