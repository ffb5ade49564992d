# Written by `python -m tests.stubs`.
from typing import Any
from typing import TypeVar
Self = TypeVar("Self", bound=OnDevice)
class OnDevice:
    deterministic: bool
    def device(self: Self, device_target: str = 'CPU') -> Self: ...
