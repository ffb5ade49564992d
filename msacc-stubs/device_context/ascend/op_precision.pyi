# Written by `python -m tests.stubs`.
from msacc.device_context._ignored import ignored as ignored
from typing import Any
def conv_allow_hf32(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def matmul_allow_hf32(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def op_precision_mode(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def precision_mode(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
