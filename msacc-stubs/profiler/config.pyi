# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from enum import Enum
from typing import Any
class AicoreMetrics(Enum):
    PipeUtilization = 'PipeUtilization'
    ArithmeticUtilization = 'ArithmeticUtilization'
    Memory = 'Memory'
    MemoryL0 = 'MemoryL0'
    MemoryUB = 'MemoryUB'
    ResourceConflictRatio = 'ResourceConflictRatio'
    L2Cache = 'L2Cache'
    MemoryAccess = 'MemoryAccess'
    AiCoreNone = 'None'
class ExportType(Enum):
    Db = 'db'
    Text = 'text'
class HostSystem(Enum):
    CPU = 'cpu'
    MEM = 'mem'
    DISK = 'disk'
    NETWORK = 'network'
    OSRT = 'osrt'
class ProfilerActivity(Enum):
    NPU = 'NPU'
    GPU = 'GPU'
    CPU = 'CPU'
class ProfilerLevel(Enum):
    LevelNone = 'LevelNone'
    Level0 = 'Level0'
    Level1 = 'Level1'
    Level2 = 'Level2'
class _ExperimentalConfig:
    profiler_level: ProfilerLevel
    aic_metrics: AicoreMetrics
    l2_cache: bool
    mstx: bool
    data_simplification: bool
    export_type: Any
    mstx_domain_include: Any
    mstx_domain_exclude: Any
    sys_io: bool
    sys_interconnection: bool
    host_sys: Any
    def __init__(self, profiler_level: ProfilerLevel = ..., aic_metrics: AicoreMetrics = ..., l2_cache: bool = False, mstx: bool = False, data_simplification: bool = True, export_type: Sequence[ExportType] | None = None, mstx_domain_include: Sequence[str] | None = None, mstx_domain_exclude: Sequence[str] | None = None, sys_io: bool = False, sys_interconnection: bool = False, host_sys: Sequence[HostSystem] | None = None) -> None: ...
