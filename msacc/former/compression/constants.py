"""QuantDtype: the integer types that values are quantized to."""

from __future__ import annotations

import enum


@enum.unique
class QuantDtype(enum.Enum):
    """INT2 to INT8 and UINT2 to UINT8; printed by their name, which is also their `value`."""

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

    @staticmethod
    def is_signed(dtype: object) -> bool:
        """Whether `dtype` is one of INT2 to INT8."""
        return isinstance(dtype, QuantDtype) and dtype.name.startswith("INT")

    @staticmethod
    def switch_signed(dtype: object) -> QuantDtype | None:
        """The type of as many bits with the other sign; None for what is no QuantDtype."""
        if not isinstance(dtype, QuantDtype):
            return None
        return QuantDtype[f"{'U' if QuantDtype.is_signed(dtype) else ''}INT{dtype.num_bits}"]

    @property
    def num_bits(self) -> int:
        """How many bits it has."""
        return int(self.name[-1])


__all__ = ["QuantDtype"]
