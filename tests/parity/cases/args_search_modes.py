"""How strategies are searched for: two names of one option, and AutoParallel's modes."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand

NAMES = ("search_mode", "auto_parallel_search_mode")
MODES = ("dynamic_programming", "sharding_propagation", "recursive_programming")


@case(jit=False)
def search_modes(ms: Any, run: Any) -> Arrays:
    """Either name sets both."""
    out: Arrays = {}
    try:
        out["before"] = np.array([ms.get_auto_parallel_context(name) for name in NAMES])
        for mode in MODES:
            ms.set_auto_parallel_context(search_mode=mode)
            out[mode] = np.array([ms.get_auto_parallel_context(name) for name in NAMES])
            ms.set_auto_parallel_context(auto_parallel_search_mode=mode)
            out[f"{mode}_old"] = np.array([ms.get_auto_parallel_context(name) for name in NAMES])
        ms.reset_auto_parallel_context()
        out["after"] = np.array([ms.get_auto_parallel_context(name) for name in NAMES])
    finally:
        ms.reset_auto_parallel_context()
    return out


@case(jit=False)
def auto_parallel_modes(ms: Any, run: Any) -> Arrays:
    """What AutoParallel takes."""
    home = importlib.import_module(f"{ms.__name__}.parallel.auto_parallel")
    taken = []
    for mode in ("semi_auto", *MODES, "auto", 3):
        try:
            home.AutoParallel(network=ms.nn.Dense(3, 2, ms.Tensor(rand(2, 3))), parallel_mode=mode)
        except ValueError:
            continue
        taken.append(mode)
    return {"taken": np.array(taken)}


@case(jit=False)
def refused_modes(ms: Any, run: Any) -> Arrays:
    """Other names and types."""
    calls = {
        f"{name}_{place}": (name, mode)
        for name in NAMES
        for place, mode in enumerate(("x", 3, None))
    }
    return {
        label: run.raises(
            lambda given=given: ms.set_auto_parallel_context(**dict([given])) or np.zeros(1)
        )["raises"]
        for label, given in calls.items()
    }
