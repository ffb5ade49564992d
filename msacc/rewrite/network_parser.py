"""Parses a network into the tree of its statements."""

from __future__ import annotations

import ast
import copy
import types
from typing import TYPE_CHECKING, Any

from msacc.nn.cell import Cell
from msacc.nn.layer.container import CellList, SequentialCell
from msacc.ops.core.primitive import Primitive
from msacc.rewrite import source, unique_names
from msacc.rewrite.flatten import flattened
from msacc.rewrite.namespace import is_subtree
from msacc.rewrite.node_values import NodeType
from msacc.rewrite.statement import Body
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.tree import Tree
from msacc.rewrite.unique_names import Names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MATHS = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare)
_METHODS = {
    ast.Tuple: "tuple",
    ast.List: "list",
    ast.Name: "name_assign",
    ast.Attribute: "attribute_assign",
    ast.Constant: "constant_assign",
    ast.Subscript: "subscript_var",
}
_FLOWS = {ast.If: ("if", "else"), ast.For: ("for", "for_else"), ast.While: ("while", "while_else")}


def tree_of(network: Cell, functions: Names | None = None, around: tuple[Cell, ...] = ()) -> Tree:
    """The tree of a network; `around` are the networks it is in. OSError where its source cannot be read."""
    tree = Tree(network, functions)
    class_definition = source.definition(type(network)) if type(network) is not Cell else None
    if (
        class_definition is not None
        and (construct := source.method(network, "construct")) is not None
    ):
        tree.top.space, tree.top.module = source.space_of(network), type(network).__module__
        _Reader(tree, (*around, network)).function(tree.top, construct)
    return tree


