"""The table of a tree's nodes."""

from __future__ import annotations

import ast

from msacc.rewrite.statement import Body
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.tree import Tree

_HEAD = ["node type", "name", "codes", "arg providers", "target users"]


def table(tree: Tree, all_nodes: bool) -> str:
    """The nodes of a network, one a line; with `all_nodes` those of its functions, containers and sub-networks too."""
    parts = [_part(f"{type(tree.network).__name__}Opt", tree.top)]
    if all_nodes:
        parts += _below(tree.top)
        parts += [table(inner, True) for inner in tree.top.trees()]
    return "\n".join(parts)


def _below(body: Body) -> list[str]:
    parts = []
    for statement in body.statements:
        if statement.body is not None:
            parts += [_part(statement.name, statement.body), *_below(statement.body)]
    return parts


def _part(title: str, body: Body) -> str:
    rows = [_HEAD, *([_kind(s), s.name, _code(s), *_links(s)] for s in body.statements)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    rows.insert(1, ["-" * width for width in widths])
    lines = [
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([f"[{title}]", *lines])


def _kind(statement: Statement) -> str:
    return f"NodeType.{statement.kind.name}"


def _code(statement: Statement) -> str:
    stmt = statement.stmt
    if isinstance(stmt, ast.stmt):
        return ast.unparse(ast.fix_missing_locations(stmt)).split("\n")[0]
    arguments = stmt if isinstance(stmt, list) else [stmt]
    return ", ".join(_argument(a) if isinstance(a, ast.arg) else statement.name for a in arguments)


def _argument(argument: ast.arg) -> str:
    return argument.arg + (f": {argument.type_comment}" if argument.type_comment else "")


def _links(statement: Statement) -> list[str]:
    inputs = [[i, (s.name, k)] for i, (s, k) in statement.providers().items()]
    outputs = [
        [i, [(s.name, k) for s, k in users]] for i, users in sorted(statement.users().items())
    ]
    return [str(inputs), str(outputs)]
