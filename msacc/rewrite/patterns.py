"""Patterns of nodes, and what replaces them: `PatternNode`, `VarNode`, `Replacement`, `PatternEngine`."""

from __future__ import annotations

import abc
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any

from msacc.common import checks as check
from msacc.nn.cell import Cell
from msacc.ops.core.primitive import Primitive
from msacc.rewrite.api import Node, SymbolTree
from msacc.rewrite.node_values import NodeType

_MATCHED_KINDS = (NodeType.CallCell, NodeType.CallPrimitive, NodeType.Input)
Matched = OrderedDict[str, Node]


class PatternNode:
    """A node of a pattern: `match_type` is the class of Cell or Primitive that is called, `inputs` the nodes before it.

    `pattern_node_name`: a str, by which a match holds the node that was found. A node without `inputs` says nothing
    of what is before it. Raises TypeError for other classes.
    """

    def __init__(
        self,
        pattern_node_name: str,
        match_type: Any = type[None],
        inputs: list[PatternNode] | None = None,
    ):
        self._name = check.instance("PatternNode", "pattern_node_name", pattern_node_name, str)
        self._type = match_type
        self.set_inputs([] if inputs is None else inputs)

    @staticmethod
    def create_pattern_from_list(type_list: list[type]) -> PatternNode | None:
        """The last node of a chain: each of the classes called on the result of the one before. None for no class."""
        last = None
        for i, kind in enumerate(check.instance("PatternNode", "type_list", type_list, list)):
            last = PatternNode(f"{i}-{kind}", kind, [] if last is None else [last])
        return last

    def add_input(self, node: PatternNode) -> None:
        """Add a node before this one. TypeError for another class."""
        self._inputs.append(check.instance("PatternNode", "node", node, PatternNode))

    def set_inputs(self, inputs: Sequence[PatternNode]) -> None:
        """The nodes before this one, a list or tuple. TypeError for other classes."""
        check.instance("PatternNode", "inputs", inputs, (list, tuple))
        self._inputs = [check.instance("PatternNode", "inputs", n, PatternNode) for n in inputs]

    def match(self, node: Node) -> bool:
        """Whether a node of a tree, `node`, calls what this one stands for. TypeError for another class."""
        return self._type == check.instance("PatternNode", "node", node, Node).get_instance_type()

    def get_inputs(self) -> list[PatternNode]:
        """The nodes before this one."""
        return self._inputs

    def name(self) -> str:
        """The node's name."""
        return self._name

    def type(self) -> Any:
        """The class that is called."""
        return self._type


class VarNode(PatternNode):
    """Stands for any node; a match does not hold what was found for it."""

    def __init__(self) -> None:
        super().__init__("placeholder", Cell)

    def match(self, node: Node) -> bool:
        """True: every node will do."""
        return node is not None


class Replacement(abc.ABC):
    """What makes the nodes that replace a match; `build` is the script's."""

    @abc.abstractmethod
    def build(self, pattern: PatternNode, is_chain_pattern: bool, matched: Matched) -> list[Node]:
        """The nodes that replace a match, in order; none leaves the match as it is.

        `pattern`: the pattern's last node; `is_chain_pattern`: whether it was made from a list; `matched`: the nodes
        of the tree by the names of the pattern's.
        """

    def __call__(
        self, pattern: PatternNode, is_chain_pattern: bool, matched: Matched
    ) -> list[Node]:
        return self.build(pattern, is_chain_pattern, matched)


class PatternEngine:
    """Replaces what matches a pattern in a tree.

    `pattern`: a PatternNode, or a list of classes of Cells and Primitives that are called one after the other.
    `replacement`: a Replacement. Raises TypeError for other classes.
    """

    def __init__(
        self, pattern: PatternNode | list[type], replacement: Replacement | None = None
    ) -> None:
        check.instance("PatternEngine", "replacement", replacement, Replacement)
        self._replacement = replacement
        self._is_chain = isinstance(pattern, list)
        self._pattern: Any = pattern
        if isinstance(pattern, list):
            for kind in pattern:
                if not (isinstance(kind, type) and issubclass(kind, (Cell, Primitive))):
                    raise TypeError(
                        f"For 'PatternEngine', 'pattern' should be a list of classes of Cells and Primitives, but got "
                        f"{kind!r}."
                    )
            self._pattern = PatternNode.create_pattern_from_list(pattern)
        else:
            check.instance("PatternEngine", "pattern", pattern, PatternNode)

    def pattern(self) -> PatternNode:
        """The pattern's last node."""
        return self._pattern  # type: ignore[no-any-return]

    def apply(self, stree: SymbolTree) -> bool:
        """Replace what matches in a SymbolTree, `stree`; whether nodes of its own construct were replaced.

        Nodes are looked at from the arguments of construct on, along their users, in sub-networks too. As in
        MindSpore containers of Cells are the end of that: a match inside one is replaced, what comes after it is not
        looked at.
        """
        check.instance("PatternEngine", "stree", stree, SymbolTree)
        changed, seen, pending = False, set(), deque(stree.get_inputs())
        while pending:
            node = pending.popleft()
            if node in seen:
                continue
            seen.add(node)
            if node.get_node_type() is NodeType.CellContainer:
                self._apply_to_cells(stree, node)
                continue
            if node.get_node_type() is NodeType.Tree:
                self.apply(node.get_sub_tree())
            elif (last := self._replaced(stree, node)) is not None:
                changed = True
                pending.append(last)
                continue
            pending.extend(node.get_users())
        return changed

    def _apply_to_cells(self, stree: SymbolTree, container: Node) -> None:
        for cell in map(Node, container.get_handler().nodes()):
            if cell.get_node_type() is NodeType.Tree:
                self.apply(cell.get_sub_tree())
            else:
                self._replaced(stree, cell)

    def _replaced(self, stree: SymbolTree, node: Node) -> Node | None:
        """Replaces the match whose last node is `node`; the last of the new ones, or None where nothing is."""
        fits, matched = self._match(self._pattern, node)
        if not fits or not self._check_match(self._pattern, matched):
            return None
        assert self._replacement is not None
        new = self._replacement(self._pattern, self._is_chain, matched)
        if not new:
            return None
        last = stree.replace(node, new)
        for old in reversed(matched.values()):
            if old != node:
                stree.erase(old)
        return last

    def _match(self, pattern: PatternNode, node: Node) -> tuple[bool, Matched]:
        """Whether a node and those before it match, and the nodes by the pattern's names."""
        found: Matched = OrderedDict()
        if node.get_node_type() not in _MATCHED_KINDS or not pattern.match(node):
            return False, found
        if isinstance(pattern, VarNode):
            return True, found
        wanted, given = pattern.get_inputs(), node.get_inputs()
        if wanted and len(wanted) != len(given):
            return False, found
        for inner, giver in zip(wanted, given, strict=False):
            fits, part = self._match(inner, giver)
            if not fits:
                return False, OrderedDict()
            found |= part
        found[pattern.name()] = node
        return True, found

    @staticmethod
    def _check_match(pattern: PatternNode, match_dict: Matched) -> bool:
        """Whether the results of all nodes but the last stay within the match."""
        inner = [node for name, node in match_dict.items() if name != pattern.name()]
        users = [user for node in inner for user in node.get_users()]
        return all(user in match_dict.values() for user in users)
