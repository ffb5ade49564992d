"""Creates nodes for users' programs: calls of Cells and functions, and inputs."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.nn.cell import Cell
from msacc.ops.core.primitive import Primitive
from msacc.rewrite.network_parser import tree_of
from msacc.rewrite.node_values import NodeType, ScopedValue, to_expression
from msacc.rewrite.source import is_user_code
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.statement import as_name

if TYPE_CHECKING:
    from collections.abc import Callable

_FUNCTIONS = (types.FunctionType, type, types.BuiltinFunctionType)


def call_cell(
    cell: Cell,
    targets: Sequence[Any] | None,
    args: Sequence[Any] | None,
    kwargs: dict[str, Any] | None,
    name: str,
    is_sub_net: bool,
) -> Statement:
    """`targets = self.name(*args, **kwargs)`."""
    check.instance("Node", "cell", cell, (Cell, Primitive))
    func = ast.Attribute(ast.Name("self", ast.Load()), name, ast.Load())
    line = _line(func, targets, args, kwargs)
    kind = NodeType.CallPrimitive
    if isinstance(cell, Cell):
        _refuse_many(cell, line.value.args)
        kind = NodeType.CallCell
    is_expanded = is_sub_net and isinstance(cell, Cell) and is_user_code(type(cell))
    statement = Statement(NodeType.Tree if is_expanded else kind, name, line, cell)
    if is_expanded:
        statement.symbol_tree = tree_of(cell)
    return statement


def _refuse_many(cell: Cell, args: list[ast.expr]) -> None:
    try:
        inspect.signature(cell.construct).bind_partial(*args)
    except TypeError as error:
        raise RuntimeError(
            f"Input args are invalid: construct of {type(cell).__name__} does not take {len(args)} ({error})."
        ) from None


def call_function(
    function: Callable[..., Any],
    targets: Sequence[Any] | None,
    args: Sequence[Any] | None,
    kwargs: dict[str, Any] | None,
) -> Statement:
    """`targets = function(*args, **kwargs)`."""
    check.instance("create_call_function", "function", function, _FUNCTIONS)
    name = function.__name__
    line = _line(ast.Name(name, ast.Load()), targets, args, kwargs)
    return Statement(NodeType.CallFunction, name, line, function)


def argument(name: str, default: ScopedValue | None) -> Statement:
    """An argument of construct."""
    arg_node: Any = ast.arg(check.instance("Node", "param_name", name, str))
    if default is not None:
        check.instance("Node", "default", default, ScopedValue)
    arg_node.default = to_expression(default) if default is not None else None
    return Statement(NodeType.Input, f"input_{name}", arg_node)


def _line(
    func: ast.expr,
    targets: Sequence[Any] | None,
    args: Sequence[ScopedValue] | None,
    kwargs: dict[str, Any] | None,
) -> Any:
    values = [_value("args", value) for value in _listed("args", args)]
    named = check.instance("Node", "kwargs", kwargs if kwargs is not None else {}, dict)
    keywords = [
        ast.keyword(check.instance("Node", "kwargs", key, str), _value("kwargs", value))
        for key, value in named.items()
    ]
    results = [_target(target) for target in _listed("targets", targets)]
    left: ast.expr = results[0] if len(results) == 1 else ast.Tuple(results, ast.Store())
    call = ast.Call(func, values, keywords)
    return ast.fix_missing_locations(ast.Assign([left], call))


def _listed(name: str, values: Any) -> Sequence[Any]:
    if values is None and name == "args":
        return []
    return check.instance("Node", name, values, (list, tuple))  # type: ignore[no-any-return]


def _value(name: str, value: ScopedValue) -> ast.expr:
    return to_expression(check.instance("Node", name, value, ScopedValue))


def _target(target: ScopedValue | str) -> ast.expr:
    node: Any = to_expression(
        as_name(check.instance("Node", "targets", target, (ScopedValue, str)))
    )
    node.ctx = ast.Store()
    return node  # type: ignore[no-any-return]
