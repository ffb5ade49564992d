# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.step.mesh import Mesh
from msacc.step.pipeline_runtime.graph_split import SplitGraph
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages
from msacc.step.pipeline_runtime.stage_sharding import StageSharding
from typing import Any
class Pipeline:
    network: Cell
    mesh: Mesh
    trained: Any
    schedule: str
    interleave: bool
    stage_layout: StageSharding
    leaves: Any
    def __init__(self, network: Cell, mesh: Mesh, trained: Sequence[Parameter], schedule: str, interleave: bool, stage_layout: StageSharding | None = None) -> None: ...
    def cut(self, inputs: tuple[Any, ...]) -> SplitGraph: ...
    def assign_parameters(self, cut: SplitGraph, everywhere: bool = False) -> ParameterStages: ...
    def drop_other_stages(self, parameter_stages: ParameterStages) -> None: ...
    def train(self, micros: Sequence[tuple[Any, ...]], seeds: Sequence[Tensor]) -> list[Tensor | None]: ...
    def loss_shape(self, micro: tuple[Any, ...]) -> tuple[int, ...]: ...
    def forward(self, micros: Sequence[tuple[Any, ...]]) -> list[Any]: ...
