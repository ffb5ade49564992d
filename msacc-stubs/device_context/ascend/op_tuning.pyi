# Written by `python -m tests.stubs`.
from msacc.device_context._ignored import ignored as ignored
from typing import Any
def aclnn_cache(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def aoe_job_type(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def aoe_tune_mode(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def op_compile(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
