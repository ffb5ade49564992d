"""The statements of one network and the edits on them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from msacc.nn.cell import Cell
from msacc.rewrite import unique_names
from msacc.rewrite.node_values import NodeType
from msacc.rewrite.statement import Body
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.unique_names import Names


@dataclass(frozen=True)
class Position:
    """A place before or after a statement."""

    tree: Tree
    statement: Statement
    after: bool


class Tree:
    """The statements of a network's construct, `top`; `functions` are names shared with the trees around it."""

    def __init__(self, network: Cell, functions: Names | None = None):
        self.network = network
        self.functions = functions if functions is not None else Names()
        self.names = Names()  # of nodes
        self.issued_names = Names()  # that unique_name has given
        self.top = Body(self)
        # What was done to the cells of a container, as source: replayed when the network is made.
        self.edits: dict[int, list[tuple[str, int, Statement | None]]] = {}

    def get_origin_network(self) -> Cell:
        """The network the tree was made from."""
        return self.network

    def nodes(self) -> list[Statement]:
        """The statements of construct, without those below them."""
        return list(self.top.statements)

    def walk(self) -> Iterator[Statement]:
        """Every statement, those of sub-networks last."""
        yield from self.top.walk()
        for tree in self.top.trees():
            yield from tree.walk()

    def get_node(self, name: str) -> Statement | None:
        """The statement of that name in this network, or None."""
        return next((s for s in self.top.walk() if s.name == name), None)

    def bodies(self) -> Iterator[Body]:
        """The body of construct and of every function in this network that was opened."""
        yield self.top
        yield from (s.body for s in self.top.walk() if s.body is not None and s.body.head)

    def variables(self) -> set[str]:
        """Every variable's name in this network's source."""
        names: set[str] = set()
        for body in self.bodies():
            names |= unique_names.of(body.head) if body.head is not None else set()
        for statement in self.top.walk():
            names |= (
                unique_names.of(statement.stmt) if isinstance(statement.stmt, ast.AST) else set()
            )
            names |= {v.value for v in statement.get_targets() if v.scope == ""}
        return names

    def unique_name(self, name: str) -> str:
        """A variable's name that is not in the source."""
        self.issued_names.used |= self.variables()
        return self.issued_names.unique(name)

    def own(self, statement: Statement | str) -> Statement:
        """The statement, or the one of that name. RuntimeError where it is not in this network."""
        match = self.get_node(statement) if isinstance(statement, str) else statement
        if match is None or match.owner is None or match.owner.tree is not self:
            name = statement if isinstance(statement, str) else statement.name
            raise RuntimeError(
                f"Node is not belong to current SymbolTree: '{name}'; take one of its nodes()."
            )
        return match

    def insert(self, position: Position, statement: Statement) -> Statement:
        """Put a statement at a place; its name and its Cell's become the network's."""
        if position.tree is not self:
            raise ValueError(
                f"Position is not in current SymbolTree, node: {type(position.tree.network).__name__}, current: "
                f"{type(self.network).__name__}; use before() or after() of the tree that is inserted into."
            )
        if statement.owner is not None:
            raise ValueError(
                f"Node in the SymbolTree cannot be inserted into SymbolTree again: {statement.name}; create another."
            )
        body = self.own(position.statement).owner
        assert body is not None
        _check_position(body, position, statement)
        self._adopt(statement)
        at = body.statements.index(position.statement) + position.after
        if (edits := self.edits.get(id(body))) is not None:
            edits.append(("insert", at, statement))
        body.statements.insert(at, statement)
        statement.owner = body
        return statement

    def _adopt(self, statement: Statement) -> None:
        called = isinstance(statement.instance, Cell) or statement.kind is NodeType.CallPrimitive
        statement.inserted = True
        name = statement.name or type(statement.instance).__name__
        if called:
            self.names.used |= set(vars(self.network))
        statement.name = self.names.unique(name)
        if called:
            statement.stmt.value.func.attr = statement.name
            setattr(self.network, statement.name, statement.instance)

    def erase(self, statement: Statement | str) -> Statement:
        """Take a statement out."""
        target = self.own(statement)
        if target.kind is NodeType.Input or is_signature(target):
            raise RuntimeError(
                f"erase node failed, node {target.name} not in function ast tree: it is an argument of construct."
            )
        body = target.owner
        assert body is not None
        if (edits := self.edits.get(id(body))) is not None:
            edits.append(("del", body.statements.index(target), None))
        body.statements.remove(target)
        target.owner = None
        return target

    erase_node = erase

    def replace(self, old: Statement, new: list[Statement]) -> Statement:
        """Put statements where one was; the last of them."""
        if not new:
            raise IndexError("For 'SymbolTree', 'new_nodes' must hold at least one Node.")
        if old.kind is NodeType.Input:
            raise RuntimeError(f"erase node failed, node {old.name} is an argument of construct.")
        if old.owner is not None and old.owner.tree is not self:
            raise ValueError(
                f"Position is not in current SymbolTree: node '{old.name}' is another tree's; use that "
                "tree's replace()."
            )
        last = self.own(old)
        for statement in new:
            last = self.insert(Position(self, last, True), statement)
        self.erase(old)
        return last


def is_signature(statement: Statement) -> bool:
    """Whether it stands for `*args`, `**kwargs` or keyword-only arguments."""
    return statement.kind is NodeType.Python and isinstance(statement.stmt, (ast.arg, list))


def _check_position(body: Body, position: Position, statement: Statement) -> None:
    order = body.statements
    at = order.index(position.statement) + position.after
    rest = [s for s in order[at:] if s.kind is NodeType.Input]
    if rest:
        raise RuntimeError(
            f"Can not insert a node before or between parameters: '{position.statement.name}'; the last one is "
            f"'{rest[-1].name}'."
        )
    if not body.method and statement.kind not in (NodeType.Input, NodeType.CallFunction):
        raise TypeError(
            f"Cannot insert {statement.kind} node '{statement.name}' into no-method function '{body.name}': it has "
            "no self; insert a CallFunction node."
        )