class _Reader:
    """Reads functions into bodies. `within` holds what is being read: a function that calls itself stays closed."""

    def __init__(self, tree: Tree, within: tuple[Any, ...]):
        self.tree, self.within = tree, within

    def function(self, body: Body, head: ast.FunctionDef) -> None:
        """The arguments and statements of a function."""
        body.head = head
        self.local = unique_names.of(head) - {"self"}
        self.local = {n for n in self.local if _assigned(head, n)}
        self.variables = Names(unique_names.of(head))
        self._arguments(body, head.args)
        lines = head.body
        if lines and isinstance(lines[0], ast.Expr) and isinstance(lines[0].value, ast.Constant):
            lines = lines[1:]
        head.body = []
        self.lines(body, lines)

    def _arguments(self, body: Body, arguments: ast.arguments) -> None:
        positional = arguments.posonlyargs + arguments.args
        for arg in positional[1:] if body.method else positional:
            self._input(body, arg)
        rest: list[tuple[str, Any]] = [("arg", arguments.vararg), ("list", arguments.kwonlyargs)]
        for name, stmt in [*rest, ("arg", arguments.kwarg)]:
            if stmt:
                self._add(body, Statement(NodeType.Python, name, stmt))

    def _input(self, body: Body, arg: Any) -> None:
        arg.default = None
        self._add(body, Statement(NodeType.Input, f"input_{arg.arg}", arg))

    def _add(self, body: Body, statement: Statement) -> Statement:
        statement.name = self.tree.names.unique(statement.name)
        statement.owner = body
        body.statements.append(statement)
        return statement

    def lines(self, body: Body, lines: list[ast.stmt]) -> None:
        """The statements of one level."""
        tests = {id(line): copy.deepcopy(line.test) for line in lines if isinstance(line, ast.If)}
        for stmt in flattened(lines, self.variables):
            ast.fix_missing_locations(stmt)
            if isinstance(stmt, tuple(_FLOWS)):
                self._flow(body, stmt, tests.get(id(stmt)))
            elif isinstance(stmt, ast.Return):
                self._add(body, Statement(NodeType.Output, "return", stmt))
            elif isinstance(stmt, ast.Assign):
                self._assign(body, stmt)
            else:
                self._add(body, Statement(NodeType.Python, type(stmt).__name__, stmt))

    def _flow(self, body: Body, stmt: Any, test: ast.expr | None) -> None:
        if isinstance(stmt, ast.For):
            self._cells_of_loop(body, stmt)
        parts = {"body": stmt.body, "orelse": stmt.orelse}
        stmt.body, stmt.orelse = [], []
        for (part, lines), name in zip(parts.items(), _FLOWS[type(stmt)], strict=False):
            if lines:
                node = self._add(body, Statement(NodeType.ControlFlow, f"{name}_node", stmt))
                node.branch, node.test, node.body = part, test, Body(self.tree)
                node.body.space, node.body.method = body.space, body.method
                node.body.name, node.local = body.name, self.local
                self.lines(node.body, lines)

    def _cells_of_loop(self, body: Body, stmt: ast.For) -> None:
        """`for cell in self.cells`: the cells are nodes of a statement of their own."""
        container = self._resolve(stmt.iter, body)
        cells = isinstance(container, CellList) or (
            isinstance(container, list)
            and container
            and all(isinstance(cell, Cell) for cell in container)
        )
        if not cells or not isinstance(stmt.iter, ast.Attribute):
            return
        name = ast.unparse(stmt.iter)
        variable = self.variables.unique(name.replace(".", "_"))
        line = ast.Assign([ast.Name(variable, ast.Store())], stmt.iter)
        node = self._add(body, Statement(NodeType.CellContainer, name, line, container))
        stmt.iter = ast.Name(variable, ast.Load())
        self._cells(node, container, line)

    def _resolve(self, func: ast.expr, body: Body) -> Any:
        return source.resolve(func, self.tree.network, body.space, self.local)

    def _assign(self, body: Body, stmt: Any) -> None:
        value = stmt.value
        if isinstance(value, ast.Call):
            self._call(body, stmt)
        elif isinstance(value, _MATHS):
            self._add(body, Statement(NodeType.MathOps, _math_name(value), stmt))
        elif type(value) in _METHODS:
            self._add(body, Statement(NodeType.CallMethod, _METHODS[type(value)], stmt))
        elif isinstance(value, ast.Dict) and _plain_dict(value):
            self._add(body, Statement(NodeType.CallMethod, "dict", stmt))
        else:
            self._add(body, Statement(NodeType.Python, type(stmt).__name__, stmt))

    def _call(self, body: Body, stmt: Any) -> None:
        func = stmt.value.func
        called = self._resolve(func, body)
        if isinstance(called, Cell) and not ast.unparse(func).startswith("self."):
            called = None
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "call")
        node = Statement(
            _kind(called), name, stmt, called if source.is_named_in_statement(called) else None
        )
        if isinstance(called, types.MethodType) or not isinstance(called, types.FunctionType):
            self._add(body, node)
        if node.kind is NodeType.CellContainer:
            self._cells(node, called, stmt)
        elif node.kind is NodeType.Tree:
            node.symbol_tree = self._inner(called)
        elif isinstance(called, types.MethodType) and ast.unparse(func) == f"self.{name}":
            self._method(node, called)
        elif isinstance(called, types.FunctionType):
            self._function(body, node, called)

    def _method(self, node: Statement, called: types.MethodType) -> None:
        name = called.__name__
        head = source.method(self.tree.network, name)
        if head is None or self._reading(("method", name)):
            return
        node.body, node.instance = Body(self.tree), called
        node.body.space, node.body.name = source.space_of(self.tree.network), name
        node.body.module = type(self.tree.network).__module__
        _Reader(self.tree, (*self.within, ("method", name))).function(node.body, head)

    def _function(self, body: Body, node: Statement, called: types.FunctionType) -> None:
        func = node.stmt.value.func
        static = isinstance(func, ast.Attribute) and not isinstance(
            source.resolve(func.value, self.tree.network, body.space, self.local),
            types.ModuleType,
        )
        if static:
            node.instance = None
        else:
            base = f"{node.name}_opt" if isinstance(func, ast.Attribute) else node.name
            node.name = self.tree.functions.unique(base)
        self._add(body, node)
        if static or self._reading(called):
            return
        if not source.is_expanded(called):
            # Its return counts, as MindSpore opens its own functions: later names are the same.
            self.tree.names.unique("return")
            return
        node.body = Body(self.tree, method=False)
        node.body.space, node.body.module = called.__globals__, called.__module__
        node.body.name = node.name
        _Reader(self.tree, (*self.within, called)).function(node.body, source.definition(called))

    def _reading(self, thing: Callable[..., Any] | Sequence[str]) -> bool:
        return any(
            thing is outer or type(outer) is tuple and thing == outer for outer in self.within
        )

    def _cells(self, node: Statement, container: Any, stmt: Any) -> None:
        """The cells of a container as statements that pass on what the container is given."""
        node.body = Body(self.tree)
        self.tree.edits[id(node.body)] = []
        for cell in container:
            kind = _kind(cell)
            name = type(cell).__name__
            value = ast.Call(ast.Name(name, ast.Load()), getattr(stmt.value, "args", [])[:1], [])
            child = Statement(kind, name, ast.Assign(stmt.targets, value), cell)
            self._add(node.body, child)
            if kind is NodeType.CellContainer:
                self._cells(child, cell, child.stmt)
            elif kind is NodeType.Tree:
                child.symbol_tree = self._inner(cell)
        node.body.cells = list(node.body.statements)

    def _inner(self, network: Cell) -> Tree | None:
        around = tuple(thing for thing in self.within if isinstance(thing, Cell))
        if any(network is cell for cell in around):
            return None
        return tree_of(network, self.tree.functions, around)


def _assigned(head: ast.FunctionDef, name: str) -> bool:
    """Whether a function gives the name a value of its own, so that the module's is hidden."""
    is_argument = any(isinstance(n, ast.arg) and n.arg == name for n in ast.walk(head))
    stores = (ast.Store, ast.Del)
    return is_argument or any(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, stores)
        for n in ast.walk(head)
    )


def _kind(called: Any) -> NodeType:
    if isinstance(called, SequentialCell) and type(called).construct is SequentialCell.construct:
        return NodeType.CellContainer
    if isinstance(called, Cell):
        return NodeType.Tree if is_subtree(called) else NodeType.CallCell
    if isinstance(called, Primitive):
        return NodeType.CallPrimitive
    return NodeType.CallFunction


def _math_name(value: Any) -> str:
    kinds = {ast.BinOp: "binop", ast.UnaryOp: "unaryop", ast.BoolOp: "boolop"}
    if isinstance(value, ast.Compare):
        return "_".join(["compare", *(type(op).__name__.lower() for op in value.ops)])
    return f"{kinds[type(value)]}_{type(value.op).__name__.lower()}"


def _plain_dict(value: ast.Dict) -> bool:
    return all(isinstance(key, ast.Constant) for key in value.keys) and not any(
        isinstance(item, ast.Call) for item in value.values
    )
