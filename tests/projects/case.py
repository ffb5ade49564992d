"""What a case is, and where its project's checkout lies."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """One run of a project: a script beside the project's `__init__.py`, and how near its numbers must be.

    `like` names the case whose record is compared with, where MindSpore's CPU cannot run this one (several processes).
    `spread` is for cases whose steps amplify rounding: they may be apart by so many times what MindSpore is from itself
    when its start is moved by one rounding (shared/moved.py), which `record` then runs as well.
    `checkout` names the folder among the checkouts, `libraries` folders beside it that are put on PYTHONPATH as well.
    """

    name: str
    script: str
    arguments: tuple[str, ...] = ()
    processes: int = 1
    rtol: float = 1e-4
    atol: float = 1e-6
    timeout: int = 900
    spread: float = 0.0
    like: str | None = None
    checkout: str | None = None
    libraries: tuple[str, ...] = ()
    differs: str = ""  # what is known to differ from MindSpore, for the page
    graph: bool = False  # whether the script is in graph mode without `--mode graph`

    @property
    def is_graph(self) -> bool:
        """Whether it runs in graph mode."""
        return self.graph or "graph" in self.arguments

    def without_mode(self) -> tuple[object, ...]:
        """What it has in common with the same run in the other mode."""
        arguments = list(self.arguments)
        if "--mode" in arguments:
            at = arguments.index("--mode")
            del arguments[at : at + 2]
        return self.script, tuple(arguments), self.checkout, self.processes


@dataclass(frozen=True)
class Project:
    """A folder of tests/projects: its cases, and the checkout that they are run in unless they say otherwise."""

    folder: str
    title: str
    source: str
    cases: tuple[Case, ...]
    libraries: tuple[str, ...] = ()
    # Put on PYTHONPATH for one side alone, where the other side's Python has the library. MindSpore's has a NumPy below
    # 2, and MindSpore's graph mode compiles the source of modules outside site-packages: with a NumPy from elsewhere
    # tests fail on MindSpore that pass with its own.
    msacc_libraries: tuple[str, ...] = ()
    mindspore_libraries: tuple[str, ...] = ()

    def case(self, name: str) -> Case:
        """The case of that name; KeyError names the others."""
        found = [case for case in self.cases if case.name == name]
        if not found:
            raise KeyError(
                f"{self.folder} has no case {name!r}; it has {[c.name for c in self.cases]}"
            )
        return found[0]

    def pynative(self, case: Case) -> Case | None:
        """The same run in PyNative mode, if it is a case."""
        same = [c for c in self.cases if c.without_mode() == case.without_mode() and not c.is_graph]
        return same[0] if same else None

    def checkout(self, case: Case, checkouts: Path) -> Path:
        """Where the files of the project lie."""
        return checkouts / (case.checkout or self.folder)


def projects() -> dict[str, Project]:
    """Every project, by its folder."""
    found = {}
    for module in pkgutil.iter_modules([str(HERE)]):
        if module.ispkg and module.name != "shared":
            found[module.name] = importlib.import_module(f"tests.projects.{module.name}").PROJECT
    return found


def version(checkout: Path) -> str:
    """Tag or commit of a checkout, with its date; of an unpacked release, the folder's name."""
    if not (checkout / ".git").exists():
        return checkout.name
    describe = ["git", "-C", str(checkout), "describe", "--tags", "--always"]
    date = ["git", "-C", str(checkout), "log", "-1", "--format=%cs"]
    return " of ".join(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        for command in (describe, date)
    )
