"""What runs in each process: seeds what the script leaves to chance, runs it, and notes what its parameters are.

usage: python -m tests.docs_scripts.observe RECORD [pytest -s] script.py args...; RECORD is a folder, one file a rank.
"""

from __future__ import annotations

import atexit
import builtins
import gc
import json
import math
import os
import sys
from pathlib import Path
from typing import Any

import msacc
from msacc.common.remote_parameters import is_absent
from msacc.communication import get_rank
from msacc.dataset.dataset import Dataset
from msacc.launch import command
from msacc.step.bucket import Bucket

_SEED = 1
# Prints after which the parameters are looked at: a network that pytest's function holds is gone at the end.
_LOOKS = range(1, 40, 6)


def main(argv: list[str]) -> None:
    """Be the script."""
    record, words = Path(argv[0]), argv[1:]
    msacc.set_seed(_SEED)
    _print_every_loss()
    _widen(int(os.environ.get("DOCS_SCRIPTS_TIMES", "1")))
    _look_when_printing(record)
    command.run(command.parse(words))


def _print_every_loss() -> None:
    before = msacc.LossMonitor.__init__

    def every(self: Any, per_print_times: int = 1) -> None:
        before(self)

    msacc.LossMonitor.__init__ = every  # type: ignore[method-assign]


def _widen(times: int) -> None:
    """Batches of all shards together, for the run in one process."""
    before = Dataset.batch

    def batch(self: Any, batch_size: int, *args: Any, **kwargs: Any) -> Any:
        return before(self, batch_size * times, *args, **kwargs)

    if times > 1:
        Dataset.batch = batch  # type: ignore[method-assign]


def _look_when_printing(record: Path) -> None:
    before, count = builtins.print, 0

    def counting(*args: Any, **kwargs: Any) -> None:
        nonlocal count
        before(*args, **kwargs)
        count += 1
        if count in _LOOKS:
            _look(record)

    builtins.print = counting
    atexit.register(_look, record)


def _look(record: Path) -> None:
    """Write what this process holds; a later look that finds nothing leaves the earlier one."""
    # By type(): a weak proxy to something gone raises where it is asked for more.
    objects = gc.get_objects()
    parameters: dict[str, Any] = {}
    for p in [o for o in objects if issubclass(type(o), msacc.Parameter)]:
        held = _held(p)
        # What was read from a checkpoint has the name of the one it is for.
        if p.name not in parameters or math.prod(held["cuts"]) > 1:
            parameters[p.name] = held
    buckets = [[len(b.parameters), b.num_shards] for b in objects if type(b) is Bucket]
    if parameters:
        content = {"parameters": parameters, "buckets": buckets}
        (record / f"{_rank()}.json").write_text(json.dumps(content))


def _held(p: Any) -> dict[str, Any]:
    shape = list(p.shape)
    cuts = list(p.layout.cuts()) if p.layout is not None else [1] * len(shape)
    return {"shape": shape, "cuts": cuts, "absent": is_absent(p)}


def _rank() -> int:
    try:
        return get_rank()
    except (RuntimeError, ValueError):
        return 0


if __name__ == "__main__":
    main(sys.argv[1:])
