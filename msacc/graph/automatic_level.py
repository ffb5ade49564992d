"""`jit_level=""`, and O2 on the CPU: op by op until calls have cost some times as much as compiling will.

On a CPU compiled steps take some 0.4 to 1.0 of the time of those op by op, and who stops right after compiling has lost
most: it waits for one and a half times the cost, so that a script spends, as far as counts foretell times, at most two
thirds more than op by op. On a GPU, where launches dominate small steps and scripts run for thousands of them, it waits
for once the cost, and for so many calls at most. The call follows from counts, never from a clock: a run can be
repeated, and all processes of a job compile in the same step.
"""

from __future__ import annotations

import logging
import math
import os
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from msacc.common.settings import settings
from msacc.common.warn_once import once
from msacc.graph import cuda_graphs
from msacc.graph.compile_once_per_job import has_other_processes
from msacc.graph.op_counts import OpCounts
from msacc.graph.stats import stats

# Seconds of a core, fitted by hand to five networks of benchmarks/total_time.py (within a factor of two of each): of
# an operation op by op, of a floating-point operation in a product, of an element written; of a compilation without
# any operation, and of each in it.
_OPERATION, _FLOP, _ELEMENT = 2.3e-6, 1e-11, 2e-9
_COMPILATION, _COMPILED_OPERATION = 4.0, 0.04
# How many times what compiling costs is spent op by op before, on a CPU and elsewhere.
_PATIENCE_ON_CPU, _PATIENCE = 1.5, 1.0
# On a GPU the last call that is not compiled, however little it costs.
_MOST_CALLS_ON_GPU = 50
# Expected seconds of compilation from which on a script is told.
_WORTH_TELLING = 5.0
# Signatures whose calls are counted; further ones run op by op.
_MAX_SIGNATURES = 1000
NEVER = 2**62


def runs_op_by_op_first(level: str) -> bool:
    """Whether a graph of this jit_level runs op by op until compiling pays: those of "", and those of O2 on the CPU.

    The CPU has no CUDA graphs, and projects ask for O2 whatever the device. Where the environment variable
    MSACC_JIT_LEVEL sets a level, O2 compiles at the first call.
    """
    if level == "O2":
        return not (cuda_graphs.uses_cuda_graphs(level) or os.environ.get("MSACC_JIT_LEVEL"))
    return level == ""


@dataclass
class Progress:
    """The calls of one signature so far, and the call that compiles it."""

    calls: int = 0
    compile_at: int = 0
    seconds: float = 0.0


class AutomaticLevel:
    """When the graphs of one compiled Cell or function are compiled, by signature."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.progress: dict[Hashable, Progress] = {}
        self._place = f"{name}/{_created[name]}"
        _created[name] += 1
        _levels[self._place] = self

    def is_due(self, key: Hashable) -> bool:
        """Whether the call of this signature that comes now is compiled."""
        progress = self._known(key)
        return progress is not None and progress.calls + 1 >= progress.compile_at

    def run(
        self,
        key: Hashable,
        call: Callable[[], Any],
        compile_seconds: Callable[[int], float],
        known: OpCounts | None = None,
    ) -> Any:
        """The result of a call that is not compiled; the first one of a signature is counted, if it is not `known`.

        `compile_seconds` are what compiling is expected to take, for a number of operations.
        """
        progress = self._known(key)
        if progress is not None:
            progress.calls += 1
            return call()
        if known is not None:
            out = call()
        else:
            with OpCounts() as known:
                out = call()
        if len(self.progress) < _MAX_SIGNATURES:
            self._add(key, known, compile_seconds(known.calls))
        return out

    def make_due(self, key: Hashable) -> None:
        """Has the coming call of this signature compiled."""
        self.progress[key] = Progress(1, 1)

    def _known(self, key: Hashable) -> Progress | None:
        progress = self.progress.get(key)
        if progress is None and self._place in _restored:
            restored = _restored[self._place].pop(repr(key), None)
            if restored is not None:
                progress = self.progress[key] = Progress(*restored)
        return progress

    def _add(self, key: Hashable, counts: OpCounts, seconds: float) -> None:
        at = first_compiled_call(counts, seconds)
        self.progress[key] = stats().automatic[self.name] = Progress(1, at, seconds)
        if _WORTH_TELLING <= seconds < math.inf:
            once(
                f"automatic:{self.name}",
                f"graph mode: {self.name} runs op by op; its call {at} compiles it, which takes about {seconds:.0f} s. "
                'jit_level="O1" compiles at the first call, "O0" never.',
                logging.INFO,
            )


def seconds_of_one_graph(operations: int) -> float:
    """The seconds that compiling one graph of so many operations is expected to take."""
    return _COMPILATION + operations * _COMPILED_OPERATION


def first_compiled_call(counts: OpCounts, compile_seconds: float) -> int:
    """The number of the call that is compiled; where that takes forever, one that never comes."""
    run = counts.calls * _OPERATION
    # Processes may hold parts of a batch of different sizes, but run the same operations.
    if not has_other_processes():
        run += counts.flops * _FLOP + counts.elements * _ELEMENT
    if compile_seconds == math.inf:
        return NEVER
    patience = _PATIENCE_ON_CPU if settings.device.type == "cpu" else _PATIENCE
    call = max(2, math.ceil(patience * compile_seconds / max(run, _OPERATION)))
    return call if settings.device.type == "cpu" else min(call, _MOST_CALLS_ON_GPU + 1)


# -- resuming ------------------------------------------------------------------------------------
_created: Counter[str] = Counter()
_levels: WeakValueDictionary[str, AutomaticLevel] = WeakValueDictionary()
_restored: dict[str, dict[str, list[int]]] = {}


def call_counts() -> dict[str, dict[str, list[int]]]:
    """The calls so far and the call that compiles, by name and order of creation, and by signature.

    For a snapshot of a training run.
    """
    return {
        place: {repr(key): [p.calls, p.compile_at] for key, p in level.progress.items()}
        for place, level in _levels.items()
    }


def restore_call_counts(counts: dict[str, dict[str, list[int]]]) -> None:
    """Goes on from what `call_counts` gave in the process that is resumed; before anything was called."""
    _restored.clear()
    _restored.update({place: dict(calls) for place, calls in counts.items()})
