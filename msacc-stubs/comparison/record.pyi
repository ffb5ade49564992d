# Written by `python -m tests.stubs`.
import numpy as _numpy
from typing import Any
class record:
    path: Any
    net: Any
    rounding: bool
    side: Any
    calls: list[dict[str, Any]]
    arrays: dict[str, _numpy.ndarray]
    random_state: Any
    def __init__(self, path: Any, net: Any = None, *, rounding: bool = True) -> None: ...
    def __enter__(self) -> record: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: traceback | None) -> None: ...
