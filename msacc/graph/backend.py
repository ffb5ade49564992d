"""What a captured graph is handed to: inductor, or plain execution where nothing can be built."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.notice import once
from msacc.common.settings import settings
from msacc.graph.stats import stats
from msacc.graph.turns import in_turn

Backend = Callable[[torch.fx.GraphModule, list[Any]], Callable[..., Any]]

# On CPUs inductor leaves loops with many strided loads scalar, max-pooling first of all; vectorised they
# take a LeNet step from 0.9 to 1.1 times the speed of eager torch.
_CPU: dict[str, Any] = {"cpp.enable_tiling_heuristics": False}
_PATCHES: dict[str, dict[str, Any]] = {
    "O1": _CPU,
    "O2": {**_CPU, "max_autotune": True, "triton.cudagraphs": True},
}


@functools.cache
def compiler_found() -> bool:
    """Whether inductor can build code for the current device here."""
    if settings.device.type == "cuda":
        return True
    from torch._inductor.cpp_builder import get_cpp_compiler  # slow to import, rarely needed

    try:
        get_cpp_compiler()
    except Exception:
        return False
    return True


def load_compiler() -> None:
    """Load Dynamo and inductor now rather than with the first graph."""
    import torch._dynamo
    import torch._inductor.compile_fx  # noqa: F401


def make(name: str, level: str, patches: dict[str, Any] | None = None) -> Backend:
    """A backend for torch.compile that counts its graphs under `name`; `patches` go to inductor."""

    def backend(graph: torch.fx.GraphModule, inputs: list[Any]) -> Callable[..., Any]:
        start = time.perf_counter()
        with in_turn(name):
            built = _build(graph, inputs, level, patches or {})
        stats().count(name, time.perf_counter() - start)
        return built

    return backend


def _build(
    graph: torch.fx.GraphModule, inputs: list[Any], level: str, patches: dict[str, Any]
) -> Callable[..., Any]:
    if level == "O0":
        return graph.forward
    if not compiler_found():
        once(
            "no-compiler",
            "graph mode found no C++ compiler (looked for $CXX, g++, clang++): graphs are captured "
            "but run op by op, as in PyNative mode. Install g++ for compiled speed.",
        )
        return graph.forward
    from torch._inductor.compile_fx import compile_fx  # slow to import: when a graph is built

    built: Any = compile_fx(graph, inputs, config_patches={**_PATCHES.get(level, {}), **patches})
    return built
