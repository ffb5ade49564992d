"""Run the examples and print a table by module."""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.docstring_examples import store
from tests.docstring_examples.compare import form, same
from tests.docstring_examples.exceptions import DRAWN, read_exceptions
from tests.docstring_examples.replay import Outcome, replay
from tests.docstring_examples.sources import Program, documented_names, from_oracle
from tests.forked import in_children


class Verdict(NamedTuple):
    """Where a program differs: the statement's number and text, what MindSpore prints and what msacc does."""

    number: int
    source: str
    expected: str
    text: str


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.docstring_examples", description=__doc__)
    parser.add_argument("words", nargs="*", help="only names that contain one of these")
    parser.add_argument("--oracle", default=os.environ.get("MSACC_MINDSPORE_PYTHON"),
                        help="a Python that has MindSpore")  # fmt: skip
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one program (120)")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time (2)")
    parser.add_argument("--out", type=Path, help="a file for the differences, as JSON lines")
    arguments = parser.parse_args()
    if not arguments.oracle:
        parser.error("--oracle: name a Python that has MindSpore 2.10; the examples' text is there")
    start = time.time()
    records, texts = runnable(arguments.words), from_oracle(arguments.oracle)
    if missing := records.keys() - texts.keys():
        parser.error(f"--oracle: its MindSpore lacks {len(missing)} of the recorded programs")
    differing = dict(verdicts(records, texts, arguments.timeout, arguments.workers))
    reasons = read_exceptions()
    for key, verdict in differing.items():
        names = records[key].names
        if not any(name in reasons for name in names):
            print(told(names, verdict))
    if arguments.out:
        rows = ({"names": records[k].names} | v._asdict() for k, v in differing.items())
        arguments.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(table(records, differing, reasons))
    print(f"\n{time.time() - start:.0f} s")
    return 0


def runnable(words: Iterable[str] = ()) -> dict[str, store.Record]:
    """The records of programs that MindSpore's CPU runs, whose names contain one of the words."""
    return {
        key: record
        for key, record in store.read().items()
        if not record.error
        and (not words or any(word in name for word in words for name in record.names))
    }


def verdicts(
    records: dict[str, store.Record], texts: dict[str, Program], timeout: float, workers: int
) -> Iterator[tuple[str, Verdict]]:
    """Runs the programs; the key and difference of each that does not do what MindSpore does."""
    names = _warm_up()
    keys, reasons = list(records), read_exceptions()
    jobs = [functools.partial(replay, texts[key].statements, names=names) for key in keys]
    for number, outcome in in_children(jobs, timeout, workers):
        if not isinstance(outcome, Outcome):
            outcome = Outcome([], " ".join(outcome))
        key = keys[number]
        drawn = any(reasons.get(name) == DRAWN for name in records[key].names)
        verdict = difference(records[key], outcome, texts[key], drawn)
        if verdict:
            yield key, verdict


def _warm_up() -> Mapping[str, Any]:
    """Imports what the children share; the names that each program has without importing them."""
    import numpy as np

    from msacc.alias import install

    install()
    import mindspore.dataset.audio
    import mindspore.dataset.vision
    import mindspore.mint
    import mindspore.numpy
    import mindspore.scipy  # noqa: F401
    import torch._dynamo  # noqa: F401

    from tests.docstring_examples.prelude import NAMES

    np.set_printoptions(legacy="1.25")  # scalars print as in the numpy of MindSpore 2.10
    return NAMES


def difference(
    record: store.Record, outcome: Outcome, program: Program, drawn_here: bool = False
) -> Verdict | None:
    """The first statement that prints something else than recorded; None without one.

    `drawn_here`: all numbers are drawn, and only the form of what is printed counts.
    """
    for number, expected in enumerate(record.printed):
        source = program.statements[number].source
        if number >= len(outcome.printed):
            return Verdict(number, source, expected, outcome.error)
        text = outcome.printed[number]
        drawn = record.drawn.get(str(number), 1 if drawn_here else None)
        if drawn is None:
            equal = same(expected, store.shortened(text))
        elif drawn:
            equal = form(expected) == form(store.shortened(" ".join(form(text))))
        else:
            equal = bool(expected) == bool(text)
        last = outcome.error and number == len(outcome.printed) - 1
        if last or not equal:
            return Verdict(number, source, expected, outcome.error if last else text)
    return None


def told(names: list[str], verdict: Verdict) -> str:
    """One difference in a few lines."""
    shown = [f"== {' '.join(names)} [{verdict.number}] {verdict.source.strip()}"]
    for mark, text in (("-", verdict.expected), ("+", verdict.text)):
        shown += [f"{mark} {line}" for line in text.strip()[:1500].splitlines()]
    return "\n".join(shown)


def table(
    records: dict[str, store.Record], differing: dict[str, Verdict], reasons: dict[str, str]
) -> str:
    """By module: names whose examples MindSpore's CPU runs, how many do the same here, and those with a reason."""
    total, passed, explained = Counter[str](), Counter[str](), Counter[str]()
    modules = documented_names()
    for key, record in records.items():
        for name in record.names:
            for module in (modules[name], "all names"):
                total[module] += 1
                passed[module] += key not in differing
                explained[module] += key in differing and any(n in reasons for n in record.names)
    rows = ["| module | examples | equal | with a reason | share |", "|---|---|---|---|---|"]
    for module in [*sorted(set(total) - {"all names"}), "all names"]:
        share = 100 * passed[module] / total[module]
        cells = (total[module], passed[module], explained[module])
        rows.append(f"| {module} | {' | '.join(map(str, cells))} | {share:.1f}% |")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
