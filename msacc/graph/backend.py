"""What compiles recorded and captured graphs: inductor, or eager execution where no code can be built."""

from __future__ import annotations

import copy
import functools
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import torch

from msacc.common.device_gaps import PRODUCTS, name_of
from msacc.common.settings import settings
from msacc.common.torch_private import (
    captured_value,
    cpp_compiler,
    inductor,
    instructions,
    namespace_of,
    reason,
    restarts,
)
from msacc.common.torch_private import load_compiler as load_compiler
from msacc.common.unsigned_integers import WIDER, lacking, widened
from msacc.common.warn_once import logger, once
from msacc.graph.bundle import load_configured
from msacc.graph.compile_once_per_job import rank_zero_first
from msacc.graph.cuda_graphs import CudaGraphs, NotOneCudaGraph, copying_results
from msacc.graph.garbage_collection import collection_paused
from msacc.graph.slow_compile_notice import log_slow_compile
from msacc.graph.stats import stats
from msacc.graph.torch_messages import divert_torch_logs, diverted_warnings

Code = Callable[..., Any]
Backend = Callable[[torch.fx.GraphModule, list[Any]], Code]

# On CPUs inductor leaves loops with many strided loads scalar, max-pooling first of all; vectorised they
# take a LeNet step from 0.9 to 1.1 times the speed of eager torch.
_CPU: dict[str, Any] = {"cpp.enable_tiling_heuristics": False}
# oneDNN lays convolutions out for itself. With channels last as inductor would have them, gradients lie otherwise than
# weights, and updates and copies from one to the other cost more than is won (benchmarks/steps.py: ResNet-18, LeNet).
# Float16 and bfloat16 are rounded after every op, as in MindSpore. Inductor alone keeps what it fuses in float32: even
# `x.astype(float16).astype(float32)` gives x back.
_ON_CPU: dict[str, Any] = {"layout_optimization": False, "emulate_precision_casts": True}
# Inductor wraps a graph's kernels in Python, each kernel in a file of its own of which the compiler reads a second of
# headers, or all together in C++: two files, and less between one kernel and the next.
_TOGETHER: dict[str, Any] = {"cpp_wrapper": True, "cpp_wrapper_build_separate": True}
# Calls in a graph from which on it has several kernels, mostly.
_SEVERAL = 12
_PATCHES: dict[str, dict[str, Any]] = {
    "O1": _CPU,
    "O2": {**_CPU, "max_autotune": True},
}


@functools.cache
def compiler_found() -> bool:
    """Whether inductor can build code for the current device here."""
    if settings.device.type == "cuda":
        return True
    try:
        cpp_compiler()
    except Exception:
        return False
    return True


def make(
    name: str,
    level: str,
    patches: dict[str, Any] | None = None,
    in_turns: bool = True,
    recorded: CudaGraphs | None = None,
) -> Backend:
    """What compiles graphs, and counts them under `name`; `patches` go to inductor.

    `in_turns`: the first process compiles before the others, which then find its code. `recorded`: what sees to it
    that the graphs are CUDA graphs.
    """

    divert_torch_logs()

    def backend(graph: torch.fx.GraphModule, inputs: list[Any]) -> Code:
        start = time.perf_counter()
        load_configured()
        captured = _copy_graph(graph) if _may_lack_kernels(graph) else None
        turn = rank_zero_first(name) if in_turns else nullcontext()
        with log_slow_compile(name), diverted_warnings(), collection_paused(), turn:
            options = {**_inductor_options(level), **(patches or {})}
            built = _build(name, graph, inputs, options, level, recorded)
        stats().count(name, time.perf_counter() - start)
        return built if captured is None else _with_eager_fallback(built, captured)

    return backend


def _inductor_options(level: str) -> dict[str, Any]:
    """Inductor's options for a level. Kernels are not autotuned on CPUs, where timings are unreliable."""
    if level == "O2" and settings.device.type == "cpu":
        once(
            "O2-on-cpu",
            'jit_level "O2" compiles as "O1" does on the CPU, where no CUDA graphs are.',
        )
        level = "O1"
    return _PATCHES.get(level, {})


