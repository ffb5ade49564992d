# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.step.step_base import StepBase
from typing import Any
class WindowEnd(StepBase):
    def finish_window(self, times: float = 1.0) -> tuple[Tensor, bool]: ...
    def forget_window(self) -> None: ...
