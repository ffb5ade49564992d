"""Memory, streams and threads, as `mindspore.runtime` has them, over torch.cuda.

Imports `common`.
"""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.checks import instance
from msacc.common.notice import no_effect
from msacc.common.settings import settings
from msacc.homes import refuse


def _on_cuda() -> bool:
    return settings.device.type == "cuda"


def synchronize() -> None:
    """Wait until the device has finished."""
    if _on_cuda():
        torch.cuda.synchronize()


def empty_cache() -> None:
    """Give unused device memory back."""
    if _on_cuda():
        torch.cuda.empty_cache()


def memory_allocated() -> int:
    """Bytes of device memory in use by tensors; 0 on the CPU."""
    return torch.cuda.memory_allocated() if _on_cuda() else 0


def memory_reserved() -> int:
    """Bytes of device memory held; 0 on the CPU."""
    return torch.cuda.memory_reserved() if _on_cuda() else 0


def max_memory_allocated() -> int:
    """The most bytes in use so far; 0 on the CPU."""
    return torch.cuda.max_memory_allocated() if _on_cuda() else 0


def max_memory_reserved() -> int:
    """The most bytes held so far; 0 on the CPU."""
    return torch.cuda.max_memory_reserved() if _on_cuda() else 0


def reset_peak_memory_stats() -> None:
    """Start counting the peaks anew."""
    if _on_cuda():
        torch.cuda.reset_peak_memory_stats()


reset_max_memory_allocated = reset_max_memory_reserved = reset_peak_memory_stats


def memory_stats() -> dict[str, Any]:
    """torch's figures on device memory; empty on the CPU."""
    return dict(torch.cuda.memory_stats()) if _on_cuda() else {}


def memory_summary() -> str:
    """torch's table on device memory."""
    return torch.cuda.memory_summary() if _on_cuda() else "no device memory: running on CPU"


def set_memory(
    init_size: str = "2GB",
    increase_size: str = "2GB",
    max_size: str = "1024GB",
    optimize_level: str = "O0",
    huge_page_reserve_size: str = "0GB",
) -> None:
    """Bound device memory by `max_size` on CUDA; the other options have no effect."""
    given = {
        "init_size": (init_size, "2GB"),
        "increase_size": (increase_size, "2GB"),
        "optimize_level": (optimize_level, "O0"),
        "huge_page_reserve_size": (huge_page_reserve_size, "0GB"),
    }
    for name, (value, default) in given.items():
        if value != default:
            no_effect("runtime.set_memory", name, value, "torch grows its pool as needed")
    if max_size == "1024GB":
        return
    if not _on_cuda():
        no_effect(
            "runtime.set_memory", "max_size", max_size, "there is no device memory on the CPU"
        )
        return
    total = torch.cuda.get_device_properties(settings.device).total_memory
    torch.cuda.set_per_process_memory_fraction(min(1.0, _bytes(max_size) / total))


def _bytes(text: str) -> float:
    if not text.upper().endswith("GB"):
        raise ValueError(f"For 'set_memory', sizes are written like '2GB', but got {text!r}.")
    return float(text[:-2]) * 2**30


def launch_blocking() -> None:
    """Refused once a device is in use; set CUDA_LAUNCH_BLOCKING=1 instead."""
    no_effect("runtime", "launch_blocking", True, "set CUDA_LAUNCH_BLOCKING=1 before starting")


def dispatch_threads_num(threads_num: int) -> None:
    """Accepted; torch dispatches ops from the calling thread."""
    no_effect(
        "runtime", "dispatch_threads_num", threads_num, "ops are dispatched by the calling thread"
    )


def set_cpu_affinity(
    enable_affinity: bool,
    affinity_cpu_list: Any = None,
    module_to_cpu_dict: Any = None,
    bind_file: Any = None,
) -> None:
    """Accepted; use `msrun --bind_core`."""
    given = (enable_affinity, affinity_cpu_list, module_to_cpu_dict, bind_file)
    no_effect("runtime", "set_cpu_affinity", given, "use msrun --bind_core")


def set_kernel_launch_group(thread_num: int = 2, kernel_group_num: int = 8) -> None:
    """Accepted; it concerns Ascend only."""
    no_effect("runtime", "set_kernel_launch_group", (thread_num, kernel_group_num))


def set_kernel_launch_capture(enable_capture_graph: bool, op_capture_skip: Any = None) -> None:
    """Accepted; jit_level "O2" uses CUDA graphs."""
    why = 'jit_level "O2" uses CUDA graphs'
    given = (enable_capture_graph, op_capture_skip)
    no_effect("runtime", "set_kernel_launch_capture", given, why)


def set_device_limit(device: int, cube_num: int = -1, vector_num: int = -1) -> None:
    """Accepted; it concerns Ascend only."""
    no_effect("runtime", "set_device_limit", (device, cube_num, vector_num))


def set_stream_limit(stream: Any, cube_num: int = -1, vector_num: int = -1) -> None:
    """Accepted; it concerns Ascend only."""
    no_effect("runtime", "set_stream_limit", (stream, cube_num, vector_num))


def reset_stream_limit(stream: Any) -> None:
    """Accepted; it concerns Ascend only."""
    no_effect("runtime", "reset_stream_limit", stream)


class Stream:
    """A CUDA stream; on the CPU everything is one stream. TypeError for a `priority` that is no int."""

    def __init__(self, priority: int = 0, **kwargs: Any):
        instance("Stream", "priority", priority, int)
        if priority and not _on_cuda():
            no_effect("runtime.Stream", "priority", priority, "the CPU has one stream")
        for name, value in kwargs.items():
            no_effect("runtime.Stream", name, value, "a stream has a priority only")
        self.torch = torch.cuda.Stream(priority=priority) if _on_cuda() else None

    def synchronize(self) -> None:
        """Wait until the stream has finished."""
        if self.torch is not None:
            self.torch.synchronize()

    def query(self) -> bool:
        """Whether the stream has finished."""
        return True if self.torch is None else self.torch.query()


class StreamCtx:
    """`with StreamCtx(stream):` queues work on a stream; TypeError for what is no Stream."""

    def __init__(self, ctx_stream: Stream):
        instance("StreamCtx", "ctx_stream", ctx_stream, Stream)
        self._inner = torch.cuda.stream(ctx_stream.torch) if ctx_stream.torch is not None else None

    def __enter__(self) -> None:
        if self._inner is not None:
            self._inner.__enter__()

    def __exit__(self, *error: Any) -> None:
        if self._inner is not None:
            self._inner.__exit__(*error)


def _held(stream: Any) -> Stream:
    found = Stream.__new__(Stream)
    found.torch = stream
    return found


def current_stream() -> Stream:
    """The stream in use."""
    return _held(torch.cuda.current_stream() if _on_cuda() else None)


def default_stream() -> Stream:
    """The device's default stream."""
    return _held(torch.cuda.default_stream() if _on_cuda() else None)


__getattr__ = refuse("mindspore.runtime")
