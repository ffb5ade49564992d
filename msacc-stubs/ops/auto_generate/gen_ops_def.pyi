# Written by `python -m tests.stubs`.
from msacc.ops.auto_generate import *
from typing import Any
def __getattr__(name: str) -> Any: ...
