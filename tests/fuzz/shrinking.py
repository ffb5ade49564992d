"""Makes a program smaller while a property holds: statements go, expressions become one of their parts."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator


def shrink(text: str, holds: Callable[[str], bool], most: int = 400) -> str:
    """The smallest program found in `most` trials of `holds`."""
    text, trials = ast.unparse(ast.parse(text)), 0
    for change in (_without_statement, _with_part, _without_statement, _with_smaller_constant):
        position = 0
        while position < sum(1 for _ in ast.walk(ast.parse(text))):
            for candidate in _changed(text, change, position):
                if trials >= most:
                    return text
                trials += 1
                if holds(candidate):
                    text = candidate
                    break
            else:
                position += 1
    return text


def _changed(
    text: str, change: Callable[[ast.AST, ast.AST], Iterator[ast.AST]], position: int
) -> Iterator[str]:
    """Shorter texts with a change at one node, counted from the root."""
    tree = ast.parse(text)
    for changed in change(tree, list(ast.walk(tree))[position]):
        try:
            candidate = ast.unparse(ast.fix_missing_locations(changed))
            ast.parse(candidate)
        except (SyntaxError, ValueError, AttributeError, TypeError):
            continue
        if len(candidate) < len(text):
            yield candidate


def _without_statement(tree: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """Without one statement of each block of the node, and with a block in the place of its head."""
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        for i, statement in reversed(list(enumerate(block if isinstance(block, list) else []))):
            block[i : i + 1] = []
            if block or field == "orelse":
                yield copy.deepcopy(tree)
            if isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
                block[i:i] = statement.body
                yield copy.deepcopy(tree)
                block[i : i + len(statement.body)] = []
            block[i:i] = [statement]


def _with_part(tree: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """With an expression replaced by an expression in it; lists and arguments without one item."""
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.expr) and not (isinstance(node, ast.Call) and name == "func"):
            for part in ast.iter_child_nodes(value):
                if isinstance(part, ast.expr):
                    setattr(node, name, part)
                    yield copy.deepcopy(tree)
            setattr(node, name, value)
        if isinstance(value, list) and value and isinstance(value[0], (ast.expr, ast.keyword)):
            for i, item in enumerate(list(value)):
                parts = [[], *([p] for p in ast.iter_child_nodes(item) if isinstance(p, ast.expr))]
                for replacement in parts:
                    value[i : i + 1] = replacement
                    yield copy.deepcopy(tree)
                    value[i : i + len(replacement)] = [item]


def _with_smaller_constant(tree: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        before = node.value
        for value in (0, 1):
            node.value = value
            yield copy.deepcopy(tree)
        node.value = before
