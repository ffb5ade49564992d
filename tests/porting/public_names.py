"""Which names public projects take from MindSpore that MindSpore 2.10 or msacc does not have: public_names.txt.

    python -m tests.porting.public_names [RELEASE=FOLDER ...] -- REPOSITORY=FOLDER[:DEPTH] ...

A release is given by its wheel, unpacked; a name that neither one of them nor 2.10 has is no name of MindSpore's, but
torch's, a variable's or misspelt. FOLDER has a checkout; several of one repository are its branches. At DEPTH its
folders are projects of their own, as in a collection of models. Names are read from imports and from attributes of what
was imported; a name counts once a project. Names that the file had before stay in it, whatever has become of them.
`docs/make_coverage.py` makes the table of docs/coverage.md of the file.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from msacc.missing_names import former
from msacc.porting import project
from msacc.porting.names import _in_mindspore, find, judge, judge_absent

FILE = Path(__file__).with_name("public_names.txt")
_HEAD = """# Names that MindSpore 2.10 or msacc lacks: name | repositories | projects | the last release that had it.
# First: repositories, projects and files read, names that no release had, projects with one of these.
"""


class Counted(NamedTuple):
    """A name, how many repositories and projects take it, and the last release that had it."""

    name: str
    repositories: int
    projects: int
    release: str


class Release:
    """The modules of a release, read from its files."""

    def __init__(self, version: str, folder: Path) -> None:
        self.version, self.folder = version, folder
        self._names: dict[str, frozenset[str]] = {}

    def has(self, name: str) -> bool:
        """Whether a module of the release has the name, or is it."""
        module, _, last = name.rpartition(".")
        return bool(self._file(name)) or last in self.names(module)

    def names(self, module: str) -> frozenset[str]:
        """What the file of a module binds at its top level, star imports included."""
        if module not in self._names:
            self._names[module] = frozenset()  # while a module imports itself in a circle
            file = self._file(module)
            if file:
                package = module if file.name == "__init__.py" else module.rpartition(".")[0]
                bound = self._bound(ast.parse(file.read_text(encoding="utf-8")).body, package)
                self._names[module] = frozenset(bound)
        return self._names[module]

    def _file(self, module: str) -> Path | None:
        base = self.folder.joinpath(*module.split("."))
        return next(
            (f for f in (base / "__init__.py", base.with_suffix(".py")) if f.is_file()), None
        )

    def _bound(self, body: list[ast.stmt], package: str) -> Iterator[str]:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield node.name
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
            elif isinstance(node, ast.Import):
                yield from (alias.asname or alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from self._imported(node, package)
            else:
                yield from self._bound(getattr(node, "body", []), package)

    def _imported(self, node: ast.ImportFrom, package: str) -> Iterator[str]:
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        module = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            if alias.name == "*":
                yield from self._starred(module)
            else:
                yield alias.asname or alias.name

    def _starred(self, module: str) -> frozenset[str]:
        """What a star import takes: `__all__` and what it is extended by, or all that has no underscore in front."""
        file = self._file(module)
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8")))) if file else []
        lists = [n.value for n in nodes if isinstance(n, ast.Assign) and _is_all(n.targets[0])]
        if not lists:
            return frozenset(name for name in self.names(module) if not name.startswith("_"))
        lists += [
            n for n in nodes if isinstance(n, ast.Call) and ast.unparse(n.func) == "__all__.extend"
        ]
        names = {n.value for part in lists for n in ast.walk(part) if isinstance(n, ast.Constant)}
        for node in nodes:
            if isinstance(node, ast.Attribute) and node.attr == "__all__":
                names |= self._starred(f"{module}.{ast.unparse(node.value)}")
        return frozenset(str(name) for name in names)


def _is_all(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__all__"


class Names(ast.NodeVisitor):
    """The dotted names of MindSpore's in a file."""

    def __init__(self) -> None:
        self.bound: dict[str, str] = {}
        self.found: set[str] = set()

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name.split(".")[0] == "mindspore":
                self.found.add(alias.name)
                self.bound[alias.asname or "mindspore"] = (
                    alias.name if alias.asname else "mindspore"
                )

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level or (node.module or "").split(".")[0] != "mindspore":
            return
        for alias in node.names:
            name = node.module if alias.name == "*" else f"{node.module}.{alias.name}"
            self.found.add(name or "")
            if alias.name != "*":
                self.bound[alias.asname or alias.name] = name or ""

    def visit_Attribute(self, node: ast.Attribute) -> None:
        parts: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and inner.id in self.bound:
            self.found.add(".".join([self.bound[inner.id], *reversed(parts)]))
        self.generic_visit(node)


