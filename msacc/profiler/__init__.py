"""Profiling: MindSpore's profiler interface over torch.profiler.

Imports: common, examples, train.
"""

from msacc.examples import attach as _attach_examples
from msacc.profiler.config import AicoreMetrics as AicoreMetrics
from msacc.profiler.config import ExportType as ExportType
from msacc.profiler.config import HostSystem as HostSystem
from msacc.profiler.config import ProfilerActivity as ProfilerActivity
from msacc.profiler.config import ProfilerLevel as ProfilerLevel
from msacc.profiler.config import _ExperimentalConfig as _ExperimentalConfig
from msacc.profiler.dynamic_monitor import DynamicProfilerMonitor as DynamicProfilerMonitor
from msacc.profiler.env_profiler import EnvProfiler as EnvProfiler
from msacc.profiler.mstx import mstx as mstx
from msacc.profiler.profiler import Profiler as Profiler
from msacc.profiler.profiler import profile as profile
from msacc.profiler.profiler import tensorboard_trace_handler as tensorboard_trace_handler
from msacc.profiler.schedule import Schedule as schedule
from msacc.profiler.step_timeline import Timeline as Timeline
from msacc.profiler.step_timeline import timeline as timeline
from msacc.profiler.timeline_callback import StepTimeline as StepTimeline

__all__ = [
    "AicoreMetrics", "DynamicProfilerMonitor", "EnvProfiler", "ExportType", "HostSystem", "Profiler",
    "ProfilerActivity", "ProfilerLevel", "StepTimeline", "Timeline", "_ExperimentalConfig", "mstx", "profile",
    "schedule", "tensorboard_trace_handler", "timeline",
]  # fmt: skip
_attach_examples("profiler")
