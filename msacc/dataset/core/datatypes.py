"""`mstype_to_detype`: the dataset engine's name of a dtype."""

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
    """Returns the engine's name of a dtype ("int32"); NotImplementedError for non-dtypes, KeyError for unknown ones."""
    if not isinstance(type_, mstype.Type):
        raise NotImplementedError(f"'type_' should be a mindspore.dtype, but got {type_!r}.")
    return _NAMES[type_]