def _build(
    name: str,
    graph: torch.fx.GraphModule,
    inputs: list[Any],
    patches: dict[str, Any],
    level: str,
    recorded: CudaGraphs | None,
) -> Code:
    if level == "O0":
        return graph.forward
    if not compiler_found():
        once(
            "no-compiler",
            "graph mode found no C++ compiler (looked for $CXX, g++, clang++): graphs are recorded "
            "but run op by op, as in PyNative mode. Install g++ for compiled speed.",
        )
        return graph.forward
    as_captured = _copy_graph(graph)
    if settings.device.type == "cpu":
        patches = {**instructions(), **_ON_CPU, **patches}
    if recorded is None and "max_autotune" not in patches and _allows_cpp_wrapper(graph, inputs):
        try:
            return inductor(_copy_graph(graph), inputs, {**_TOGETHER, **patches})
        except restarts():
            raise
        except Exception as error:  # what C++ cannot hold Python may
            logger.debug("graph mode: %s has no wrapper in C++: %s", name, reason(error))
    try:
        return _code(graph, inputs, patches, recorded)
    except NotOneCudaGraph:
        raise
    except restarts():
        raise
    except Exception as error:
        if not patches.get("max_autotune"):
            count_fallback(name, error)
            return as_captured.forward
        once(
            f"untuned:{name}",
            f"graph mode: {name} is compiled without trying out kernels, which failed: {reason(error)}",
        )
    return _build(name, as_captured, inputs, {**patches, "max_autotune": False}, level, recorded)


def _allows_cpp_wrapper(graph: torch.fx.GraphModule, inputs: list[Any]) -> bool:
    """Whether inductor may use its C++ wrapper: a CPU graph of several torch ops with static sizes."""
    graphs = [part.graph for part in graph.modules() if isinstance(part, torch.fx.GraphModule)]
    calls = [n.target for each in graphs for n in each.nodes if n.op.startswith("call_")]
    if len(calls) < _SEVERAL or any(map(_is_custom_op, calls)):
        return False
    return all(
        t.device.type == "cpu" and all(isinstance(size, int) for size in t.shape)
        if isinstance(t, torch.Tensor)
        else isinstance(t, (int, float, bool, type(None)))
        for t in inputs
    )


def _is_custom_op(target: object) -> bool:
    """Whether an op was registered by another library: the C++ wrapper would call Python for it."""
    return namespace_of(target) not in (None, "aten", "prims", "higher_order")


def _code(
    graph: torch.fx.GraphModule,
    inputs: list[Any],
    patches: dict[str, Any],
    recorded: CudaGraphs | None,
) -> Code:
    if recorded is None or not recorded.pays(graph):
        return inductor(graph, inputs, patches)
    recorded.before(graph)
    # Sizes that vary would be recorded one by one, which costs memory: as the script asked for, or not at all.
    options = {
        "triton.cudagraphs": True,
        "triton.cudagraph_skip_dynamic_graphs": not recorded.asked,
    }
    built = inductor(graph, inputs, {**patches, **options}, recorded.inspect_graph)
    recorded.report_problems()
    return copying_results(built)


def _copy_graph(graph: torch.fx.GraphModule) -> torch.fx.GraphModule:
    """A copy of the graph: code generation rewrites its input, also when it fails."""
    return torch.fx.GraphModule(graph, copy.deepcopy(graph.graph))


def _may_lack_kernels(graph: torch.fx.GraphModule) -> bool:
    """Whether there are unsigned types in it, or products of whole numbers on a device."""
    for node in graph.graph.nodes:
        if isinstance(value := captured_value(node), torch.Tensor):
            if value.dtype in WIDER:
                return True
            whole = not (value.is_floating_point() or value.is_complex())
            if whole and value.device.type != "cpu" and name_of(node.target) in PRODUCTS:
                return True
    return False


def _with_eager_fallback(built: Code, graph: torch.fx.GraphModule) -> Code:
    """`built`, or `graph` op by op where torch lacks a kernel for something in it."""
    lacks = isinstance(getattr(built, "__self__", None), torch.fx.GraphModule)

    def run(*inputs: Any) -> Any:
        nonlocal lacks
        if not lacks:
            try:
                return built(*inputs)
            except RuntimeError as error:
                if not lacking(error):
                    raise
                lacks = True
        return widened(graph.forward, *inputs)

    return run


def count_fallback(name: str, error: Exception) -> None:
    """Counts that a graph of `name` could not be compiled; logged once per name.

    What is handed back instead stays with the signature: the compiler is not asked for it again.
    """
    why = reason(error)
    stats().fallbacks.append(f"{name}: {why}")
    once(
        f"fallback:{name}",
        f"graph mode: {name} could not be compiled and runs op by op: {why}",
    )
