"""Record what MindSpore prints: `PYTHON -m tests.docstring_examples.record [WORD …]`, two runs of each program.

With WORDs only the programs whose names contain one are recorded again.
"""

from __future__ import annotations

import functools
import random
import sys
from pathlib import Path

import mindspore
import numpy as np

from tests.docstring_examples import store
from tests.docstring_examples.compare import form, same
from tests.docstring_examples.prelude import NAMES
from tests.docstring_examples.replay import Outcome, replay
from tests.docstring_examples.sources import Program, documented_names, programs
from tests.forked import in_children

SECONDS = 120.0
_ROOT = str(Path(__file__).parents[2])


def _prepare(seed: int | None) -> None:
    # Otherwise the error of one call may show itself in the next.
    mindspore.set_context(pynative_synchronize=True)
    if seed is not None:
        mindspore.set_seed(seed)
        np.random.seed(seed)
        random.seed(seed)


def outcomes(wanted: dict[str, Program], seed: int | None) -> dict[str, Outcome]:
    """The outcome of each program, in a fork each."""
    keys = list(wanted)
    prepare = functools.partial(_prepare, seed)
    jobs = [functools.partial(replay, wanted[key].statements, prepare, NAMES) for key in keys]
    result = {}
    for done, (number, outcome) in enumerate(in_children(jobs, SECONDS, workers=2)):
        if not isinstance(outcome, Outcome):
            outcome = Outcome([], " ".join(outcome))
        result[keys[number]] = outcome
        if done % 100 == 0:
            print(done, "of", len(keys), flush=True)
    return result


def recorded(program: Program, first: Outcome, second: Outcome) -> store.Record:
    """One record of two outcomes with different seeds."""
    names = sorted(program.names)
    if first.error or second.error:
        # The class: the words of the message are MindSpore's.
        return store.Record(names, [], (first.error or second.error).partition(":")[0][:60], {})
    drawn = {
        str(i): int(form(a) == form(b))
        for i, (a, b) in enumerate(zip(first.printed, second.printed, strict=True))
        if not same(a, b)
    }
    printed = [
        store.shortened(" ".join(form(text)) if drawn.get(str(i)) else text.replace(_ROOT, ""))
        for i, text in enumerate(first.printed)
    ]
    return store.Record(names, printed, "", drawn)


def main() -> int:
    """The command."""
    if mindspore.__version__ != store.ORACLE:
        print(f"The record is of MindSpore {store.ORACLE}; this is {mindspore.__version__}.")
        return 2
    words = sys.argv[1:]
    wanted = programs(documented_names())
    before = store.read() if words else {}
    keep = {key: before[key] for key in wanted if words and key in before}
    wanted = {
        key: program
        for key, program in wanted.items()
        if not words or any(word in name for word in words for name in program.names)
    }
    first, second = outcomes(wanted, None), outcomes(wanted, 12345)
    fresh = {key: recorded(program, first[key], second[key]) for key, program in wanted.items()}
    store.write(keep | fresh)
    ran = sum(not record.error for record in fresh.values())
    print(f"{len(fresh)} programs, {ran} run on MindSpore's CPU; {store.PATH.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
