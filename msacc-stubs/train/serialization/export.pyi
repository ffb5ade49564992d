# Written by `python -m tests.stubs`.
from typing import Any
def _save_graph(*args: Any, **kwargs: Any) -> Any:
    """Refused with NotImplementedError: graphs are torch's and are not written; use export(..., file_format='ONNX')."""
def export(net: Any, *inputs: Any, file_name: str, file_format: str, **kwargs: Any) -> None: ...
def export_split_mindir(*args: Any, **kwargs: Any) -> Any:
    """Refused with NotImplementedError: MindIR files are read by load() and not written."""
