# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.graph.jit import JitConfig
from typing import Any
def data_sink(fn: Callable[..., Any], dataset: Any, sink_size: int = 1, jit_config: JitConfig | None = None, input_signature: Any = None) -> Callable[..., Any]: ...
