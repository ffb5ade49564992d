# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper
from typing import Any
class FollowsPlans(Cell):
    network: Any
    optimizer: Any
    weights: Any
    grad: Any
    grad_reducer: Any
    sens: Any
    sense_flag: bool
    return_grad: bool
    parallel_mode: Any
    reducer_flag: Any
    mean: Any
    degree: Any
    def parts(self) -> tuple[Any, ...]: ...
    def reread_context(self) -> None: ...
    def distributed_step(self, wrapper: StepWrapper) -> TrainStep | None: ...
    def __call__(self, *inputs: Any, **kwargs: Any) -> Any: ...
    def planned_step(self) -> TrainStep | None: ...