def names_of(file: Path) -> frozenset[str]:
    """The names of one file; none of a file that is no Python of this version."""
    try:
        text = project.source(file)
        if "mindspore" not in text:
            return frozenset()
        reader = Names()
        reader.visit(project._parse(file))
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    return frozenset(reader.found)


def lacking(name: str) -> str | None:
    """The first part of a name that MindSpore 2.10 or msacc does not have, or refuses; None where all is there."""
    parts = name.split(".")
    for end in range(2, len(parts) + 1):
        part = ".".join(parts[:end])
        found = find(part)
        if found is None:
            told = judge_absent(part)
            # What an object has, and what a class may get from a script, is not a name of MindSpore's.
            return part if told.verdict.fails and _is_of_a_module(part) else None
        if judge(found).verdict.fails or judge(found).removed or former(part):
            return part
    return None


def _is_of_a_module(name: str) -> bool:
    holder = find(name.rpartition(".")[0])
    return holder is None or isinstance(holder.value, type(sys))


def _files(arguments: list[str]) -> Iterator[tuple[str, str, Path]]:
    """(repository, project, file) of all that is given."""
    for argument in arguments:
        repository, _, place = argument.partition("=")
        folder, _, depth = place.partition(":")
        for file in project._files(Path(folder), (".py", ".ipynb")):
            below = file.relative_to(folder).parts[:-1][: int(depth or 0)]
            yield repository, "/".join([repository, *below]), file


def main(arguments: list[str]) -> None:
    """Read all and write the file."""
    cut = arguments.index("--")
    releases = [Release(v, Path(f)) for v, _, f in (a.partition("=") for a in arguments[:cut])]
    files = list(_files(arguments[cut + 1 :]))
    with Pool() as pool:
        read = pool.map(names_of, [file for _, _, file in files], chunksize=200)
    takers: dict[str, set[str]] = defaultdict(set)
    for (_, own, _), names in zip(files, read, strict=True):
        for name in names:
            takers[name].add(own)
    before = {row.name for row in recorded()[1]}
    lacked: dict[str, set[str]] = defaultdict(set)
    for name, projects in takers.items():
        if part := name if name in before else lacking(name):
            lacked[part] |= projects
    users = [own for (_, own, _), names in zip(files, read, strict=True) if names]
    _write(lacked, users, releases)


def _write(lacked: dict[str, set[str]], users: list[str], releases: list[Release]) -> None:
    rows, strange = [], set()
    for name, projects in lacked.items():
        release = _last(name, releases)
        if release:
            count = len({own.split("/")[0] for own in projects})
            rows.append(Counted(name, count, len(projects), release))
        else:
            strange |= projects
    rows.sort(key=lambda row: (-row.repositories, -row.projects, row.name))
    repositories = {own.split("/")[0] for own in users}
    none = len(lacked) - len(rows)
    total = (len(repositories), len(set(users)), len(users), none, len(strange))
    lines = [" | ".join(map(str, row)) + "\n" for row in [total, *rows]]
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")


def _last(name: str, releases: list[Release]) -> str:
    """The last release that has a name; "" where none has."""
    if _in_mindspore(name):
        return "2.10"
    return next((r.version for r in reversed(releases) if r.has(name)), "")


def recorded() -> tuple[list[int], list[Counted]]:
    """How many repositories, projects and files were read, names of no release and projects with them; the names."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    first, *rows = ([field.strip() for field in line.split("|")] for line in lines)
    return [int(n) for n in first], [Counted(n, int(r), int(p), v) for n, r, p, v in rows]


def why_it_fails(name: str) -> str | None:
    """The reason why a name does not resolve or is refused; None where it works."""
    found = find(name)
    told = judge(found) if found else judge_absent(name)
    if not told.verdict.fails:
        return None
    text = told.text.removeprefix(f"msacc does not have {name} ")
    if text.startswith("(MindSpore 2.10 does)"):
        return "a part of MindSpore's own machinery that nothing here has use for"
    return text.removeprefix("(").removesuffix(")")


if __name__ == "__main__":
    main(sys.argv[1:])
