"""`mindspore.utils`: DLPack, and what asks Ascend's hardware about faults.

Imports `common`.
"""

from __future__ import annotations

from msacc.common.tensor_functions import from_dlpack as from_dlpack
from msacc.common.tensor_functions import to_dlpack as to_dlpack
from msacc.common.unsupported_names import unsupported
from msacc.common.warn_once import no_effect
from msacc.module_aliases import refuse

# Module paths below this one are in module_aliases.
__path__: list[str] = []
_ORDER = "it compares what Ascend's runtime dumped; collectives that differ stop the job here, with their names"


@unsupported("it asks Ascend's driver; MindSpore's CPU build refuses too")
def stress_detect(detect_type: str = "aic") -> int:
    """Look for faults of the hardware, of the kind `detect_type`. Not here: raises NotImplementedError."""
    raise NotImplementedError


def sdc_detect_start() -> None:
    """Accepted; silent corruption is detected by Ascend's kernels alone."""
    no_effect("utils", "sdc_detect_start", "()", "Ascend's kernels detect silent corruption")


def sdc_detect_stop() -> None:
    """Accepted; nothing is being detected."""
    no_effect("utils", "sdc_detect_stop", "()", "Ascend's kernels detect silent corruption")


def get_sdc_detect_result() -> bool:
    """Whether silent corruption was found: always False, as on MindSpore's CPU build."""
    return False


@unsupported(_ORDER)
def comm_exec_order_check(action: str) -> None:
    """Check that all processes call the same collectives. Not here: raises NotImplementedError.

    `action` is not looked at.
    """
    raise NotImplementedError


@unsupported(_ORDER)
def runtime_execution_order_check(folders_: object, all_rank: bool | None = None) -> None:
    """Check dumped orders of execution. Not here: raises NotImplementedError.

    Neither `folders_` nor `all_rank` is looked at.
    """
    raise NotImplementedError


@unsupported("ops go straight to torch; torch.utils._python_dispatch.TorchDispatchMode sees them")
class MsDispatchMode:
    """`with` an instance, see every op. Not here: raises NotImplementedError."""

    def __init__(self) -> None:
        raise NotImplementedError


__all__ = [
    "MsDispatchMode",
    "comm_exec_order_check",
    "from_dlpack",
    "get_sdc_detect_result",
    "runtime_execution_order_check",
    "sdc_detect_start",
    "sdc_detect_stop",
    "stress_detect",
    "to_dlpack",
]
__getattr__ = refuse("mindspore.utils")
