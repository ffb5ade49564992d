"""Converts the attributes of a MindIR file to Python values."""

from __future__ import annotations

from typing import Any

from msacc.common import dtype as mstype
from msacc.common.tensor import wrap
from msacc.mindir.tensors import TYPES, broken, to_torch

# The numbers of AttributeProto.AttributeType.
_INTEGERS = frozenset((2, 3, 4, 5, 6, 7, 12, 13))
_FLOATS = frozenset((1, 10, 16))
_STRING, _BOOL, _DOUBLE, _TENSOR, _TENSORS = 8, 9, 11, 17, 19
_TUPLE, _LIST, _DICT, _NONE, _NO_TYPE = 20, 21, 22, 25, 36
_MONADS = frozenset((23, 24))
_REFUSED = {
    18: "a graph", 26: "a primitive", 27: "a graph's closure", 28: "a partial call", 29: "one of several graphs",
    30: "a CSRTensor", 31: "a COOTensor", 32: "a RowTensor", 33: "a class", 34: "a module", 35: "a name",
    37: "a MapTensor", 38: "a functor", 40: "a graph of sizes",
}  # fmt: skip


class Monad:
    """What orders side effects in MindSpore's graphs; here the order of the nodes does."""


MONAD = Monad()


def value_of(proto: Any) -> Any:
    """The value of an AttributeProto.

    Numbers, str, None, tuples, lists and dicts of Python's; Tensors; a `Type` for a type of data; MONAD. Raises
    RuntimeError for one that says nothing, NotImplementedError for kinds that msacc does not have.
    """
    kind = proto.type
    if kind in (_TUPLE, _LIST, _DICT):
        return _several(proto, kind)
    if kind in (_TENSOR, _TENSORS):
        return _tensors(proto)
    if kind in _MONADS:
        return MONAD
    if kind in (_NONE, _NO_TYPE):
        return None
    if kind in _REFUSED:
        raise NotImplementedError(
            f"This MindIR has {_REFUSED[kind]} as a constant ({proto.name!r}), which msacc does not read."
        )
    return _scalar(proto, kind)


def _several(proto: Any, kind: int) -> Any:
    values = [value_of(item) for item in proto.values]
    if kind == _DICT:
        return {item.name: value for item, value in zip(proto.values, values, strict=True)}
    return values if kind == _LIST else tuple(values)


def _tensors(proto: Any) -> Any:
    tensors = [_tensor_or_type(item) for item in proto.tensors]
    if not tensors and proto.HasField("t"):
        return wrap(to_torch(proto.t))
    if not tensors:
        raise broken(f"the constant {proto.name!r} holds no tensor")
    return tensors[0] if len(tensors) == 1 else tuple(tensors)


def _tensor_or_type(proto: Any) -> Any:
    """A tensor without dimensions and without bytes stands for its type."""
    if proto.dims or proto.HasField("raw_data") or proto.data_type not in TYPES:
        return wrap(to_torch(proto))
    return mstype.from_torch(TYPES[proto.data_type])


def _scalar(proto: Any, kind: int) -> Any:
    """A number or text; an attribute that names a type and holds no value is that type."""
    one, many = _fields(kind)
    if one is None:
        raise broken(f"the attribute {proto.name!r} is of the unknown type {kind}")
    if proto.HasField(one):
        values: Any = (getattr(proto, one),)
    else:
        values = getattr(proto, many)
        if not len(values):
            return _type(proto, kind)
    try:
        values = tuple(_converted(kind, item) for item in values)
    except UnicodeDecodeError:
        raise broken(f"the text {proto.name!r} is not UTF-8") from None
    return values[0] if len(values) == 1 else values


def _fields(kind: int) -> tuple[Any, str]:
    if kind in _INTEGERS or kind == _BOOL:
        return "i", "ints"
    if kind in _FLOATS:
        return "f", "floats"
    return {_DOUBLE: ("d", "doubles"), _STRING: ("s", "strings")}.get(kind, (None, ""))


def _converted(kind: int, item: Any) -> Any:
    if kind == _BOOL:
        return bool(item)
    return item.decode() if kind == _STRING else item


def _type(proto: Any, kind: int) -> Any:
    if kind == _STRING:
        return mstype.string
    if kind not in TYPES:
        raise broken(f"the attribute {proto.name!r} holds no value")
    return mstype.from_torch(TYPES[kind])
