"""The call sites in msacc that log that an option has no effect, read from its source."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import msacc

PACKAGE = Path(msacc.__file__).parent
# The place of the argument that names the option.
_SPEAKERS = {"no_effect": 1, "_store_without_effect": 0, "ignored": 0}


@functools.cache
def call_sites() -> frozenset[str]:
    """'file option' of each."""
    return frozenset(
        f"{path.relative_to(PACKAGE).as_posix()} {option}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != PACKAGE / "common" / "warn_once.py"
        for option in _options(ast.parse(path.read_text()))
    )


def _options(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name == "once" and "no effect" in ast.unparse(node):
            yield f"text:{_word(node.args[0])}"
        elif name == "no_effects":
            yield from (keyword.arg or f"**{_word(keyword.value)}" for keyword in node.keywords)
        elif name in _SPEAKERS:
            yield _word(node.args[_SPEAKERS[name]])


def _word(node: ast.expr) -> str:
    """A literal's text, else the expression in angle brackets."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return f"<{ast.unparse(node)}>".replace(" ", "")
