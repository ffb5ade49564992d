# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from enum import Enum
from typing import Any
class NodeType(Enum):
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
class ScopedValue:
    type: ValueType
    scope: str
    value: Any
    def __init__(self, arg_type: ValueType, scope: str = '', value: Any = None) -> None: ...
    @classmethod
    def create_variable_value(cls, value: Any) -> ScopedValue | Any: ...
    @classmethod
    def create_naming_value(cls, name: str, scope: str = '') -> ScopedValue: ...
    @staticmethod
    def create_name_values(names: Sequence[str], scopes: Sequence[str] | Any | None = None) -> list[ScopedValue]: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
class ValueType(Enum):
    ConstantValue = 0
    TupleValue = 20
    ListValue = 21
    DictValue = 22
    NamingValue = 40
    CustomObjValue = 41
    UnsupportedValue = 50
