"""What `python -m msacc check` says of projects, against what then happens here and on MindSpore.

    python -m tests.porting.measure CHECKOUT... --oracle PYTHON [--misses]

PYTHON is one with mindspore==2.10.0. `tests/porting/facts.py` runs on both sides.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msacc.porting import project
from msacc.porting.verdicts import Use, Verdict

_FACTS = Path(__file__).with_name("facts.py")
_SAID = {Verdict.DIFFERS: "runs"}  # both are no failure; differences.md has the runnable pairs
_KINDS = {"": "name", "...": "call", "()": "call made"}
_UNFIT = re.compile(
    r"TypeError: .*(missing \d+ required|unexpected keyword|positional arguments? but)", re.DOTALL
)

Place = tuple[str, int, str, str]  # file, line, name, argument


class Site(NamedTuple):
    """What happens at a place, and what the report says of it."""

    place: Place
    kind: str
    happens: str
    said: str
    here: str
    there: str


def sources(checkout: Path) -> dict[str, str]:
    """The files of a project that mention MindSpore, by their absolute path."""
    found = {}
    for file in project._files(checkout, (".py", ".ipynb")):
        try:
            found[str(file)] = project.source(file)
            ast.parse(found[str(file)])
        except (SyntaxError, ValueError):
            found.pop(str(file), None)
    return {file: text for file, text in found.items() if "mindspore" in text}


def facts(python: list[str], files: dict[str, str]) -> dict[tuple[str, int, int, str, str], str]:
    """The outcome of each place, by `facts.py` in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "sources.json"), Path(folder, "facts.json")
        given.write_text(json.dumps(files))
        command = [*python, str(_FACTS), str(given), str(found)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return {tuple(row[:5]): row[5] for row in json.loads(found.read_text())}


def said(checkout: Path) -> dict[tuple[str, str], list[Use]]:
    """The uses of the report by file and name."""
    uses: dict[tuple[str, str], list[Use]] = defaultdict(list)
    for use in project.check(checkout).uses:
        uses[str(checkout / use.file), use.name].append(use)
    return uses


def happens(argument: str, here: str, there: str | None) -> str:
    """The verdict by what happened."""
    if here.startswith("log:"):
        return "has no effect"
    if here.startswith("NotImplementedError"):
        return "refused"
    if "not recognized" in here or "has been removed" in here:
        return "unknown"
    if argument == "()" and _UNFIT.match(here):
        return "unknown" if there else "refused"
    if argument == "()" or not here:  # other errors of a call are those of its values
        return "not in MindSpore" if argument == "" and there else "runs"
    return "refused" if there == "" else "unknown"


def sites(checkout: Path, oracle: str) -> Iterator[Site]:
    """Every place of a project of which both sides know what happens."""
    files, uses = sources(checkout), said(checkout)
    here = facts([sys.executable, "-m", "msacc"], files)
    there = facts([oracle], files)
    for (file, line, last, name, argument), outcome in here.items():
        other = there.get((file, line, last, name, argument))
        if "its import fails" in (outcome, other) or "TimeoutError: " in (outcome, other):
            continue  # told of the import; not told
        if other is None and argument == "":
            other = _of_part(there, (file, line, last, name))
        if outcome and other is None and not outcome.startswith(("log:", "NotImplementedError")):
            continue  # MindSpore lacks the name, or tells no signature
        matching = [u for u in uses[file, name] if _is_of(u, line, last, argument)]
        if argument == "()" and outcome.startswith("NotImplementedError"):
            matching = uses[file, name]  # what is refused is told where it is imported or named
        kind = _KINDS.get(argument, "option" if name.endswith("_context") else "argument")
        word, verdict = _word(matching, kind), happens(argument, outcome, other)
        yield Site((file, line, name, argument), kind, verdict, word, outcome, other or "")


def _of_part(
    outcomes: dict[tuple[str, int, int, str, str], str], place: tuple[str, int, int, str]
) -> str | None:
    """The error of `a.b` at the place of `a.b.c`: a name ends where a part of it is absent."""
    *where, name = place
    while name := name.rpartition(".")[0]:
        if error := outcomes.get((*where, name, "")):
            return error
    return None


def _is_of(use: Use, line: int, last: int, argument: str) -> bool:
    if argument == "()":
        idle = use.verdict is Verdict.NO_EFFECT
        return line <= use.line <= last and (idle or bool(use.argument))
    return use.line == line and use.argument == argument


def _word(uses: list[Use], kind: str) -> str:
    """The verdict of the uses at a place; what is not said runs."""
    if not uses:
        return "runs"
    worst = max(uses, key=lambda use: list(Verdict).index(use.verdict))
    if kind == "argument" and worst.verdict is not Verdict.UNKNOWN:
        return "runs"  # a signature takes it; what a value does is seen where the call is made
    if kind == "name" and worst.verdict is Verdict.NO_EFFECT:
        return "runs"
    word = _SAID.get(worst.verdict, worst.verdict.value)
    return "not in MindSpore" if word == "runs" and worst.judgement.removed and kind == "name" else word  # fmt: skip


def table(found: list[Site]) -> str:
    """Markdown: precision and recall of each verdict."""
    lines = [
        "| | verdict | said | right | precision | happens | found | recall |",
        "|" + "---|" * 8,
    ]
    pairs = Counter((site.kind, site.said, site.happens) for site in found)
    for kind, verdict in dict.fromkeys((k, v) for k, *both in sorted(pairs) for v in both):
        said_n = sum(n for (k, s, _), n in pairs.items() if (k, s) == (kind, verdict))
        happens_n = sum(n for (k, _, h), n in pairs.items() if (k, h) == (kind, verdict))
        right = pairs[kind, verdict, verdict]
        shares = [f"{right / n:.1%}" if n else "" for n in (said_n, happens_n)]
        cells = [kind, verdict, said_n, right, shares[0], happens_n, right, shares[1]]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.porting.measure")
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--oracle", required=True, help="a Python with mindspore==2.10.0")
    parser.add_argument("--misses", action="store_true", help="the places where both are apart")
    options = parser.parse_args()
    found = [s for c in options.checkouts for s in sites(c.resolve(), options.oracle)]
    for site in found if options.misses else ():
        if site.said != site.happens:
            print(
                f"{site.kind}: said {site.said}, {site.happens}: {site.place}",
                site.here,
                site.there,
            )
    print(table(found))


if __name__ == "__main__":
    main()
