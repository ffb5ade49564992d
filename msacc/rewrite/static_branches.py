"""Branches whose condition is known from the network alone: the one that is taken, in place of the `if`."""

from __future__ import annotations

import ast

from msacc.rewrite.node_values import NodeType
from msacc.rewrite.statement import Body
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.tree import Tree


def flatten(tree: Tree) -> None:
    """Puts the statements of each branch that is taken where the `if` was, and takes the other branch out."""
    for statement in list(tree.walk()):
        body = statement.owner
        if body is None or statement.test is None:
            continue
        if (known := _known(statement, statement.test, body)) is not None:
            _flatten(statement, body, known)


def _known(statement: Statement, test: ast.expr, body: Body) -> bool | None:
    """What a condition is, read from the network's attributes and the names of its module; None where it is not."""
    if any(isinstance(n, ast.Name) and n.id in statement.local for n in ast.walk(test)):
        return None
    code = compile(ast.fix_missing_locations(ast.Expression(test)), "if", "eval")
    try:
        return bool(eval(code, {**body.space, "self": body.tree.network}))
    except Exception:
        return None  # a run tells


def _flatten(statement: Statement, body: Body, taken: bool) -> None:
    both = [s for s in body.statements if s.stmt is statement.stmt]
    at, name = body.statements.index(both[0]), "body" if taken else "orelse"
    for branch in both:
        body.statements.remove(branch)
        branch.owner = None
    inner = next((s.nodes() for s in both if s.branch == name), [])
    for moved in inner:
        moved.name, moved.owner = body.tree.names.unique(moved.name), body
    body.statements[at:at] = inner
    _end_at_return(body)


def _end_at_return(body: Body) -> None:
    ends = [i for i, s in enumerate(body.statements) if s.kind is NodeType.Output]
    for rest in body.statements[ends[0] + 1 :] if ends else ():
        rest.owner = None
    if ends:
        del body.statements[ends[0] + 1 :]
