"""What one call of a compiled LeNet step costs beside its kernels, in microseconds: the guards that msacc
keeps, against all that Dynamo makes, and against none of the changes that msacc looks for itself.

    OMP_NUM_THREADS=1 python benchmarks/graph_call.py

The graph of each side gives its first results again, so that the call alone is timed. All sides run in one
process, taking turns; the least of many rounds counts.
"""

from __future__ import annotations

import importlib.util
import os
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import torch

from msacc.alias import install
from msacc.graph import backend, extra_guards

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

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


def without_kernels(name: str, level: str, patches: Any = None, **options: Any) -> Any:
    """A backend whose graphs compute once."""

    def build(graph: torch.fx.GraphModule, inputs: Any) -> Callable[..., Any]:
        results: list[Any] = []

        def again(*args: Any) -> Any:
            if not results:
                results.append(graph.forward(*args))
            return results[0]

        return again

    return build


def side(chosen: Callable[[Any], list[bool]]) -> Callable[[], Any]:
    """The compiled step with the guards that `chosen` keeps."""
    with mock.patch.object(extra_guards, "worth_checking", chosen):
        step = lenet().mindspore_side("graph")
        step(0), step(1)
    return lambda: step(1)


def every(entries: Any) -> list[bool]:
    """All of Dynamo's guards."""
    return [True] * len(entries)


def nothing(_: extra_guards.ExtraGuards) -> bool:
    """No look at what Dynamo has no guards for."""
    return False


def main() -> None:
    """Print microseconds per call and the ratio to the guards of msacc."""
    install()
    with mock.patch.object(backend, "make", without_kernels):
        sides = {"msacc": side(extra_guards.worth_checking), "every guard of Dynamo": side(every)}
    found = {name: [] for name in (*sides, "nothing looked for")}
    for _ in range(ROUNDS):
        for name, call in sides.items():
            found[name].append(timeit.timeit(call, number=NUMBER) / NUMBER * 1e6)
        with mock.patch.object(extra_guards.ExtraGuards, "changed", nothing):
            spent = timeit.timeit(sides["msacc"], number=NUMBER) / NUMBER * 1e6
            found["nothing looked for"].append(spent)
    least = {name: min(times) for name, times in found.items()}
    for name, us in least.items():
        print(f"{name:24} {us:7.1f} µs per call {us / least['msacc']:6.2f}")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
