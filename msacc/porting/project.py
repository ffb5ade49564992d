"""The files of a project, and what they use of MindSpore."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msacc.porting.config_files import read_config
from msacc.porting.names import find
from msacc.porting.reader import Reader
from msacc.porting.values import Scope
from msacc.porting.verdicts import Use
from msacc.porting.written_for import with_removals, written_for

_SKIPPED = {"__pycache__", "node_modules", "site-packages", "build", "dist", ".git", "venv"}


@dataclass
class Report:
    """What was found in a project."""

    path: str
    files: int = 0
    written_for: str = ""  # the requirement that names mindspore's version
    uses: list[Use] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)  # files that are no Python of this version

    @property
    def ends(self) -> list[Use]:
        """What ends the program."""
        return [use for use in self.uses if use.ends]


class Project:
    """Reads files when one is asked for; a file that imports another has its names."""

    def __init__(self, path: Path) -> None:
        self.root = path if path.is_dir() else path.parent
        self.report = Report(str(path))
        self.readers: dict[Path, Reader] = {}
        self._given: set[tuple[int, str]] = set()

    def read(self, path: Path) -> Scope | None:
        """The names of a file; those known so far, while two files import each other."""
        if path in self.readers:
            return self.readers[path].scope
        reader = Reader(self._shown(path), lambda name, level: self._imported(path, name, level))
        self.readers[path] = reader
        try:
            tree = _parse(path)
        except (SyntaxError, ValueError):
            self.report.unread.append(self._shown(path))
            return None
        reader.read(tree)
        self._given |= {(_identity(name), attribute) for name, attribute in reader.lookups.given}
        self.report.files += 1
        self.report.uses += sorted(reader.uses, key=lambda use: use.line)
        return reader.module

    def _imported(self, importer: Path, name: str, level: int) -> Scope | None:
        """The file behind an import: relative to the importer, its folder, or the project's."""
        folders = [importer.parents[level - 1]] if level else [importer.parent, self.root]
        for folder in folders:
            base = folder.joinpath(*name.split(".")) if name else folder
            for path in (base.with_suffix(".py"), base / "__init__.py"):
                if path.is_file() and path != importer:
                    return self.read(path)
        return None

    def is_own(self, use: Use) -> bool:
        """Whether the project itself gives MindSpore's object the attribute that fails."""
        holder, _, name = use.name.rpartition(".")
        return use.verdict.fails and (_identity(holder), name) in self._given

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


def check(path: Path) -> Report:
    """The report on a file or a folder."""
    project = Project(path.resolve())
    report, report.path = project.report, str(path)
    for file in _files(path.resolve(), (".py", ".ipynb")):
        project.read(file)
    report.uses = [use for use in report.uses if not project.is_own(use)]
    for file in _files(path.resolve(), (".yaml", ".yml")):
        report.uses += read_config(file, project._shown(file))
    report.uses.sort(key=lambda use: (use.file, use.line))
    report.written_for = written_for(project.root)
    report.uses = list(with_removals(report.uses, report.written_for))
    return report


def _identity(name: str) -> int:
    found = find(name)
    return id(found.value) if found else 0


def _files(path: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    if path.is_file():
        yield from [path] if path.suffix in endings else []
        return
    for file in sorted(path.rglob("*")):
        below = file.relative_to(path).parts
        if file.suffix in endings and file.is_file() and not _SKIPPED.intersection(below):
            yield file


def source(path: Path) -> str:
    """The Python of a file or a notebook."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    return _cells(text) if path.suffix == ".ipynb" else text


def _parse(path: Path) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source(path))


def _cells(notebook: str) -> str:
    """The code of a notebook's cells; lines for the shell and for IPython are left out."""
    cells = json.loads(notebook).get("cells", [])
    code = ["".join(c.get("source", ())) for c in cells if c.get("cell_type") == "code"]
    lines = "\n".join(c for c in code if not c.startswith("%%")).splitlines()
    return "\n".join(re.sub(r"^(\s*)[!%].*", r"\1pass", line) for line in lines)
