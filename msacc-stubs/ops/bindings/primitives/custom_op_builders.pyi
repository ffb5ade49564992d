# Written by `python -m tests.stubs`.
from typing import Any
class CustomOpBuilder:
    def __init__(self, name: str, sources: Any, backend: str | None = None, include_paths: Any = None, cflags: str | None = None, ldflags: str | None = None, **kwargs: Any) -> None: ...
    refusal: str
class TBERegOp:
    def __init__(self, op_name: str) -> None: ...
    refusal: str
