"""`python -m tests.fuzz --oracle PYTHON`: random programs on MindSpore and msacc, in both modes, compared.

PYTHON is one with MindSpore 2.10. Each program of a family's grammar (families/) runs in four ways: PyNative and graph
mode on both sides. MindSpore's graph mode costs a hundred times what the others do: it runs for each `--graphs`th
program and where msacc's two modes give something else. Each `--compiled`th of msacc's graphs is compiled at once (O1);
`--recorded` has the others recorded and replayed without a compiler, where they would run op by op.
What differs is tried again in fresh processes, made smaller and printed, but what a rule of explained.py knows; at the
end stand the counts.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass

from tests.fuzz.comparison import Difference, differences, is_coarse
from tests.fuzz.drawing import Draw
from tests.fuzz.explained import unexplained
from tests.fuzz.families import FAMILIES
from tests.fuzz.shrinking import shrink
from tests.fuzz.worker import Worker


@dataclass
class Sides:
    """A process of each side."""

    theirs: Worker
    their_graphs: Worker  # whose processes see no PyNative mode, beside which graphs fail
    ours: Worker

    def compare(self, text: str, graph: bool, level: str = "") -> list[Difference]:
        """What differs in PyNative mode, and then in graph mode."""
        coarse = is_coarse(text)
        self.theirs.send(text, False)
        pynative = self.ours.run(text, False)
        eager = differences("pynative", self.theirs.answer(), pynative, coarse)
        if eager:
            return eager
        ours = self.ours.run(text, True, level)
        if graph or differences("modes", pynative, ours, coarse):
            return differences(f"graph{level}", self.their_graphs.run(text, True), ours, coarse)
        return []

    def confirmed(self, text: str, mode: str, level: str) -> list[Difference]:
        """What differs in a mode in fresh processes."""
        graph, coarse = mode != "pynative", is_coarse(text)
        (self.their_graphs if graph else self.theirs).restart()
        self.ours.restart()
        return differences(
            mode, self.theirs.run(text, graph), self.ours.run(text, graph, level), coarse
        )

    def shrunk(self, text: str, difference: Difference, level: str) -> str:
        graph = difference.mode != "pynative"

        def holds(candidate: str) -> bool:
            if graph:
                found = differences(
                    difference.mode,
                    self.their_graphs.run(candidate, True),
                    self.ours.run(candidate, True, level),
                    is_coarse(candidate),
                )
            else:
                found = self.compare(candidate, False)
            return any(d.key == difference.key for d in found)

        return shrink(text, holds, 60 if graph else 300)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--oracle", required=True, help="a Python with MindSpore 2.10")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="the number of the first program")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--graphs", type=int, default=8)
    parser.add_argument("--compiled", type=int, default=50)
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("--family", nargs="*", default=sorted(FAMILIES))
    parser.add_argument("--same", type=int, default=1, help="programs made smaller of one kind")
    options = parser.parse_args(argv)
    if options.recorded:
        os.environ["MSACC_O0_CAPTURES"] = "1"
    theirs, graphs = (Worker(options.oracle, "mindspore") for _ in range(2))
    sides = Sides(theirs, graphs, Worker(sys.executable, "msacc"))
    explained: Counter[str] = Counter()
    kinds: Counter[tuple[str, ...]] = Counter()
    begun, programs = time.monotonic(), 0
    for number in range(options.start, options.start + options.count):
        if time.monotonic() - begun > options.seconds:
            break
        programs += 1
        family = options.family[number % len(options.family)]
        draw = Draw(f"{options.seed} {number}")
        text = FAMILIES[family](draw)
        rest = "O0" if options.recorded else ""
        level = "O1" if draw.random() * options.compiled < 1 else rest
        found = sides.compare(text, draw.random() * options.graphs < 1, level)
        rules, difference = unexplained(found, text)
        if difference is not None:
            rules, difference = unexplained(sides.confirmed(text, difference.mode, level), text)
        explained.update(rule.claim for rule in rules)
        if difference is not None:
            kind = (family, *difference.key)
            kinds[kind] += 1
            print(f"== {number} {family} {difference}", flush=True)
            if kinds[kind] <= options.same:
                print(sides.shrunk(text, difference, level), flush=True)
        if programs % 500 == 0:
            pace = programs / (time.monotonic() - begun) * 60
            print(f"{programs} programs, {pace:.0f} a minute", flush=True)
    spent = time.monotonic() - begun
    print(f"{programs} programs of seed {options.seed} in {spent:.0f} s")
    print(f"explained: {sum(explained.values())}", *explained.most_common(), sep="\n  ")
    print(f"not explained: {sum(kinds.values())}", *kinds.most_common(), sep="\n  ")
    for worker in (theirs, graphs, sides.ours):
        worker.stop()
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
