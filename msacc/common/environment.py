"""MindSpore's environment variables: the supported ones, and a log line for each of the others."""

from __future__ import annotations

import importlib
import os

from msacc.common.warn_once import once

# What msacc reads: jobs (also for MindSpore's own launchers), the profiler and MindDataset's shares.
SUPPORTED_VARIABLES = frozenset(
    {
        "MS_ROLE",
        "MS_WORKER_NUM",
        "MS_SCHED_HOST",
        "MS_SCHED_PORT",
        "MS_NODE_ID",
        "MS_TOPO_TIMEOUT",
        "MS_CPU_COMM_OP_TIMEOUT",
        "MS_PROFILER_OPTIONS",
        "MS_DEV_MINDRECORD_SHARD_BY_BLOCK",
    }
)
# What msrun has read before it started this process.
_OF_MSRUN = frozenset({"MS_ENABLE_RECOVERY"})
# Model.train reads both.
_RECOVERY = frozenset({"MS_ENABLE_RECOVERY", "MS_RECOVERY_PATH"})
_REASONS = {
    "MS_DEV_SAVE_GRAPHS": "torch.compile has logs of its own (TORCH_LOGS)",
    "MS_DEV_JIT_SYNTAX_LEVEL": "a run is recorded",
    "MS_COMPILER_CACHE_ENABLE": "compiled code is always cached on disk",
    "MS_COMPILER_CACHE_PATH": "set TORCHINDUCTOR_CACHE_DIR",
    "MS_JIT_MODULES": "a run is recorded",
    "MS_ALLOC_CONF": "torch manages memory (PYTORCH_CUDA_ALLOC_CONF)",
    "MS_ENABLE_NUMA": "use msrun --bind_core",
    "MS_SUBMODULE_LOG_v": "set GLOG_v",
    "MS_ENABLE_RECOVERY": "msrun starts a failed job again, a single process nobody",
    "MS_RECOVERY_PATH": "it says where Model.train keeps its place, with MS_ENABLE_RECOVERY=1",
    "MS_HOSTFILE_PATH": "processes find each other through msrun's options",
    "MS_SERVER_NUM": "there are no parameter servers",
    "MINDSPORE_DUMP_CONFIG": "use Cell hooks to see values",
    "MS_DIAGNOSTIC_DATA_PATH": "use Cell hooks to see values",
}
# Asked at every look: the modules of layers above whose `act` heeds a variable, loaded where it is set.
_ACTS = {"MS_PROFILER_OPTIONS": "msacc.profiler.env_profiler"}


def apply_environment() -> None:
    """Applies the supported variables; logs once for each of the others that it has no effect."""
    heeded = (
        SUPPORTED_VARIABLES | _OF_MSRUN
        if "TORCHELASTIC_RESTART_COUNT" in os.environ
        else SUPPORTED_VARIABLES
    )
    if os.environ.keys() >= _RECOVERY and os.environ["MS_ENABLE_RECOVERY"] == "1":
        heeded = heeded | _RECOVERY
    for name in sorted(os.environ):
        if name.startswith(("MS_", "MINDSPORE_")) and name not in heeded:
            why = _REASONS.get(name, "msacc does not read it")
            once(
                f"environment:{name}",
                f"environment: {name}={os.environ[name]} has no effect here; {why}.",
            )
    for name, module in _ACTS.items():
        if os.environ.get(name):
            importlib.import_module(module).act()
