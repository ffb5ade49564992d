# Written by `python -m tests.stubs`.
from msacc.device_context._ignored import ignored as ignored
from typing import Any
def aclinit_config(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def debug_option(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
def execute_timeout(*args: Any, **kwargs: Any) -> None:
    """Accepted; it concerns Ascend only."""
