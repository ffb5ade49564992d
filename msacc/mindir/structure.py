"""MindIR ops that compute no tensors: tuples, lists, numbers and switches between graphs."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.ops import container_primitives

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor
    from msacc.mindir.program import Closure


def _make_tuple(*items: object) -> tuple[Any, ...]:
    return items


def _make_list(*items: object) -> list[Any]:
    return list(items)


def _item(sequence: Any, index: int) -> Any:
    return sequence[index]


def _replaced(sequence: Any, index: Any, value: Any) -> Any:
    copy = list(sequence)
    copy[index] = value
    return tuple(copy) if isinstance(sequence, tuple) else copy


def _switch(condition: Tensor | bool, first: Closure, second: Closure) -> Any:
    return first if condition else second


def _switch_layer(index: Any, branches: Any) -> Any:
    return branches[int(index)]


def _quotient(x: int, y: int) -> Any:
    return x / y


def _cast(value: Tensor | float, dtype: mstype.Type) -> Any:
    return mstype.dtype_to_pytype(dtype)(value)


_NUMBERS: dict[str, Callable[..., Any]] = {
    "ScalarAdd": operator.add, "ScalarSub": operator.sub, "ScalarMul": operator.mul, "ScalarDiv": _quotient,
    "ScalarFloorDiv": operator.floordiv, "ScalarMod": operator.mod, "ScalarPow": operator.pow,
    "ScalarUadd": operator.pos, "ScalarUsub": operator.neg, "ScalarMax": max, "ScalarMin": min,
    "ScalarLog": math.log, "ScalarBool": bool, "ScalarEq": operator.eq, "ScalarNe": operator.ne,
    "ScalarLt": operator.lt, "ScalarLe": operator.le, "ScalarGt": operator.gt, "ScalarGe": operator.ge,
    "BoolNot": operator.not_, "ScalarCast": _cast, "bool_not": operator.not_, "bit_and": operator.and_,
    "bit_or": operator.or_, "string_eq": operator.eq,
}  # fmt: skip
STRUCTURE: dict[str, Callable[..., Any]] = _NUMBERS | {
    "MakeTuple": _make_tuple, "RealMakeTuple": _make_tuple, "make_list": _make_list, "MakeList": _make_list,
    "TupleGetItem": _item, "RealTupleGetItem": _item, "list_getitem": _item, "ListGetItem": _item,
    "TupleSetItem": _replaced, "tuple_setitem": _replaced, "list_setitem": _replaced, "Switch": _switch,
    "switch": _switch, "SwitchLayer": _switch_layer, "switch_layer": _switch_layer, "ListToTuple": tuple,
    "TupleToList": list, "SequenceLen": container_primitives.length, "TupleLen": container_primitives.length,
}  # fmt: skip
