# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from msacc.step.accumulators.base import Accumulator
from msacc.step.batch_statistics import WholeBatchStatistics
from msacc.step.gradient_scale import Window
from msacc.step.mesh import Mesh
from msacc.step.parameter_store.base import ParameterStore
from msacc.step.pipeline_runtime.engine import Pipeline
from msacc.step.sharded_step import OperatorSharding
from typing import Any
class StepRuntime:
    mesh: Mesh
    store: ParameterStore
    micro: Cell
    sums: Accumulator
    window: Window
    statistics: WholeBatchStatistics | None
    cutting: OperatorSharding | None
    pipeline: Pipeline | None
    def __init__(self, mesh: Mesh, store: ParameterStore, micro: Cell, sums: Accumulator, window: Window, statistics: WholeBatchStatistics | None, cutting: OperatorSharding | None = None, pipeline: Pipeline | None = None) -> None: ...
    def __eq__(self, other: Any) -> Any: ...
    def __hash__(self) -> Any: ...
