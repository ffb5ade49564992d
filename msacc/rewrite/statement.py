"""A statement of a network, and the body of statements that contains it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msacc.rewrite.flatten import Slot, operands, read, write
from msacc.rewrite.node_values import (
    NodeType,
    ScopedValue,
    ValueType,
    from_expression,
    to_expression,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.nn.cell.cell import Cell
    from msacc.ops.core.primitive import Primitive
    from msacc.rewrite.tree import Tree

_BLOCKS = (ast.If, ast.For, ast.While)


class Body:
    """Statements in order: of a function, of a branch or loop, or the cells of a container.

    `head` is the function's definition (None for the others), `method` whether it is one of the network's own.
    """

    def __init__(self, tree: Tree, head: ast.FunctionDef | None = None, method: bool = True):
        self.tree, self.head, self.method = tree, head, method
        self.statements: list[Node] = []
        self.cells: list[Node] = []  # of a container, as they were read
        self.space: dict[str, Any] = {}  # what the names of the function's module stand for
        self.module, self.name = "", ""

    def walk(self) -> Iterator[Node]:
        """These statements and all below them, without those of sub-networks."""
        pending = [self]
        while pending:
            body = pending.pop()
            yield from body.statements
            pending += [s.body for s in body.statements if s.body is not None]

    def trees(self) -> Iterator[Tree]:
        """The sub-networks that are called, in the order of the source."""
        yield from (s.symbol_tree for s in self.statements if s.symbol_tree is not None)
        for statement in self.statements:
            if statement.body is not None:
                yield from statement.body.trees()


class Node:
    """One statement: `stmt` is its source, from which arguments and results are read and into
    which they are written.
    """

    def __init__(
        self,
        kind: NodeType,
        name: str,
        stmt: Any,
        instance: Cell | Callable[..., Any] | Primitive | None = None,
    ):
        self.kind, self.name, self.stmt, self.instance = kind, name, stmt, instance
        self.owner: Body | None = None
        self.body: Body | None = None
        self.symbol_tree: Tree | None = None
        self.inserted = False
        self.branch = "body"  # which part of an `if` or a loop: body or orelse
        self.test: ast.expr | None = None  # the condition of an `if`, as the source has it
        self.local: set[str] = set()  # names in it that only a run can tell
        self.given: dict[int, tuple[Node, int]] = {}  # providers that a program has set
        self.attributes: dict[str, Any] = {}

    def get_name(self) -> str:
        """The node's name."""
        return self.name

    def get_node_type(self) -> NodeType:
        """The node's kind."""
        return self.kind

    def get_instance_type(self) -> Any:
        """The class of the Cell or Primitive that is called, the function itself, or NoneType."""
        if type(self.instance).__name__ in ("function", "builtin_function_or_method"):
            return self.instance if callable(self.instance) else type(None)
        return type(self.instance)

    def get_belong_symbol_tree(self) -> Tree | None:
        """The tree of the network it is in, None for one that is in none."""
        return self.owner.tree if self.owner is not None else None

    def get_inputs(self) -> list[Node]:
        """The statements that give the arguments, in the arguments' order."""
        return [node for node, _ in self.providers().values()]

    def set_arg_providers(self, index: int, provider: tuple[Node, int]) -> None:
        """Say that a statement outside of this body gives an argument: the statement, and which result of it."""
        self.given[index] = provider

    def nodes(self) -> list[Node]:
        """The statements of a function, a branch, a loop or a container."""
        return list(self.body.statements) if self.body is not None else []

    @property
    def node_list(self) -> list[Node]:
        """The cells of a container."""
        return self.nodes()

    def get_node(self, name: str) -> Node | None:
        """The statement of that name below this one."""
        statements = self.body.walk() if self.body is not None else ()
        return next((s for s in statements if s.name == name), None)

    def slots(self) -> list[Slot]:
        """Where the arguments stand, positional ones first."""
        if self.kind is NodeType.Python or self.stmt is None:
            return []
        if self.kind is NodeType.Input:
            return [(self.stmt, "default", None)] if self.stmt.default is not None else []
        if isinstance(self.stmt, ast.Return):
            return [(self.stmt, "value", None)] if self.stmt.value is not None else []
        if isinstance(self.stmt, _BLOCKS):
            return [(self.stmt, "iter" if isinstance(self.stmt, ast.For) else "test", None)]
        value = self.stmt.value
        if isinstance(value, (ast.Name, ast.Attribute, ast.Constant, ast.Subscript)):
            listed = self.kind is NodeType.CellContainer
            return [] if listed else [(self.stmt, "value", None)]
        return operands(value)

    def _keywords(self) -> list[Any]:
        value = getattr(self.stmt, "value", None)
        if isinstance(value, ast.Call):
            return [keyword.arg for keyword in value.keywords]
        if isinstance(value, ast.Dict) and self.kind is not NodeType.Python:
            return [key.value if isinstance(key, ast.Constant) else None for key in value.keys]
        return []

    def values(self) -> list[ScopedValue]:
        """Arguments, then keyword arguments."""
        return [from_expression(read(slot)) for slot in self.slots()]

    def get_args(self) -> list[ScopedValue]:
        """The positional arguments."""
        values = self.values()
        return values[: len(values) - len(self._keywords())]

    def get_kwargs(self) -> dict[Any, ScopedValue]:
        """The keyword arguments."""
        names = self._keywords()
        return dict(zip(names, self.values()[-len(names) :], strict=True)) if names else {}

    def append_kwarg(self, kwargs: dict[str, ScopedValue]) -> None:
        """Add keyword arguments to a call."""
        for name, value in kwargs.items():
            self.stmt.value.keywords.append(ast.keyword(name, to_expression(value)))

    def set_arg(self, arg: ScopedValue | str, index: int) -> None:
        """Give another argument. ValueError for an index that there is not."""
        slots = self.slots()
        if not 0 <= index < len(slots):
            raise ValueError(
                f"The 'index' must be in range of [0, {len(slots)}), but got {index}: node '{self.name}' has "
                f"{len(slots)} arguments."
            )
        write(slots[index], to_expression(as_name(arg)))

    def get_targets(self) -> list[ScopedValue]:
        """The results, those of tuples one by one."""
        if self.kind is NodeType.Input:
            return [ScopedValue.create_naming_value(self.stmt.arg)]
        if self.kind is NodeType.Python or not isinstance(self.stmt, ast.Assign):
            return []
        return [from_expression(target) for target in _leaves(self.stmt.targets)]

    def providers(self) -> dict[int, tuple[Node, int]]:
        """For each argument that an earlier statement of this body gives: the statement, and which result of it."""
        before = self._before()
        providers = dict(self.given)
        for i, value in enumerate(self.values()):
            is_name = value.type is ValueType.NamingValue
            for statement in reversed(before) if is_name else ():
                if value in (targets := statement.get_targets()):
                    providers[i] = (statement, targets.index(value))
                    break
        return providers

    def _before(self) -> list[Node]:
        if self.owner is None:
            return []
        return self.owner.statements[: self.owner.statements.index(self)]

    def users(self) -> dict[int, list[tuple[Node, int]]]:
        """For each result: the statements of this body that take it, and as which argument."""
        users: dict[int, list[tuple[Node, int]]] = {}
        rest = self.owner.statements if self.owner is not None else []
        for statement in rest:
            for i, (giver, result) in statement.providers().items():
                if giver is self:
                    users.setdefault(result, []).append((statement, i))
        return users


def _leaves(targets: list[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, (ast.Tuple, ast.List)):
            yield from _leaves(target.elts)
        else:
            yield target


def as_name(value: ScopedValue | str) -> ScopedValue:
    """A str as the name it is, "self.x" with its scope."""
    if isinstance(value, ScopedValue):
        return value
    scope, _, name = value.rpartition(".")
    return ScopedValue.create_naming_value(name, scope)
