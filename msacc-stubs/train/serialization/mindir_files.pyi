# Written by `python -m tests.stubs`.
from msacc.mindir.graph import FuncGraph
from typing import Any
def load(file_name: str, **kwargs: Any) -> FuncGraph: ...
