"""`SymbolTree` and `Node`: the public API of the tree."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msacc.common import checks as check
from msacc.nn.cell import Cell
from msacc.rewrite import node_factory, static_branches
from msacc.rewrite.network_loading import network_of
from msacc.rewrite.network_parser import tree_of
from msacc.rewrite.node_table import table
from msacc.rewrite.node_values import NodeType, ScopedValue
from msacc.rewrite.source_writer import Writer
from msacc.rewrite.statement import Node as Statement
from msacc.rewrite.statement import as_name
from msacc.rewrite.tree import Position, Tree


class SymbolTree:
    """The statements of a network's construct as nodes that can be inserted, erased and replaced.

    Make one with `create`. `handler` is what `get_handler` of another tree gives.
    """

    def __init__(self, handler: Tree):
        self._tree: Tree = check.instance("SymbolTree", "handler", handler, Tree)

    @classmethod
    def create(cls, network: Cell) -> SymbolTree:
        """The tree of a Cell, `network`: one node for each step of its construct, of its functions and its
        sub-networks.

        Layers of msacc, functions of libraries, closures and decorated functions are one node. Raises TypeError
        for what is no Cell, OSError where the source of its class cannot be read.
        """
        return cls(tree_of(check.instance("SymbolTree", "network", network, Cell)))

    def get_handler(self) -> Tree:
        """What the tree keeps its statements in."""
        return self._tree

    def nodes(self, all_nodes: bool = False) -> Iterator[Node]:
        """The nodes of construct in order; with `all_nodes` those of branches, functions,
        containers and sub-networks.
        """
        check.boolean("nodes", "all_nodes", all_nodes)
        return (Node(s) for s in (self._tree.walk() if all_nodes else self._tree.nodes()))

    def all_nodes(self, subtree_nodes: bool = True) -> list[Node]:
        """The nodes of construct, of branches, functions and containers, and of sub-networks unless
        `subtree_nodes` is False.
        """
        check.boolean("all_nodes", "subtree_nodes", subtree_nodes)
        return [Node(s) for s in (self._tree.walk() if subtree_nodes else self._tree.top.walk())]

    def get_origin_network(self) -> Cell:
        """The network the tree was made from."""
        return self._tree.network

    def flatten_static_if_control_flow(self) -> None:
        """Put the taken branch of each `if` in its place, where the network's attributes alone tell which it is.

        The conditions are evaluated now. What follows a `return` is taken out.
        """
        static_branches.flatten(self._tree)

    def get_node(self, node_name: str) -> Node | None:
        """The node of the name `node_name` in this network, or None."""
        check.instance("SymbolTree", "node_name", node_name, str)
        return _node(self._tree.get_node(node_name))

    def get_inputs(self) -> list[Node]:
        """The nodes of construct's arguments."""
        return [node for node in self.nodes() if node.get_node_type() is NodeType.Input]

    def before(self, node: Node | str) -> Position:
        """The place before a node, for `insert`. RuntimeError for one of another tree."""
        return Position(self._tree, self._own(node), False)

    def after(self, node: Node | str) -> Position:
        """The place after a node, for `insert`. RuntimeError for one of another tree."""
        return Position(self._tree, self._own(node), True)

    def _own(self, node: Node | str) -> Statement:
        check.instance("SymbolTree", "node", node, (Node, str))
        statement = node.get_handler() if isinstance(node, Node) else self._tree.own(node)
        if statement.owner is None:
            raise RuntimeError(f"Node is not belong to current SymbolTree: '{statement.name}'.")
        return statement

    def insert(self, position: Position, node: Node) -> Node:
        """Put a node at a place; its Cell becomes an attribute of the network.

        Raises TypeError for what is no position or Node, ValueError for another tree's position or a node that is in
        a tree already, RuntimeError for a place before an argument of construct.
        """
        check.instance("SymbolTree", "position", position, Position)
        check.instance("SymbolTree", "node", node, Node)
        return Node(self._tree.insert(position, node.get_handler()))

    def erase(self, node: Node | str) -> Node:
        """Take a node out. RuntimeError for a node of another tree and for an argument of construct."""
        check.instance("SymbolTree", "node", node, (Node, str))
        return Node(self._tree.erase(node if isinstance(node, str) else node.get_handler()))

    def replace(self, old_node: Node, new_nodes: Sequence[Node]) -> Node:
        """Put `new_nodes`, a list of Nodes, where `old_node` was; the last of them. TypeError for what are no
        Nodes.
        """
        check.instance("SymbolTree", "old_node", old_node, Node)
        check.instance("SymbolTree", "new_nodes", new_nodes, (list, tuple))
        new = [check.instance("SymbolTree", "new_nodes", node, Node) for node in new_nodes]
        return Node(self._tree.replace(old_node.get_handler(), [n.get_handler() for n in new]))

    def set_output(self, index: int, return_value: str) -> Node:
        """Give construct's last return another value."""
        check.instance("SymbolTree", "return_value", return_value, str)
        outputs = [n for n in self.nodes() if n.get_node_type() is NodeType.Output]
        if not outputs:
            raise RuntimeError("The network has no return whose value could be set.")
        outputs[-1].set_arg(index, return_value)
        return outputs[-1]

    def unique_name(self, name: str = "output") -> str:
        """The name, with a number where the network's source has it already."""
        return self._tree.unique_name(check.instance("SymbolTree", "name", name, str))

    def print_node_tabulate(self, all_nodes: bool = False) -> None:
        """Print kind, name, source, providers of arguments and users of results of each node.

        `all_nodes`: a bool; True adds the nodes of functions, containers and sub-networks.
        """
        check.boolean("print_node_tabulate", "all_nodes", all_nodes)
        print(table(self._tree, all_nodes))

    def get_code(self) -> str:
        """The source of the changed network, of its sub-networks and functions.

        The text is msacc's own: a module that imports what it needs and whose classes take the first network as `obj`.
        """
        return Writer(self._tree).text()

    def get_network(self) -> Cell:
        """The changed network; it holds the Parameters and Cells of the first, which should not be used any more.

        Its source is written into the folder rewritten_network of the working directory.
        """
        return network_of(self._tree)


