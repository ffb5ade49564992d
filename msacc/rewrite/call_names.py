"""The names under which a generated class calls each sub-network, container and function."""

from __future__ import annotations

import ast
import copy
import sys
from typing import TYPE_CHECKING, Any

from msacc.mindspore_homes import defined_in
from msacc.rewrite.imports import final
from msacc.rewrite.node_values import NodeType
from msacc.rewrite.statement import Body
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.tree import Tree
from msacc.rewrite.unique_names import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.rewrite.source_writer import Writer


class Calls:
    """The calls of one network.

    Two calls of one sub-network have trees of their own. Where they are written alike they call one attribute; where
    an edit makes them differ, the second gets an attribute of its own, over the same Parameters.
    """

    def __init__(self, writer: Writer, tree: Tree):
        self.writer, self.tree = writer, tree
        self._attributes = Names(set(dir(type(tree.network))) | set(vars(tree.network)))
        self._attribute_names: dict[
            str, dict[Any, str]
        ] = {}  # attribute -> what it is made of -> its name
        self._lines: list[str] = []
        self._methods: dict[str, ast.FunctionDef] = {}

    def methods(self) -> list[ast.FunctionDef]:
        """The network's methods that were written."""
        return list(self._methods.values())

    def lines(self) -> list[str]:
        """What `__init__` does to the attributes that it took over."""
        return self._lines

    def call(self, statement: Statement) -> ast.stmt:
        """The statement with the name that what it calls has in the new class."""
        line = copy.deepcopy(statement.stmt)
        if statement.inserted and statement.kind is NodeType.CallFunction:
            line.value.func = self._inserted_function(statement.instance)
        elif statement.kind is NodeType.CellContainer:
            holder: Any = line.value.func if isinstance(line.value, ast.Call) else line.value
            holder.attr = self._container(holder.attr, statement)
        elif statement.symbol_tree is not None:
            line.value.func.attr = self._network(line.value.func.attr, statement)
        elif statement.body is not None and statement.body.method:
            line.value.func.attr = self._method(statement.body)
        elif statement.body is not None:
            name = self.writer.free_function(statement.body, self)
            line.value.func = final(name)
        elif statement.inserted and isinstance(getattr(line, "value", None), ast.Call):
            self._attach(statement)
        return line  # type: ignore[no-any-return]

    def _attach(self, statement: Statement) -> None:
        assignment = f"self.{statement.name} = obj.{statement.name}"
        if assignment not in self._lines:  # a method may be written for several calls
            self._lines.append(assignment)

    def _inserted_function(self, function: Any) -> ast.expr:
        """An inserted function's name; NameError for one that its module does not hold under its name."""
        module, name = defined_in(function), function.__name__
        if module == "builtins":
            return final(name)
        if getattr(sys.modules.get(module), name, None) is not function:
            raise NameError(
                f"name '{name}' is not defined in module {module}: the new network cannot import the function; define "
                "it at the outermost level of its module."
            )
        return final(self.writer.imports.name_of(name, function, module))

    def _attribute(self, name: str, source: str | Sequence[str]) -> tuple[str, bool]:
        """The attribute for what is made so, and whether it is new."""
        attributes = self._attribute_names.setdefault(name, {})
        if source in attributes:
            return attributes[source], False
        attributes[source] = name if not attributes else self._attributes.unique(name)
        return attributes[source], True

    def _network(self, name: str, statement: Statement) -> str:
        assert statement.symbol_tree is not None
        kind = self.writer.network(statement.symbol_tree)
        attribute, new = self._attribute(name, kind)
        if new and attribute == name:
            source = "obj" if statement.inserted else "self"
            self._lines.append(f"self.{name} = {kind}({source}.{name})")
        elif new:
            self._lines.append(f"self.insert_child_to_cell('{attribute}', {kind}(obj.{name}))")
        return attribute

    def _method(self, body: Body) -> str:
        definition = self.writer.function(body, self, "written_anew")
        name, new = self._attribute(body.name, ast.unparse(definition))
        if new:
            definition.name = name
            self._methods[name] = definition
        return name

    def _container(self, name: str, statement: Statement) -> str:
        steps = self._steps("{}", statement)
        attribute, new = self._attribute(name, tuple(steps))
        if new and attribute != name:
            self._lines.append(f"self.insert_child_to_cell('{attribute}', fresh(obj.{name}))")
        elif new and steps:
            self._lines.append(f"self.{name} = fresh(self.{name})")
        if new:
            self._lines += [step.replace("{}", f"self.{attribute}") for step in steps]
        return attribute

    def _steps(self, path: str, statement: Statement) -> list[str]:
        """What is done to a container: its sub-networks written anew, then the edits in their order."""
        body = statement.body
        assert body is not None
        steps: list[str] = []
        for i, cell in enumerate(body.cells):
            at = f"{path}[{i}]"
            if cell.symbol_tree is not None:
                steps.append(f"{at} = {self.writer.network(cell.symbol_tree)}({at})")
            elif cell.body is not None and (inner := self._steps(at, cell)):
                steps += [f"{at} = fresh({at})", *inner]
        for what, i, cell_assigned in self.tree.edits[id(body)]:
            if cell_assigned is None:
                steps.append(f"del {path}[{i}]")
                continue
            expression = f"obj.{cell_assigned.name}"
            if cell_assigned.symbol_tree is not None:
                expression = f"{self.writer.network(cell_assigned.symbol_tree)}({expression})"
            steps += [
                f"self.{cell_assigned.name} = {expression}",
                f"{path}.{what}({i}, self.{cell_assigned.name})",
            ]
        return steps
