"""QuantDtype."""

from __future__ import annotations

import enum


@enum.unique
class QuantDtype(enum.Enum):
    """The integer type that values are rounded to: INT2 to INT8, UINT2 to UINT8."""

    INT2 = "INT2"
    INT3 = "INT3"
    INT4 = "INT4"
    INT5 = "INT5"
    INT6 = "INT6"
    INT7 = "INT7"
    INT8 = "INT8"
    UINT2 = "UINT2"
    UINT3 = "UINT3"
    UINT4 = "UINT4"
    UINT5 = "UINT5"
    UINT6 = "UINT6"
    UINT7 = "UINT7"
    UINT8 = "UINT8"

    def __str__(self) -> str:
        return self.name

    @property
    def num_bits(self) -> int:
        """How many bits it has."""
        return int(self.name[-1])

    @property
    def _value(self) -> int:
        return self.num_bits

    @staticmethod
    def is_signed(dtype: object) -> bool:
        """Whether `dtype` is one of the INT types."""
        return isinstance(dtype, QuantDtype) and not dtype.name.startswith("U")

    @staticmethod
    def switch_signed(dtype: object) -> QuantDtype | None:
        """The type of as many bits as `dtype` that has a sign if `dtype` has none, and none else; None for others."""
        if not isinstance(dtype, QuantDtype):
            return None
        signed = QuantDtype.is_signed(dtype)
        return QuantDtype[f"U{dtype.name}" if signed else dtype.name[1:]]