class Node:
    """A node of a tree. `node` is what `get_handler` of another gives."""

    def __init__(self, node: Any):
        self._statement: Statement = check.instance("Node", "node", node, Statement)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other._statement is self._statement

    def __hash__(self) -> int:
        return id(self._statement)

    @staticmethod
    def create_call_cell(
        cell: Cell,
        targets: Sequence[ScopedValue | str],
        args: Sequence[ScopedValue] | None = None,
        kwargs: dict[str, ScopedValue] | None = None,
        name: str = "",
        is_sub_net: bool = False,
    ) -> Node:
        """A node `targets = self.name(*args, **kwargs)` that calls `cell`, a Cell or a Primitive.

        `is_sub_net` opens the Cell as a network of its own. Raises TypeError for what is none of these,
        RuntimeError for more arguments than the Cell's construct takes.
        """
        check.instance("Node", "name", name, str), check.boolean("Node", "is_sub_net", is_sub_net)
        return Node(node_factory.call_cell(cell, targets, args, kwargs, name, is_sub_net))

    @staticmethod
    def create_call_function(
        function: Callable[..., Any],
        targets: Sequence[ScopedValue | str],
        args: Sequence[ScopedValue] | None = None,
        kwargs: dict[str, ScopedValue] | None = None,
    ) -> Node:
        """A node `targets = function(*args, **kwargs)`; the function is not opened. TypeError for
        what is no function.
        """
        return Node(node_factory.call_function(function, targets, args, kwargs))

    @staticmethod
    def create_input(param_name: str, default: ScopedValue | None = None) -> Node:
        """An argument to insert into construct's, None or `default` where none is given."""
        return Node(node_factory.argument(param_name, default))

    def get_handler(self) -> Statement:
        """The statement itself."""
        return self._statement

    def get_name(self) -> str:
        """The node's name, its own in its network."""
        return self._statement.name

    def get_node_type(self) -> NodeType:
        """The node's kind."""
        return self._statement.kind

    def get_instance_type(self) -> Any:
        """The class of the Cell or Primitive that is called, the function, or NoneType."""
        return self._statement.get_instance_type()

    def get_instance(self) -> Any:
        """The Cell, Primitive or function that is called, or None."""
        return self._statement.instance

    def get_args(self) -> list[ScopedValue]:
        """The positional arguments."""
        return self._statement.get_args()

    def get_kwargs(self) -> dict[str | None, ScopedValue]:
        """The keyword arguments."""
        return self._statement.get_kwargs()

    def get_targets(self) -> list[ScopedValue]:
        """The results."""
        return self._statement.get_targets()

    def get_inputs(self) -> list[Node]:
        """The nodes that give the arguments, in the arguments' order."""
        return [Node(s) for s, _ in self._statement.providers().values()]

    def get_users(self) -> list[Node]:
        """The nodes that take a result, each once."""
        users = [s for entry in sorted(self._statement.users().items()) for s, _ in entry[1]]
        return [Node(s) for s in dict.fromkeys(users)]

    def get_arg_providers(self) -> dict[int, tuple[Node, int]]:
        """For each argument that a node gives: the node and which of its results."""
        return {i: (Node(s), k) for i, (s, k) in self._statement.providers().items()}

    def get_target_users(self, index: int = -1) -> Any:
        """For each result, or for that of `index`, the nodes that take it and as which argument."""
        users = {i: [(Node(s), k) for s, k in uses] for i, uses in self._statement.users().items()}
        return users if index == -1 else users.get(index, [])

    def set_arg(self, index: int, arg: ScopedValue | str) -> None:
        """Give `arg`, a ScopedValue or str, as argument number `index`. ValueError for an index that there is not."""
        check.integer("Node", "index", index)
        check.instance("Node", "arg", arg, (ScopedValue, str))
        self._statement.set_arg(arg, index)

    def set_arg_by_node(self, arg_idx: int, src_node: Node, out_idx: int | None = None) -> None:
        """Give a result of `src_node` as argument number `arg_idx`.

        `out_idx`: which of several. RuntimeError for a result that there is not, or without `out_idx` of
        several.
        """
        check.integer("Node", "arg_idx", arg_idx)
        check.instance("Node", "src_node", src_node, Node)
        results = src_node.get_targets()
        if out_idx is None and len(results) != 1:
            raise RuntimeError(
                f"node should has one output when out_idx is not provided: '{src_node.get_name()}' has {len(results)}."
            )
        at = 0 if out_idx is None else check.integer("Node", "out_idx", out_idx)
        if at >= len(results):
            raise RuntimeError(f"out_idx out of range: {at}; the node has {len(results)} results.")
        self.set_arg(arg_idx, as_name(results[at]))

    def get_symbol_tree(self) -> SymbolTree | None:
        """The tree of the network the node is in, None for one that is in none."""
        owner = self._statement.owner
        return SymbolTree(owner.tree) if owner is not None else None

    def get_sub_tree(self) -> SymbolTree:
        """The tree of the sub-network that is called. TypeError for a node of another kind."""
        if self.get_node_type() is not NodeType.Tree:
            raise TypeError(
                f"For get_sub_tree, the type of node should be 'NodeType.Tree', but got {self.get_node_type()}"
            )
        if self._statement.symbol_tree is None:
            raise AttributeError(f"Symbol tree in node '{self.get_name()}' is None.")
        return SymbolTree(self._statement.symbol_tree)

    def set_attribute(self, key: str, value: Any) -> None:
        """Keep a value with the node."""
        self._statement.attributes[check.instance("Node", "key", key, str)] = value

    def get_attribute(self, key: str) -> Any:
        """A value that was kept with the node, or None."""
        return self.get_attributes().get(key)

    def get_attributes(self) -> dict[str, Any]:
        """The attributes of what is called, and what was kept with the node."""
        attributes = getattr(self._statement.instance, "__dict__", {})
        public = {key: value for key, value in attributes.items() if not key.startswith("_")}
        return {**public, **self._statement.attributes}


_node = functools.partial(lambda statement: Node(statement) if statement is not None else None)
