"""Node types, and the values in a statement: names, constants, containers of them."""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence
from typing import Any

from msacc.common.checks import instance


class NodeType(enum.Enum):
    """What a node of a network is.

    A call: of a Cell (CallCell), a Primitive (CallPrimitive), a function (CallFunction), a method (CallMethod)
    or a name of a module (CallModule); an operator of Python's (MathOps), other source (Python), a branch or
    loop (ControlFlow), an argument (Input), what is returned (Output), a network of its own (Tree), a container
    of Cells (CellContainer), or none of these (Unknown).
    """

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
    """What a ScopedValue holds.

    A constant (ConstantValue), a tuple, list or dict of values (TupleValue, ListValue, DictValue), a name
    (NamingValue), an object (CustomObjValue), or source that is none of these (UnsupportedValue).
    """

    ConstantValue = 0
    TupleValue = 20
    ListValue = 21
    DictValue = 22
    NamingValue = 40
    CustomObjValue = 41
    UnsupportedValue = 50


class ScopedValue:
    """A name with the scope it stands in ("self", a variable, or ""), or a value.

    `arg_type`: a ValueType.
    `scope` and `value`: what it says they are.
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
            items = {k: cls.create_variable_value(v) for k, v in value.items()}
            return cls(ValueType.DictValue, "", items)
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
        """One for each of `names`. TypeError for what is no list or tuple of str, ValueError for scopes of another
        number.
        """
        instance("ScopedValue", "names", names, (list, tuple))
        if scopes is not None and len(
            instance("ScopedValue", "scopes", scopes, (list, tuple))
        ) != len(names):
            raise ValueError("Length of names should be equal to length of scopes.")
        return [
            ScopedValue.create_naming_value(n, s)
            for n, s in zip(names, scopes or [""] * len(names), strict=True)
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


def from_expression(expression: ast.expr | None) -> ScopedValue:
    """The value of an expression in source; UnsupportedValue, with the expression, for what is no plain value."""
    if isinstance(expression, ast.Constant):
        return ScopedValue(ValueType.ConstantValue, "", expression.value)
    if isinstance(expression, ast.Name):
        return ScopedValue(ValueType.NamingValue, "", expression.id)
    if isinstance(expression, ast.Attribute) and plain(expression):
        return ScopedValue(ValueType.NamingValue, ast.unparse(expression.value), expression.attr)
    if isinstance(expression, (ast.Tuple, ast.List)):
        items = [from_expression(item) for item in expression.elts]
        if isinstance(expression, ast.Tuple):
            return ScopedValue(ValueType.TupleValue, "", tuple(items))
        return ScopedValue(ValueType.ListValue, "", items)
    return ScopedValue(ValueType.UnsupportedValue, "", expression)


def plain(expression: ast.AST) -> bool:
    """Whether an expression is a name, a constant, or attributes of a name."""
    while isinstance(expression, ast.Attribute):
        expression = expression.value
    return isinstance(expression, (ast.Name, ast.Constant))


def to_expression(value: ScopedValue) -> ast.expr:
    """The source of a value. TypeError for one that source cannot say, such as a Tensor."""
    if value.type is ValueType.ConstantValue:
        return ast.Constant(value.value)
    if value.type is ValueType.NamingValue:
        return ast.parse(str(value), mode="eval").body
    if value.type in (ValueType.TupleValue, ValueType.ListValue):
        items = [to_expression(item) for item in value.value]
        if value.type is ValueType.TupleValue:
            return ast.Tuple(items, ast.Load())
        return ast.List(items, ast.Load())
    if value.type is ValueType.DictValue:
        keys: list[ast.expr | None] = [ast.Constant(key) for key in value.value]
        return ast.Dict(keys, [to_expression(item) for item in value.value.values()])
    if value.type is ValueType.UnsupportedValue and isinstance(value.value, ast.expr):
        return value.value
    raise TypeError(
        "Type of scoped_value should be one of (ConstantValue, NamingValue, ListValue, DictValue, TupleValue), "
        f"but got {value.type}: make it an attribute of the network and give its name."
    )
