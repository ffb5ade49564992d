"""The integer types of a quantization."""

from msacc.former.quantization.quant_dtype import QuantDtype as QuantDtype

__all__ = ["QuantDtype"]
