# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Sequence
from msacc.common.tensor import Tensor
from msacc.communication.comm_func import CommHandle
from typing import Any
class Handle(CommHandle):
    works: Any
    after: Any
    def __init__(self, works: Sequence[Any], after: Callable[[], Any] | None) -> None: ...
    def wait(self) -> None: ...
def bare(where: str, name: str, value: Any) -> Tensor: ...
