"""Run projects, record them, write the page.

python -m tests.projects run    [project[:case] …] --checkouts DIR
python -m tests.projects record [project[:case] …] --checkouts DIR --oracle PYTHON
python -m tests.projects time   [project[:case] …] --checkouts DIR --oracle PYTHON    # MindSpore's seconds alone
python -m tests.projects page
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.projects import page
from tests.projects.books import ran, recorded
from tests.projects.case import Case, Project, projects, version
from tests.projects.compare import faults, largest, own
from tests.projects.running import CaseFailed, run


def _chosen(names: list[str]) -> Iterator[tuple[Project, Case]]:
    every = projects()
    for name in names or every:
        folder, _, wanted = name.partition(":")
        cases = [every[folder].case(wanted)] if wanted else every[folder].cases
        yield from ((every[folder], case) for case in cases)


_SEEDS = (1, 2)  # of moved starts


def _record(project: Project, case: Case, checkouts: Path, oracle: str) -> str:
    if case.like:
        return f"is compared with {case.like}"
    done = run(project, case, checkouts, oracle)
    moved = [run(project, case, checkouts, oracle, seed).values for seed in _SEEDS if case.spread]
    recorded(project).write(
        case.name,
        values=done.values,
        **({"own": own(moved, done.values)} if moved else {}),
        seconds=round(done.seconds, 1),
        cpu_seconds=round(done.cpu_seconds, 1),
        version=version(project.checkout(case, checkouts)),
    )
    return f"recorded in {done.seconds:.0f} s"


def _time(project: Project, case: Case, checkouts: Path, oracle: str) -> str:
    """MindSpore's seconds anew; its numbers must be those on record, which stay."""
    if case.like:
        return f"is compared with {case.like}"
    done, theirs = run(project, case, checkouts, oracle), recorded(project).entries[case.name]
    if found := faults(case, done.values, theirs["values"], theirs.get("own")):
        raise CaseFailed("\n".join(found))
    seconds, cpu_seconds = round(done.seconds, 1), round(done.cpu_seconds, 1)
    recorded(project).update(case.name, seconds=seconds, cpu_seconds=cpu_seconds)
    return f"{seconds} s, {cpu_seconds} of a processor"


def _run(project: Project, case: Case, checkouts: Path, oracle: str) -> str:
    done = run(project, case, checkouts)
    theirs = recorded(project).entries[case.like or case.name]
    found = faults(case, done.values, theirs["values"], theirs.get("own"))
    if found:
        raise CaseFailed("\n".join(found))
    import torch

    import msacc

    apart = largest(done.values, theirs["values"])
    ran(project).write(
        case.name,
        largest=float(f"{apart:.1e}"),
        seconds=round(done.seconds, 1),
        cpu_seconds=round(done.cpu_seconds, 1),
        version=version(project.checkout(case, checkouts)),
        msacc=msacc.__version__,
        torch=torch.__version__.partition("+")[0],
    )
    return f"{apart:.1e} apart, {done.seconds:.0f} s where MindSpore took {theirs['seconds']:.0f}"


_COMMANDS = {"run": _run, "record": _record, "time": _time}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*_COMMANDS, "page"])
    parser.add_argument("names", nargs="*", metavar="project[:case]")
    parser.add_argument("--checkouts", type=Path, default=Path("checkouts"))
    parser.add_argument("--oracle", default="", help="a Python that has MindSpore")
    given = parser.parse_args()
    if given.what == "page":
        page.write()
        return 0
    if given.what != "run" and not given.oracle:
        parser.error(f"{given.what} wants --oracle, a Python that has MindSpore")
    failed = 0
    for project, case in _chosen(given.names):
        try:
            said = _COMMANDS[given.what](project, case, given.checkouts.resolve(), given.oracle)
        except Exception as error:  # the other cases are still to be run
            failed, said = failed + 1, f"FAILED {type(error).__name__}: {error}"
        print(f"{project.folder}:{case.name} {said}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
