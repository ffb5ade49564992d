"""Splits statements with nested calls or computations into statements of one step each.

`x = self.relu(0.5 * self.dense(x))` becomes `dense_var = self.dense(x)`, `mult_var = 0.5 * dense_var` and
`x = self.relu(mult_var)`. The later part of a statement comes first, as in MindSpore: names and order of nodes are
part of what programs rely on.
"""

from __future__ import annotations

import ast

from msacc.rewrite.node_values import plain
from msacc.rewrite.unique_names import Names

Slot = tuple[object, str, "int | None"]


def flattened(body: list[ast.stmt], names: Names) -> list[ast.stmt]:
    """The statements of one level; bodies of `if`, `for` and `while` are left to a call of their own."""
    statements: list[ast.stmt] = []
    for statement in reversed(body):
        statements = [
            step for single in _singles(statement) for step in _steps(single, names)
        ] + statements
    return statements


def _singles(statement: ast.stmt) -> list[ast.stmt]:
    """`a = b = f(x)` as `b = f(x)` and `a = b`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) == 1:
        return [statement]
    targets = statement.targets
    statements: list[ast.stmt] = [ast.Assign([targets[-1]], statement.value)]
    for target, right in zip(targets[-2::-1], targets[:0:-1], strict=True):
        statements.append(ast.Assign([target], _as_load(right)))
    return statements


def _as_load(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def _steps(statement: ast.stmt, names: Names) -> list[ast.stmt]:
    new: list[ast.stmt] = []
    for slot in _parts(statement):
        part = read(slot)
        if not _needs_separate_statement(part):
            continue
        if isinstance(part, ast.Attribute):
            slot, part = _inner(part)
        name = names.unique(_name_of(part))
        new.insert(0, ast.Assign([ast.Name(name, ast.Store())], part))
        write(slot, ast.Name(name, ast.Load()))
    steps = [statement]
    for step in reversed(new):
        steps = _steps(step, names) + steps
    return steps


def _needs_separate_statement(part: ast.expr) -> bool:
    return not plain(part) and not isinstance(part, ast.Starred)


def _inner(part: ast.Attribute) -> tuple[Slot, ast.expr]:
    """What the attributes are of, and where it stands."""
    while isinstance(part.value, ast.Attribute):
        part = part.value
    return (part, "value", None), part.value


def _parts(statement: ast.stmt) -> list[Slot]:
    """Where parts stand that get a statement of their own."""
    if isinstance(statement, (ast.Assign, ast.Expr)):
        value = statement.value
        if isinstance(value, ast.Call):
            func: list[Slot] = [(value, "func", None)]
            return func + operands(value)
        if isinstance(value, ast.BoolOp):  # the others are not computed where the first decides
            return operands(value)[:1]
        steps = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List)
        return operands(value) if isinstance(value, steps) else []
    if isinstance(statement, ast.Return):
        return [(statement, "value", None)] if statement.value is not None else []
    if isinstance(statement, ast.If):
        return [(statement, "test", None)]
    return [(statement, "iter", None)] if isinstance(statement, ast.For) else []


def operands(value: ast.expr) -> list[Slot]:
    """Where the arguments of an expression stand: positional ones, then keywords."""
    if isinstance(value, ast.Call):
        args: list[Slot] = [(value.args, "", i) for i in range(len(value.args))]
        return args + [(keyword, "value", None) for keyword in value.keywords]
    if isinstance(value, ast.BinOp):
        return [(value, "left", None), (value, "right", None)]
    if isinstance(value, ast.UnaryOp):
        return [(value, "operand", None)]
    if isinstance(value, ast.Compare):
        rest: list[Slot] = [(value.comparators, "", i) for i in range(len(value.comparators))]
        return [(value, "left", None), *rest]
    if isinstance(value, ast.BoolOp):
        return [(value.values, "", i) for i in range(len(value.values))]
    if isinstance(value, (ast.Tuple, ast.List)):
        return [(value.elts, "", i) for i in range(len(value.elts))]
    if isinstance(value, ast.Dict):
        return [(value.values, "", i) for i in range(len(value.values))]
    return []


def read(slot: Slot) -> ast.expr:
    """What stands there."""
    owner, field, index = slot
    return owner[index] if index is not None else getattr(owner, field)  # type: ignore[index, no-any-return]


def write(slot: Slot, value: ast.expr) -> None:
    """Put an expression there."""
    owner, field, index = slot
    if index is not None:
        owner[index] = value  # type: ignore[index]
    else:
        setattr(owner, field, value)


def _name_of(part: ast.expr) -> str:
    """A variable's name for a part: after the function that is called, or the operation."""
    if isinstance(part, ast.Call):
        func = part.func
        last = {ast.Attribute: "attr", ast.Name: "id"}.get(type(func), "")
        return f"{getattr(func, last) if last else type(func).__name__.lower()}_var"
    if isinstance(part, (ast.BinOp, ast.UnaryOp, ast.BoolOp)):
        return f"{type(part.op).__name__.lower()}_var"
    return f"{type(part).__name__.lower()}_var"
