"""`mindspore.hal`: devices, memory, streams and events, with the target as an argument.

Doors to `runtime`, and to torch for what a device is; imports `common` and `runtime`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc import runtime
from msacc.common.checks import is_int
from msacc.common.settings import settings
from msacc.module_aliases import refuse
from msacc.runtime import Event as Event
from msacc.runtime import Stream as Stream
from msacc.runtime import StreamCtx as StreamCtx
from msacc.runtime import communication_stream as communication_stream
from msacc.runtime import current_stream as current_stream
from msacc.runtime import default_stream as default_stream
from msacc.runtime import set_cur_stream as set_cur_stream
from msacc.runtime import synchronize as synchronize

_TARGETS = ("CPU", "GPU", "Ascend")


def is_available(device_target: str) -> bool:
    """Whether `device_target` can be computed on: "CPU" always, "GPU" where torch finds CUDA, "Ascend" never."""
    return _target("is_available", device_target) == "CPU" or (
        device_target == "GPU" and torch.cuda.is_available()
    )


def is_initialized(device_target: str) -> bool:
    """Whether `device_target`, "CPU", "GPU" or "Ascend", is in use.

    ValueError for another.

    Differs from MindSpore: the CPU is from the start.
    """
    return _target("is_initialized", device_target) == "CPU" or (
        device_target == "GPU" and torch.cuda.is_initialized()
    )


def _target(where: str, target: str) -> str:
    if target not in _TARGETS:
        raise ValueError(
            f"For 'hal.{where}', the argument 'device_target' must be one of {list(_TARGETS)}, but got {target}."
        )
    return str(target)


def _check_target(where: str, target: str | None) -> str:
    """The target asked for, that of the process for None. ValueError for one that is not here."""
    if target is None:
        return "GPU" if settings.device.type == "cuda" else "CPU"
    if not is_available(_target(where, target)):
        raise ValueError(
            f"For 'hal.{where}', {target} is not available here; see hal.is_available."
        )
    return target


def _of_device(where: str, device_id: int, target: str | None, ask: Callable[[int], Any]) -> Any:
    if not is_int(device_id):
        raise TypeError(f"For 'hal.{where}', 'device_id' must be int, but got {device_id!r}.")
    return ask(device_id) if _check_target(where, target) == "GPU" else None


def device_count(device_target: str | None = None) -> int:
    """How many devices of the target there are; 1 for the CPU.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    return torch.cuda.device_count() if _check_target("device_count", device_target) == "GPU" else 1


def get_device_capability(device_id: int, device_target: str | None = None) -> Any:
    """A GPU's compute capability, (major, minor); None for the CPU.

    `device_id`: an int (TypeError otherwise).
    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    ask = torch.cuda.get_device_capability
    return _of_device("get_device_capability", device_id, device_target, ask)


def get_device_properties(device_id: int, device_target: str | None = None) -> Any:
    """torch's description of a GPU; None for the CPU.

    `device_id`: an int (TypeError otherwise).
    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    ask = torch.cuda.get_device_properties
    return _of_device("get_device_properties", device_id, device_target, ask)


def get_device_name(device_id: int, device_target: str | None = None) -> str:
    """A GPU's name; "CPU" for the CPU.

    `device_id`: an int (TypeError otherwise).
    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    ask = torch.cuda.get_device_name
    return _of_device("get_device_name", device_id, device_target, ask) or "CPU"


def get_arch_list(device_target: str | None = None) -> Any:
    """The GPU architectures torch was built for; None for the CPU.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    target = _check_target("get_arch_list", device_target)
    return torch.cuda.get_arch_list() if target == "GPU" else None


def memory_stats(device_target: str | None = None) -> dict[str, Any]:
    """The figures of memory, as `runtime.memory_stats` gives them.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("memory_stats", device_target)
    return runtime.memory_stats()


def memory_summary(device_target: str | None = None) -> str:
    """The figures of memory as text, as `runtime.memory_summary` gives it.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("memory_summary", device_target)
    return runtime.memory_summary()


def memory_reserved(device_target: str | None = None) -> int:
    """Bytes of device memory held.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("memory_reserved", device_target)
    return runtime.memory_reserved()


def memory_allocated(device_target: str | None = None) -> int:
    """Bytes of device memory in use.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("memory_allocated", device_target)
    return runtime.memory_allocated()


def max_memory_reserved(device_target: str | None = None) -> int:
    """The most bytes held so far.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("max_memory_reserved", device_target)
    return runtime.max_memory_reserved()


def max_memory_allocated(device_target: str | None = None) -> int:
    """The most bytes in use so far.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("max_memory_allocated", device_target)
    return runtime.max_memory_allocated()


def empty_cache() -> None:
    """Give unused device memory back."""
    runtime.empty_cache()


def reset_peak_memory_stats(device_target: str | None = None) -> None:
    """Start counting the peaks anew.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    _check_target("reset_peak_memory_stats", device_target)
    runtime.reset_peak_memory_stats()


def reset_max_memory_reserved(device_target: str | None = None) -> None:
    """Starts the peaks anew, as `reset_peak_memory_stats` does.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    reset_peak_memory_stats(device_target)


def reset_max_memory_allocated(device_target: str | None = None) -> None:
    """Starts the peaks anew, as `reset_peak_memory_stats` does.

    `device_target`: "CPU" or "GPU", None for the one in use; ValueError for a target that is not here.
    """
    reset_peak_memory_stats(device_target)


__all__ = [
    "Event", "Stream", "StreamCtx", "communication_stream", "current_stream", "default_stream", "device_count",
    "empty_cache", "get_arch_list", "get_device_capability", "get_device_name", "get_device_properties",
    "is_available", "is_initialized", "max_memory_allocated", "max_memory_reserved", "memory_allocated",
    "memory_reserved", "memory_stats", "memory_summary", "reset_max_memory_allocated",
    "reset_max_memory_reserved", "reset_peak_memory_stats", "set_cur_stream", "synchronize",
]  # fmt: skip
# A module with modules below it: msacc.module_aliases knows them.
__path__: list[str] = []
__getattr__ = refuse("mindspore.hal")
