"""`mstype_to_detype`: how the engine names a type."""

from __future__ import annotations

from msacc.common import dtype as mstype

_NAMES = {
    getattr(mstype, name): name
    for name in [
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
    ]
} | {mstype.bool_: "bool", mstype.string: "string"}


def mstype_to_detype(type_: mstype.Type) -> str:
    """The engine's name of a type: "int32". NotImplementedError for what is no type, KeyError for
    one it does not know.
    """
    if not isinstance(type_, mstype.Type):
        raise NotImplementedError(f"'type_' should be a mindspore.dtype, but got {type_!r}.")
    return _NAMES[type_]
