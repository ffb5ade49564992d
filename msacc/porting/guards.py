"""Branches whose failure a program expects: `try: ... except ImportError`, and tests of a version."""

from __future__ import annotations

import ast
import re

_CAUGHT = {
    *("ImportError", "ModuleNotFoundError", "AttributeError", "NotImplementedError"),
    *("TypeError", "ValueError", "RuntimeError", "Exception", "BaseException"),
}
_TEST = re.compile(
    r"__version__|(ms|mindspore)_?version|version_(ge|gt|le|lt)|(is|check|valid)_\w*version"
    r"|hasattr|find_spec|type_checking|is_\w*available|\bsignature"
)
_EXPECTING = {"suppress", "raises", "assertRaises", "assertRaisesRegex"}


def catches(node: ast.Try) -> bool:
    """Whether a handler takes what an absent or refused name raises."""
    return any(_names(h.type) & _CAUGHT or h.type is None for h in node.handlers)


def tests_version(node: ast.expr) -> bool:
    """Whether a condition asks what the installed MindSpore has."""
    return bool(_TEST.search(ast.unparse(node).lower()))


def expects_error(node: ast.With | ast.AsyncWith) -> bool:
    """Whether it is `with suppress(...)` or a test's `with pytest.raises(...)`."""
    calls = (item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call))
    return any(_names(call.func) & _EXPECTING for call in calls)


def _names(node: ast.expr | None) -> set[str]:
    if node is None:
        return set()
    return {
        inner.id if isinstance(inner, ast.Name) else inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Name, ast.Attribute))
    }
