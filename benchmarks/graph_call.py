"""What one call of a recorded LeNet step costs beside its kernels, in microseconds, and what it would without the look
at all that the run may have read.

    OMP_NUM_THREADS=1 python benchmarks/graph_call.py

The parts of the step give their first results again, so that the call alone is timed. Both sides run in one process,
taking turns; the least of many rounds counts.
"""

from __future__ import annotations

import importlib.util
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import torch

from msacc.alias import install
from msacc.common.settings import settings
from msacc.graph.recording.dependencies import Dependencies
from msacc.graph.recording.parts import PartCompiler

ROUNDS, NUMBER = 40, 100


def lenet() -> Any:
    """benchmarks/lenet.py, whose steps these are."""
    spec = importlib.util.spec_from_file_location(
        "lenet_benchmark", Path(__file__).parent / "lenet.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def without_kernels(_: Any, part: Any, graph: torch.fx.GraphModule, alone: bool) -> Any:
    """Code for a part that computes once."""
    results: list[Any] = []

    def again(*args: Any) -> Any:
        if not results:
            results.append(graph.forward(*args))
        return results[0]

    return again


def recorded_step() -> Callable[[], Any]:
    """The recorded step."""
    settings.jit_level = "O1"
    with mock.patch.object(PartCompiler, "compile", without_kernels):
        step = lenet().mindspore_side("graph")
        step(0), step(1)
    return lambda: step(1)


def main() -> None:
    """Print microseconds per call, and the ratio to the call as it is."""
    install()
    step = recorded_step()
    found: dict[str, list[float]] = {"msacc": [], "nothing looked at": []}
    for _ in range(ROUNDS):
        found["msacc"].append(timeit.timeit(step, number=NUMBER) / NUMBER * 1e6)
        with mock.patch.object(Dependencies, "change", return_value=None):
            found["nothing looked at"].append(timeit.timeit(step, number=NUMBER) / NUMBER * 1e6)
    least = {name: min(times) for name, times in found.items()}
    for name, us in least.items():
        print(f"{name:24} {us:7.1f} µs per call {us / least['msacc']:6.2f}")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
