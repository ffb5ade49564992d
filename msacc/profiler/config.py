"""Profiler options, and which of them have an effect off Ascend."""

from __future__ import annotations

import os
from enum import Enum
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.warn_once import logger, no_effect, once

if TYPE_CHECKING:
    from collections.abc import Sequence


class ProfilerLevel(Enum):
    """How deep Ascend's counters go, LevelNone, Level0, Level1 or Level2; no effect here."""

    LevelNone = "LevelNone"
    Level0 = "Level0"
    Level1 = "Level1"
    Level2 = "Level2"


class ProfilerActivity(Enum):
    """What is watched: CPU or GPU. NPU is taken for GPU."""

    NPU = "NPU"
    GPU = "GPU"
    CPU = "CPU"


class AicoreMetrics(Enum):
    """Ascend's AI-core counters; no effect here.

    Members: PipeUtilization, ArithmeticUtilization, Memory, MemoryL0, MemoryUB, ResourceConflictRatio, L2Cache,
    MemoryAccess, and AiCoreNone for none.
    """

    PipeUtilization = "PipeUtilization"
    ArithmeticUtilization = "ArithmeticUtilization"
    Memory = "Memory"
    MemoryL0 = "MemoryL0"
    MemoryUB = "MemoryUB"
    ResourceConflictRatio = "ResourceConflictRatio"
    L2Cache = "L2Cache"
    MemoryAccess = "MemoryAccess"
    AiCoreNone = "None"


class ExportType(Enum):
    """The form of the result, Text or Db; msacc writes text (JSON) only."""

    Db = "db"
    Text = "text"


class HostSystem(Enum):
    """Counters of the host, CPU, MEM, DISK, NETWORK and OSRT, that Ascend's tools read; no effect here."""

    CPU = "cpu"
    MEM = "mem"
    DISK = "disk"
    NETWORK = "network"
    OSRT = "osrt"


class _ExperimentalConfig:
    """Ascend's further settings; those that differ from the default are named once.

    They are `profiler_level`, `aic_metrics`, `l2_cache`, `data_simplification`, `export_type`,
    `mstx_domain_include`, `mstx_domain_exclude`, `sys_io`, `sys_interconnection` and `host_sys`; `mstx` marks
    are always taken.
    """

    def __init__(
        self,
        profiler_level: ProfilerLevel = ProfilerLevel.Level0,
        aic_metrics: AicoreMetrics = AicoreMetrics.AiCoreNone,
        l2_cache: bool = False,
        mstx: bool = False,
        data_simplification: bool = True,
        export_type: list[ExportType] | None = None,
        mstx_domain_include: list[str] | None = None,
        mstx_domain_exclude: list[str] | None = None,
        sys_io: bool = False,
        sys_interconnection: bool = False,
        host_sys: list[HostSystem] | None = None,
    ):
        self.profiler_level = profiler_level
        self.aic_metrics = aic_metrics
        self.l2_cache = l2_cache
        self.mstx = mstx
        self.data_simplification = data_simplification
        self.export_type = [ExportType.Text] if export_type is None else export_type
        self.mstx_domain_include = mstx_domain_include or []
        self.mstx_domain_exclude = mstx_domain_exclude or []
        self.sys_io = sys_io
        self.sys_interconnection = sys_interconnection
        self.host_sys = host_sys or []


# name -> (type, default) of what a profiler accepts and torch's profiler can honour
HONOURED: dict[str, tuple[Any, Any]] = {
    "activities": (list, None),
    "with_stack": (bool, False),
    "profile_memory": (bool, False),
    "record_shapes": (bool, False),
    "start_profile": (bool, True),
    "data_process": (bool, False),
    "output_path": (str, "./data"),
}
# ... and of what concerns Ascend (`mstx` marks are always taken).
ASCEND: dict[str, Any] = {
    "profiler_level": ProfilerLevel.Level0,
    "aic_metrics": AicoreMetrics.AiCoreNone,
    "l2_cache": False,
    "hbm_ddr": False,
    "pcie": False,
    "parallel_strategy": False,
    "sync_enable": True,
    "data_simplification": True,
    "export_type": [ExportType.Text],
    "sys_io": False,
    "sys_interconnection": False,
    "host_sys": [],
    "mstx_domain_include": [],
    "mstx_domain_exclude": [],
}
_OLD = ("is_detail", "is_show_op_path", "timeline_limit", "profile_framework", "profile_communication",
        "op_time", "aicore_metrics", "subgraph", "optypes_not_deal", "env_enable")  # fmt: skip


def honoured(where: str, options: dict[str, Any]) -> dict[str, Any]:
    """The settings torch's profiler takes; wrong types fall back to the default with a warning, as in
    MindSpore, and everything without effect is named once."""
    config = options.pop("experimental_config", None)
    if config is not None:
        options = {**vars(config), **options}
    options.pop("mstx", None)
    result = {}
    for name, (kind, default) in HONOURED.items():
        value = options.pop(name, default)
        if value is not None and not isinstance(value, (list, tuple) if kind is list else kind):
            logger.warning(
                "For %s, the type of '%s' should be %s, but got %s; reset to %s.",
                where, name, kind.__name__, type(value).__name__, default,
            )  # fmt: skip
            value = default
        result[name] = value
    for name, value in options.items():
        if name in ASCEND and value != ASCEND[name]:
            no_effect(where, name, value)
        elif name in _OLD:
            no_effect(where, name, value, "later versions of MindSpore dropped it")
        elif name not in ASCEND:
            no_effect(where, name, value, "there is no such argument")
    return result


def quiet_without_a_device() -> None:
    """Torch's tracer logs each start and stop, and that it finds no GPU; where there is none nothing else is lost.

    The tracer reads its level when it is first used. One that is set already stays.
    """
    if not torch.cuda.is_available():
        os.environ.setdefault("KINETO_LOG_LEVEL", "99")


def torch_activities(
    chosen: Sequence[ProfilerActivity] | None,
) -> list[torch.profiler.ProfilerActivity]:
    """The torch activities for MindSpore's; GPU and NPU mean CUDA where there is a device."""
    kinds = torch.profiler.ProfilerActivity
    cuda = [kinds.CUDA] if torch.cuda.is_available() else []
    if not chosen:
        return [kinds.CPU, *cuda]
    activities = []
    for activity in chosen:
        if activity not in (ProfilerActivity.CPU, ProfilerActivity.GPU, ProfilerActivity.NPU):
            logger.warning("For the profiler, %r is no ProfilerActivity; it is left out.", activity)
        elif activity is ProfilerActivity.CPU:
            activities.append(kinds.CPU)
        elif not cuda:
            text = f"the profiler finds no device for {activity}; it watches the CPU."
            once(f"profiler:{activity}", text)
        elif cuda[0] not in activities:
            activities += cuda
    return activities or [kinds.CPU]
