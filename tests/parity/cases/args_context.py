"""Options of the running environment: what is set is what is read back, and reset."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

PARALLEL: dict[str, Any] = {
    "device_num": 4,
    "global_rank": 1,
    "gradients_mean": True,
    "parallel_mode": "data_parallel",
    "enable_parallel_optimizer": True,
    "parallel_optimizer_config": {"parallel_optimizer_threshold": 32},
    "optimizer_weight_shard_size": 2,
    "dataset_strategy": "full_batch",
    "full_batch": True,
}


@case(jit=False)
def auto_parallel(ms: Any, run: Any) -> Arrays:
    out = {}
    for name, value in PARALLEL.items():
        try:
            ms.set_auto_parallel_context(**{name: value})
            if name != "parallel_optimizer_config":  # MindSpore does not give it back
                out[name] = np.array(str(ms.get_auto_parallel_context(name)))
        finally:
            ms.reset_auto_parallel_context()
        if name in out:
            out[f"{name}.after"] = np.array(str(ms.get_auto_parallel_context(name)))
    return out


@case(jit=False)
def context(ms: Any, run: Any) -> Arrays:
    """Mode, device and threads, put back afterwards."""
    mode = ms.get_context("mode")
    out = {}
    try:
        for one in (ms.GRAPH_MODE, ms.PYNATIVE_MODE):
            ms.set_context(mode=one)
            out[f"mode{one}"] = np.array(ms.get_context("mode"))
        ms.set_context(device_target="CPU", device_id=0, deterministic="ON")
        out["deterministic"] = np.array(ms.get_context("deterministic"))
        out["device"] = np.array(ms.get_context("device_target"))
        ms.set_context(jit_config={"jit_level": "O0"}, deterministic="OFF")
        ms.set_device(device_target="CPU", device_id=0)
        out["id"] = np.array(ms.get_context("device_id"))
    finally:
        ms.set_context(mode=mode)
    return out


@case(jit=False)
def threads(ms: Any, run: Any) -> Arrays:
    before = ms.get_context("runtime_num_threads")
    try:
        ms.set_context(runtime_num_threads=3)
        return {"count": np.array(ms.get_context("runtime_num_threads"))}
    finally:
        ms.set_context(runtime_num_threads=before)


@case(jit=False)
def groups(ms: Any, run: Any) -> Arrays:
    """One process before init(): alone in any group."""
    result = importlib.import_module(f"{ms.__name__}.communication")
    return {
        "size": np.array(result.get_group_size(group="any")),
        "rank": np.array(result.get_rank(group="any")),
    }
