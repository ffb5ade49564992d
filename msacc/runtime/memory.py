"""Device memory: figures, bounds, and what belongs to Ascend's allocator. On the CPU every figure is 0."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.settings import settings
from msacc.common.unsupported_names import unsupported
from msacc.common.warn_once import no_effect
from msacc.runtime.device import on_cuda

_ALLOCATOR = "torch's allocator holds the device memory; PYTORCH_CUDA_ALLOC_CONF sets it"


def empty_cache() -> None:
    """Give unused device memory back."""
    if on_cuda():
        torch.cuda.empty_cache()


def memory_allocated() -> int:
    """Bytes of device memory in use by tensors; 0 on the CPU."""
    return torch.cuda.memory_allocated() if on_cuda() else 0


def memory_reserved() -> int:
    """Bytes of device memory held; 0 on the CPU."""
    return torch.cuda.memory_reserved() if on_cuda() else 0


def max_memory_allocated() -> int:
    """The most bytes in use so far; 0 on the CPU."""
    return torch.cuda.max_memory_allocated() if on_cuda() else 0


def max_memory_reserved() -> int:
    """The most bytes held so far; 0 on the CPU."""
    return torch.cuda.max_memory_reserved() if on_cuda() else 0


def reset_peak_memory_stats() -> None:
    """Start counting the peaks anew."""
    if on_cuda():
        torch.cuda.reset_peak_memory_stats()


reset_max_memory_allocated = reset_max_memory_reserved = reset_peak_memory_stats


def set_memory(
    init_size: str = "2GB",
    increase_size: str = "2GB",
    max_size: str = "1024GB",
    optimize_level: str = "O0",
    huge_page_reserve_size: str = "0GB",
) -> None:
    """Bound device memory by `max_size`, such as '4GB', on CUDA.

    `init_size`, `increase_size`, `optimize_level` and `huge_page_reserve_size` have no effect, which is said
    once.
    """
    options = {
        "init_size": (init_size, "2GB"),
        "increase_size": (increase_size, "2GB"),
        "optimize_level": (optimize_level, "O0"),
        "huge_page_reserve_size": (huge_page_reserve_size, "0GB"),
    }
    for name, (value, default) in options.items():
        if value != default:
            no_effect("runtime.set_memory", name, value, "torch grows its pool as needed")
    if max_size == "1024GB":
        return
    if not on_cuda():
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


def memory_stats() -> dict[str, Any]:
    """Bytes of device memory, under MindSpore's keys: reserved, allocated, idle, and the most of both.

    Differs from MindSpore: the blocks of its two pools are empty, as torch has one pool of its own.
    """
    reserved, allocated = memory_reserved(), memory_allocated()
    pool = {"block_unit_size": 0, "block_counts": 0, "blocks_info": {}}
    return {
        "total_reserved_memory": reserved,
        "total_allocated_memory": allocated,
        "total_idle_memory": reserved - allocated,
        "total_eager_free_memory": 0,
        "max_reserved_memory": max_memory_reserved(),
        "max_allocated_memory": max_memory_allocated(),
        "common_mem_pool_stats": pool,
        "persistent_mem_pool_stats": {"block_counts": 0, "block_unit_size": 0, "blocks_info": {}},
    }


def _readable(count: int) -> str:
    size, unit = float(count), 0
    while size >= 1024 and unit < 4:
        size, unit = size / 1024, unit + 1
    return f"{size:6.0f} {('B', 'KB', 'MB', 'GB', 'TB')[unit]}"


def memory_summary() -> str:
    """The figures of `memory_stats` as a table."""
    line = "|" + "-" * 45 + "|"
    rule = "|" + "=" * 45 + "|"
    rows = [f"| {'Metric':<20} | {'Data':<20} |"]
    for name, value in memory_stats().items():
        if isinstance(value, int):
            title = name.removeprefix("total_").replace("_", " ").capitalize()
            rows.append(f"| {title:<20} | {_readable(value):<20} |")
    return "\n".join((rule, f"|{'Memory summary':^45}|", rule, f"\n{line}\n".join(rows), rule, ""))


@unsupported(_ALLOCATOR)
class PluggableAllocator:
    """An allocator in a library of one's own. Not here: raises NotImplementedError.

    Not looked at: `path_to_so_file`, `alloc_fn_name` and `free_fn_name`.
    """

    def __init__(self, path_to_so_file: str, alloc_fn_name: str, free_fn_name: str):
        raise NotImplementedError


@unsupported(_ALLOCATOR)
class MemPool:
    """A pool over `allocator`, a `PluggableAllocator`. Not here: raises NotImplementedError."""

    def __init__(self, allocator: PluggableAllocator):
        raise NotImplementedError


@unsupported(_ALLOCATOR)
def use_mem_pool(pool: MemPool) -> Any:
    """Allocate from a pool. Not here: raises NotImplementedError."""
    raise NotImplementedError


@unsupported(
    "it replays what Ascend's allocator wrote; torch.cuda.memory._snapshot records torch's"
)
def memory_replay(file_path: str) -> None:
    """Replay the allocations of a memory_block.csv, `file_path`. Not here: raises NotImplementedError."""
    raise NotImplementedError
