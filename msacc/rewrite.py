"""`mindspore.rewrite`: values and kinds of nodes; the tree that rewrites a Cell's source is not here.

Imports `common`.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any, NoReturn

from msacc.common.checks import instance
from msacc.common.refusals import refused
from msacc.homes import refuse

_WHY = (
    "it rewrites the source of a Cell's construct; change a Cell by assigning its sub-cells, by hooks, or capture it "
    "with torch.fx.symbolic_trace"
)


class NodeType(enum.Enum):
    """What a node of a network is."""

    Unknown = 0
    CallCell = 1
    CallPrimitive = 2
    CallModule = 3
    CallFunction = 4
    CallMethod = 5
    Python = 6
    Input = 7
    Output = 8
    Tree = 9
    CellContainer = 10
    MathOps = 11
    ControlFlow = 12


class ValueType(enum.Enum):
    """What a ScopedValue holds."""

    ConstantValue = 0
    TupleValue = 20
    ListValue = 21
    DictValue = 22
    NamingValue = 40
    CustomObjValue = 41
    UnsupportedValue = 50


class ScopedValue:
    """A name with the scope it stands in ("self", a variable, or ""), or a value.

    `arg_type`: a ValueType; `scope` and `value`: what it says they are.
    """

    def __init__(self, arg_type: ValueType, scope: str = "", value: Any = None):
        instance("ScopedValue", "arg_type", arg_type, ValueType)
        self.type, self.scope, self.value = arg_type, scope, value

    @classmethod
    def create_variable_value(cls, value: Any) -> ScopedValue | None:
        """One that holds a value: a constant, a list, a tuple or a dict, whose items it holds too, or any object."""
        if value is None or isinstance(value, (bool, int, float, str)):
            return cls(ValueType.ConstantValue, "", value)
        if isinstance(value, (tuple, list)):
            kind = ValueType.TupleValue if isinstance(value, tuple) else ValueType.ListValue
            return cls(kind, "", type(value)(map(cls.create_variable_value, value)))
        if isinstance(value, dict):
            held = {k: cls.create_variable_value(v) for k, v in value.items()}
            return cls(ValueType.DictValue, "", held)
        return cls(ValueType.CustomObjValue, "", value)

    @classmethod
    def create_naming_value(cls, name: str, scope: str = "") -> ScopedValue:
        """One that is a name. TypeError for a name or a scope that is no str."""
        instance("ScopedValue", "name", name, str)
        instance("ScopedValue", "scope", scope, str)
        return cls(ValueType.NamingValue, scope, name)

    @staticmethod
    def create_name_values(
        names: Sequence[str], scopes: Sequence[str] | None = None
    ) -> list[ScopedValue]:
        """One for each name. TypeError for what is no list or tuple of str, ValueError for scopes of another number."""
        instance("ScopedValue", "names", names, (list, tuple))
        if scopes is not None and len(
            instance("ScopedValue", "scopes", scopes, (list, tuple))
        ) != len(names):
            raise ValueError("Length of names should be equal to length of scopes.")
        return [
            ScopedValue.create_naming_value(n, s)
            for n, s in zip(names, scopes or [""] * len(names))
        ]

    def __str__(self) -> str:
        if self.type is ValueType.NamingValue:
            return f"{self.scope}.{self.value}" if self.scope else str(self.value)
        if self.type in (ValueType.ConstantValue, ValueType.CustomObjValue):
            return str(self.value)
        return f"Illegal ValueType: {self.type}"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScopedValue):
            return False
        return (self.type, self.scope, self.value) == (other.type, other.scope, other.value)

    def __hash__(self) -> int:
        return hash((self.type, self.scope, str(self.value)))


def _refuse_tree(name: str) -> NoReturn:
    raise NotImplementedError(f"msacc does not have rewrite.{name} (MindSpore 2.10 does): {_WHY}.")


@refused(_WHY)
class SymbolTree:
    """The statements of a network as a tree. Not here: raises NotImplementedError."""

    def __init__(self, handler: Any):
        raise NotImplementedError

    @classmethod
    def create(cls, network: Any) -> SymbolTree:
        """The tree of a Cell. Not here: raises NotImplementedError."""
        _refuse_tree("SymbolTree")


@refused(_WHY)
class Node:
    """A statement of a network. Not here: raises NotImplementedError."""

    def __init__(self, node: Any):
        raise NotImplementedError

    @staticmethod
    def create_call_cell(
        cell: Any,
        targets: Any,
        args: Any = None,
        kwargs: Any = None,
        name: str = "",
        is_sub_net: bool = False,
    ) -> Node:
        """A statement that calls a Cell. Not here: raises NotImplementedError."""
        _refuse_tree("Node")

    @staticmethod
    def create_call_function(
        function: Any, targets: Any, args: Any = None, kwargs: Any = None
    ) -> Node:
        """A statement that calls a function. Not here: raises NotImplementedError."""
        _refuse_tree("Node")

    @staticmethod
    def create_input(param_name: str, default: Any = None) -> Node:
        """An argument of construct. Not here: raises NotImplementedError."""
        _refuse_tree("Node")


__all__ = ["Node", "NodeType", "ScopedValue", "SymbolTree", "ValueType"]
__getattr__ = refuse("mindspore.rewrite")
