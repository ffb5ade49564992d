# Written by `python -m tests.stubs`.
from msacc.nn.cell.cell import Cell
from msacc.nn.wrap.plan_following import FollowsPlans
from typing import Any
class TrainOneStepCell(FollowsPlans):
    grad_no_sens: Any
    weights_name: Any
    use_graceful_exit: bool
    def __init__(self, network: Cell, optimizer: Any, sens: Any = None, return_grad: bool = False) -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...
