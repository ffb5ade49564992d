"""Generates the source of a module from a tree: the network's class, its sub-networks and functions."""

from __future__ import annotations

import ast
import copy
import sys
from typing import Any

from msacc.rewrite.call_names import Calls
from msacc.rewrite.imports import Imports, final
from msacc.rewrite.node_values import NodeType
from msacc.rewrite.statement import Body
from msacc.rewrite.tree import Tree
from msacc.rewrite.unique_names import Names

_NAME = "__written_anew__"


class Writer:
    """Writes one module. What comes out alike is written once, whatever calls it."""

    def __init__(self, tree: Tree):
        self.imports = Imports()
        self.names = Names(self.imports.names.used)
        self.imports.names = self.names  # classes and imports share the module's names
        self._texts: dict[str, str] = {}
        self._parts: list[str] = []
        self.name = self.network(tree)

    def text(self) -> str:
        """The module."""
        return "\n".join(self.imports.lines) + "\n" + "".join(f"\n\n{p}\n" for p in self._parts)

    def _add_definition(self, definition: Any, name: str) -> str:
        """Adds a class or function and returns its name; an equal definition is reused."""
        text = ast.unparse(ast.fix_missing_locations(definition))
        if text not in self._texts:
            self._texts[text] = self.names.unique(name)
            self._parts.append(text.replace(_NAME, self._texts[text]))
        return self._texts[text]

    def network(self, tree: Tree) -> str:
        """Write a network's class and all it calls; the class's name."""
        kind = type(tree.network)
        calls = Calls(self, tree)
        functions = [self.function(tree.top, calls)] if tree.top.head is not None else []
        functions += calls.methods()
        nn = self.imports.name_of_module(sys.modules["msacc.nn"], "nn")
        class_definition = ast.parse(
            f"class {_NAME}({self.base(kind)}, {nn}.Cell):\n def __init__(self, obj): pass"
        ).body[0]
        assert isinstance(class_definition, ast.ClassDef)
        lines = [f"{nn}.Cell.__init__(self)", "take_over(self, obj)", *calls.lines()]
        init: Any = class_definition.body[0]
        init.body = ast.parse("\n".join(lines)).body
        class_definition.body = [init, *functions]
        return self._add_definition(class_definition, f"{kind.__name__}Opt")

    def base(self, kind: type) -> str:
        first, _, rest = kind.__qualname__.partition(".")
        if "<locals>" in kind.__qualname__:
            raise NameError(
                f"name '{kind.__name__}' is not defined: a class inside a function cannot be imported by "
                "the new network; "
                "define it at the outermost level of its module."
            )
        space = vars(sys.modules[kind.__module__])
        if first not in space:
            raise NameError(f"name '{first}' is not defined in module {kind.__module__}.")
        name = self.imports.name_of(first, space[first], kind.__module__)
        return f"{name}.{rest}" if rest else name

    def function(self, body: Body, calls: Calls, name: str = "") -> ast.FunctionDef:
        """The definition of a function whose statements were read."""
        definition: ast.FunctionDef = copy.deepcopy(body.head)  # type: ignore[assignment]
        definition.name = name or definition.name
        _signature(definition.args, body)
        definition.body = self._lines(body, calls) or [ast.Pass()]
        _MemberReferences(type(calls.tree.network), self).visit(definition)
        ast.fix_missing_locations(definition)
        self.imports.settle(definition, body.space, body.module)
        return definition

    def free_function(self, body: Body, calls: Calls) -> str:
        """Write a function outside of classes; its name."""
        definition = self.function(body, calls, _NAME)
        return self._add_definition(definition, body.name)

    def _lines(self, body: Body, calls: Calls) -> list[ast.stmt]:
        copies: dict[int, ast.stmt] = {}
        lines: list[ast.stmt] = []
        for statement in body.statements:
            if statement.kind is NodeType.Input or isinstance(statement.stmt, (ast.arg, list)):
                continue
            if statement.kind is not NodeType.ControlFlow:
                lines.append(calls.call(statement))
                continue
            key = id(statement.stmt)
            if key not in copies:
                copies[key] = copy.deepcopy(statement.stmt)
                copies[key].body = [ast.Pass()]  # type: ignore[attr-defined]
                lines.append(copies[key])
            inner = self._lines(statement.body, calls) if statement.body is not None else []
            setattr(copies[key], statement.branch, inner or [ast.Pass()])
        return lines


def _signature(args: ast.arguments, body: Body) -> None:
    """Add the arguments that were inserted, and take the values of those that were given one."""
    names = {arg.arg for arg in args.posonlyargs + args.args}
    for statement in body.statements:
        if statement.kind is NodeType.Input and statement.stmt.arg not in names:
            args.args.append(ast.arg(statement.stmt.arg))
            args.defaults.append(statement.stmt.default or ast.Constant(None))


class _MemberReferences(ast.NodeTransformer):
    """What a class's source says of itself: `super()` and names with two underscores, which the new class inherits."""

    def __init__(self, kind: type, writer: Writer):
        self.kind, self.writer = kind, writer

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            base = self.writer.base(self.kind)
            node.args = [final(base), ast.Name("self", ast.Load())]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr.startswith("__") and not node.attr.endswith("__"):
            node.attr = f"_{self.kind.__name__.lstrip('_')}{node.attr}"
        return node
