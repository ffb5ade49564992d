"""Launch options of MindSpore's runtime: accepted, since torch decides how work reaches the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common.warn_once import no_effect

if TYPE_CHECKING:
    from collections.abc import Sequence


def launch_blocking() -> None:
    """Refused once a device is in use; set CUDA_LAUNCH_BLOCKING=1 instead."""
    no_effect("runtime", "launch_blocking", True, "set CUDA_LAUNCH_BLOCKING=1 before starting")


def dispatch_threads_num(threads_num: int) -> None:
    """Accepted; torch dispatches ops from the calling thread. `threads_num` has no effect, which is said once."""
    no_effect(
        "runtime", "dispatch_threads_num", threads_num, "ops are dispatched by the calling thread"
    )


def set_kernel_launch_group(thread_num: int = 2, kernel_group_num: int = 8) -> None:
    """Accepted; it concerns Ascend only. `thread_num` and `kernel_group_num` have no effect, which is said once."""
    no_effect("runtime", "set_kernel_launch_group", (thread_num, kernel_group_num))


def set_kernel_launch_capture(
    enable_capture_graph: bool, op_capture_skip: Sequence[str] | None = None
) -> None:
    """Accepted; jit_level "O2" uses CUDA graphs. `enable_capture_graph` and `op_capture_skip` have no effect,
    which is said once.
    """
    why = 'jit_level "O2" uses CUDA graphs'
    arguments = (enable_capture_graph, op_capture_skip)
    no_effect("runtime", "set_kernel_launch_capture", arguments, why)
