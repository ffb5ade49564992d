"""Branches whose failure a program expects: `try: ... except ImportError`, and tests of a version."""

from __future__ import annotations

import ast

_CAUGHT = {
    *("ImportError", "ModuleNotFoundError", "AttributeError", "NotImplementedError"),
    *("TypeError", "ValueError", "RuntimeError", "Exception", "BaseException"),
}
_TESTS = ("version", "hasattr", "find_spec", "TYPE_CHECKING", "is_available", "signature")


def catches(node: ast.Try) -> bool:
    """Whether a handler takes what an absent or refused name raises."""
    return any(_names(h.type) & _CAUGHT or h.type is None for h in node.handlers)


def tests_version(node: ast.expr) -> bool:
    """Whether a condition asks what the installed MindSpore has."""
    text = ast.unparse(node).lower()
    return any(word.lower() in text for word in _TESTS)


def _names(node: ast.expr | None) -> set[str]:
    if node is None:
        return set()
    return {
        inner.id if isinstance(inner, ast.Name) else inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Name, ast.Attribute))
    }
