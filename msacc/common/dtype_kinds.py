"""Kinds of types, which MindSpore has as classes: `isinstance(x.dtype, Float)`, `Int(32) is int32`."""

from __future__ import annotations

import copy
import enum
import itertools
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.dtype import Type as Type


class _Kind(type):
    """The class of a kind: its instances are the types whose names begin as it says."""

    prefixes: tuple[str, ...] = ()

    def __instancecheck__(cls, value: object) -> bool:
        if not isinstance(value, Type):
            return False
        bare = value.name.rstrip("0123456789").partition("[")[0].partition("8E")[0]
        return bare in cls.prefixes

    def __call__(cls, bits: int | None = None) -> Any:
        known = {f"{prefix}{bits}" for prefix in cls.prefixes}
        ms_type = next((t for t in mstype.all_types if t.name in known), None)
        if not isinstance(bits, int):
            raise TypeError(f"{cls.__name__} takes a number of bits, but got {bits!r}.")
        if ms_type is None:
            raise RuntimeError(f"For {cls.__name__} type there are no {bits} bits.")
        return ms_type


class _PickledType(Type):
    """A type out of MindSpore's pickle: equal to the one of its name, not the same object, as in MindSpore."""

    __slots__ = ("kind", "same")
    kind: str
    same: Type

    def __setstate__(self, bits: tuple[int, ...]) -> None:
        self.same = same = mstype.named(f"{self.kind}{''.join(map(str, bits))}")
        self.name, self.np, self.torch = same.name, same.np, same.torch

    def __eq__(self, other: object) -> bool:
        return (other.same if isinstance(other, _PickledType) else other) is self.same

    def __hash__(self) -> int:
        return hash(self.same)

    def __reduce__(self) -> Any:
        return copy.copy, (self.same,)


class Number(metaclass=_Kind):
    """Every number, and Bool."""

    def __new__(cls) -> Any:
        """What MindSpore's pickles ask for: a type whose bits come next."""
        pickled = _PickledType.__new__(_PickledType)
        pickled.kind = cls.__name__
        return pickled

    prefixes: tuple[str, ...] = ("Int", "UInt", "Float", "BFloat", "Complex", "Bool", "Number")


class Int(Number):
    """int8 to int64: `Int(32)` is int32. RuntimeError for bits that it has not, TypeError for no int."""

    prefixes: tuple[str, ...] = ("Int",)


class UInt(Number):
    """uint8 to uint64."""

    prefixes: tuple[str, ...] = ("UInt",)


class Float(Number):
    """float16, float32, float64 and the float8 types; not bfloat16."""

    prefixes: tuple[str, ...] = ("Float",)


class BFloat(Number):
    """bfloat16."""

    prefixes: tuple[str, ...] = ("BFloat",)


class Complex(Number):
    """complex64 and complex128."""

    prefixes: tuple[str, ...] = ("Complex",)


class Bool(Number):
    """bool_."""

    prefixes: tuple[str, ...] = ("Bool",)


class _TensorKind(_Kind):
    """Calling it gives the type of a Tensor with these elements."""

    def __call__(cls, element: Any = None) -> Any:
        if element is None:
            return mstype.tensor_type
        if not isinstance(element, Type):
            raise TypeError(f"TensorType takes a type, but got {element!r}.")
        return mstype.holding(mstype.tensor_type, element)


class TensorType(metaclass=_TensorKind):
    """Types of Tensors: `TensorType(element)` is that of Tensors of the dtype `element`.

    `TensorType(float32)` is Tensor[Float32], `TensorType()` that of any Tensor. Raises TypeError for what is no
    type.
    """

    prefixes: tuple[str, ...] = ("Tensor",)


class _TupleKind(_Kind):
    """Calling it gives the type of a tuple of these types."""

    def __call__(cls, elements: Any = ()) -> Any:
        if not isinstance(elements, list | tuple) or not all(
            isinstance(element, Type) for element in elements
        ):
            raise TypeError(f"Tuple takes a list of types, but got {elements!r}.")
        if not elements:
            return mstype.tuple_
        runs = [(kind, len([*same])) for kind, same in itertools.groupby(map(str, elements))]
        return mstype.named(
            f"Tuple[{','.join(kind if n == 1 else f'{kind}*{n}' for kind, n in runs)}]"
        )


class Tuple(metaclass=_TupleKind):
    """Types of tuples: `Tuple([float32, int32])` is Tuple[Float32,Int32]. TypeError for what is no list of types."""

    prefixes: tuple[str, ...] = ("Tuple",)


class _Numbered(enum.Enum):
    """Members whose number is told by a method, as MindSpore's are."""

    def value(self) -> Any:  # type: ignore[override]
        """The member's number."""
        return self._value_

    def __str__(self) -> str:
        return self.name


QuantDtype: Any = _Numbered(  # type: ignore[call-arg]
    "QuantDtype",
    {
        f"{kind}{bits}": start + bits - 1
        for kind, start in (("INT", 0), ("UINT", 100))
        for bits in range(1, 17)
    },
)
QuantDtype.__doc__ = """Integers of 1 to 16 bits in a quantized model, signed and unsigned.

INT1, INT2, INT3, INT4, INT5, INT6, INT7, INT8, INT9, INT10, INT11, INT12, INT13, INT14, INT15, INT16; UINT1, UINT2,
UINT3, UINT4, UINT5, UINT6, UINT7, UINT8, UINT9, UINT10, UINT11, UINT12, UINT13, UINT14, UINT15, UINT16.
"""
