"""The sides that gpu.py compares, and what is read off each: its first step, its peak, what it hands to the device."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import torch
from both_ways_steps import Step, msacc_step, torch_step
from gpu_networks import WITH_ATTENTION

import msacc as ms
from msacc.common.settings import settings
from msacc.common.torch_private import cuda_graph_skips

# msacc's sides with their jit_level: None is PyNative mode, "" what graph mode does by itself.
OWN: dict[str, str | None] = {"pynative": None, "automatic": "", "o1": "O1", "o2": "O2"}
# Torch's by hand: torch.compile's options, whether attention is torch's fused one.
GRAPHS: dict[str, Any] = {"mode": "reduce-overhead"}
BY_HAND: dict[str, tuple[dict[str, Any] | None, bool]] = {
    "eager": (None, False),
    "sdpa": (None, True),
    "compile": ({}, False),
    "compile_sdpa": ({}, True),
    "cuda_graphs": (GRAPHS, False),
}
# What stands beside what.
ALIKE = {"pynative": "eager", "automatic": "compile", "o1": "compile", "o2": "cuda_graphs"}

# Of msacc: the level, and the type it is for; torch's side is under autocast to the same type.
PRECISIONS: dict[str, tuple[str, Any]] = {
    "float32": ("O0", None),
    "bfloat16 O2": ("O2", ms.bfloat16),
    "float16 O2": ("O2", ms.float16),
    "float16 O3": ("O3", ms.float16),
}
LOW = {ms.bfloat16: torch.bfloat16, ms.float16: torch.float16}
# Steps after which the automatic level is to have compiled, and the seconds after which it isn't waited for.
SETTLED, PATIENCE = 100, 30.0
# Calls of torch that start nothing on a device.
_FREE = """detach view _unsafe_view as_strided expand reshape t transpose permute select slice unsqueeze squeeze alias
    empty empty_like empty_strided new_empty is_pinned record_stream resolve_conj resolve_neg lift_fresh set_"""
_FREE_EVENTS = {f"aten::{name}" for name in _FREE.split()}


def has(network: str, side: str) -> bool:
    """Whether a network has such a side: fused attention by hand is for those with attention."""
    return network in WITH_ATTENTION or not BY_HAND.get(side, (None, False))[1]


def make(network: str, precision: str, side: str, quick: bool, same_weights: bool) -> Step:
    """A training step."""
    level, low = PRECISIONS[precision]
    if side in OWN:
        return msacc_step(network, quick, level, low, OWN[side], same_weights)
    options, fused = BY_HAND[side]
    return torch_step(network, quick, LOW.get(low), options, fused)


def wait() -> None:
    """For the device."""
    if settings.device.type == "cuda":
        torch.cuda.synchronize()


def first_step(make_it: Callable[[], Step]) -> tuple[Step, dict[str, Any]]:
    """A side with its first step done: seconds on the wall of building it and of that step."""
    ms.graph.reset()
    began = time.perf_counter()
    step = make_it()
    wait()
    built = time.perf_counter()
    loss = float(step())
    wait()
    done = time.perf_counter()
    return step, {"build s": built - began, "first s": done - built, "loss": loss}


def settle(side: str, step: Step) -> int | None:
    """Steps until nothing is compiled any more; the step that compiled, of msacc's sides."""
    stats = ms.graph.stats()
    began, at, compiles = time.perf_counter(), 1 if stats.compiles else None, stats.compiles
    for number in range(2, SETTLED + 1):
        step()
        if stats.compiles > compiles:
            at, compiles = number, stats.compiles
        waits_for_more = side == "automatic" and at is None
        if number > (at or 1) + 3 and not waits_for_more or time.perf_counter() - began > PATIENCE:
            break
    wait()
    return at


def peak(step: Step) -> float | None:
    """MiB of the device that a step takes beyond what is there before it."""
    if settings.device.type != "cuda":
        return None
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    step()
    wait()
    return (torch.cuda.max_memory_allocated() - before) / 2**20


def waits(step: Step) -> int | None:
    """How often two steps wait for the device."""
    if settings.device.type != "cuda":
        return None
    torch.cuda.set_sync_debug_mode("warn")
    try:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            step()
            step()
    finally:
        torch.cuda.set_sync_debug_mode("default")
    return sum("synchroniz" in str(warning.message) for warning in seen)


def launches(step: Step) -> dict[str, Any]:
    """Of one step: operations of torch outside of compiled code, and CUDA graphs that it launches.

    To be called last: a profiler that ran once may slow down what comes after it.
    """
    on_gpu = settings.device.type == "cuda"
    kinds = [torch.profiler.ProfilerActivity.CPU]
    if on_gpu:
        kinds.append(torch.profiler.ProfilerActivity.CUDA)
    with torch.profiler.profile(activities=kinds) as profile:
        step()
        wait()
    events = profile.events() or []
    graphs = sum(event.name.startswith("cudaGraphLaunch") for event in events)
    return {"outside": sum(map(_is_outside, events)), "graphs": graphs if on_gpu else None}


def _is_outside(event: Any) -> bool:
    on_host = event.device_type == torch.autograd.DeviceType.CPU
    if not on_host or not event.name.startswith("aten::") or event.name in _FREE_EVENTS:
        return False
    above = event.cpu_parent
    while above is not None:
        if above.name.startswith("aten::") or "CompiledFxGraph" in above.name:
            return False
        above = above.cpu_parent
    return True


def problems(side: str, skipped: int) -> str:
    """What kept one of msacc's sides from being what was asked for; `skipped`: cuda_graph_skips() before it."""
    stats = ms.graph.stats()
    found = [*stats.not_recorded.values(), *stats.fallbacks, *sum(stats.cuda_graphs.values(), [])]
    if side == "o2" and settings.device.type == "cuda" and cuda_graph_skips() != skipped:
        found.append("a CUDA graph was left out by torch")
    return "; ".join(dict.fromkeys(found))[:300] if side in OWN else ""
