"""The package's source as the tests of the house read it: modules, imports, what happens at import time."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "msacc"


@dataclass(frozen=True)
class Import:
    """One imported module of msacc: by whom, where, and whether only inside a function."""

    module: str
    target: str
    line: int
    late: bool


@functools.cache
def files() -> dict[str, Path]:
    """The file of every module of the package by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


@functools.cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, parsed: seconds, so nothing asks for it while tests are collected."""
    return {name: ast.parse(path.read_text()) for name, path in files().items()}


def _typing_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imports(module: str) -> Iterator[Import]:
    """What a module imports from msacc, annotations apart."""
    yield from _imports(module, modules()[module], late=False)


def _imports(module: str, node: ast.AST, late: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if _typing_only(child):
            continue
        if isinstance(child, ast.ImportFrom) and (child.module or "").startswith("msacc"):
            for alias in child.names:
                full = f"{child.module}.{alias.name}"
                target = full if full in modules() else str(child.module)
                yield Import(module, target, child.lineno, late)
        elif isinstance(child, ast.Import):
            for alias in child.names:
                if alias.name.startswith("msacc"):
                    yield Import(module, alias.name, child.lineno, late)
        inside = late or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        yield from _imports(module, child, inside)


def imported_names(tree: ast.Module) -> dict[str, str]:
    """Names that a module's top level takes from msacc, and where from."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("msacc")
        for alias in node.names
    }


def root(node: ast.AST) -> str | None:
    """The name at the left end of `a.b[c].d(…)`."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None
