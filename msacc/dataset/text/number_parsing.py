"""`ToNumber`: strings to numbers."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.dataset.text.base import TextTensorOperation

_INT = re.compile(r"[ \t-\r]*([+-]?[0-9]+)")
_FLOAT = re.compile(
    r"[ \t-\r]*([+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|nan))",
    re.IGNORECASE,
)
# A digit other than 0 before an exponent.
_DIGIT = re.compile(r"^[+-]?(?:0x[0.]*[1-9a-f]|[0.]*[1-9])", re.IGNORECASE)
_TYPES = [
    *(mstype.int8, mstype.int16, mstype.int32, mstype.int64),
    *(mstype.uint8, mstype.uint16, mstype.uint32, mstype.uint64),
    *(mstype.float16, mstype.float32, mstype.float64),
]


class ToNumber(TextTensorOperation):
    """Strings (any shape) to numbers of `data_type`, an int, uint or float type.

    As in C, leading blanks and text after the number are ignored ("12abc" is 12, "1.5" as an int is
    1). RuntimeError for strings without a leading number and numbers beyond the type's range, "inf" too.
    """

    def __init__(self, data_type: mstype.Type) -> None:
        check.instance(None, "data_type", data_type, mstype.Type)
        if data_type not in _TYPES:
            raise TypeError(f"data_type: {data_type} is not numeric data type; one of {_TYPES}.")
        self.data_type = np.dtype(mstype.dtype_to_nptype(data_type))

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs, xs.ndim - 1)
        parse = self._msacc_float if self.data_type.kind == "f" else self._msacc_int
        numbers = [parse(text) for text in xs.ravel().tolist()]
        return np.array(numbers, self.data_type).reshape(xs.shape)

    def sample(self, x: np.ndarray) -> np.ndarray:
        self.check(x, x.ndim)
        return self.block(x[None])[0, ...]

    def _msacc_int(self, text: str) -> int:
        match, limits = _INT.match(text), np.iinfo(self.data_type)
        if not match:
            raise self._msacc_no_number(text)
        number = int(match[1])
        signed = match[1][0] == "-" and self.data_type.kind == "u"
        if signed or not limits.min <= number <= limits.max:
            raise self._msacc_too_large(text, limits.min, limits.max)
        return number

    def _msacc_float(self, text: str) -> Any:
        match = _FLOAT.match(text)
        if not match:
            raise self._msacc_no_number(text)
        number = float.fromhex(match[1]) if "x" in match[1].lower() else float(match[1])
        # float16 is parsed as float32.
        float_type = np.float64 if self.data_type == np.float64 else np.float32
        size, largest = abs(number), float(np.finfo(self.data_type).max)
        with np.errstate(over="ignore"):
            value = float_type(number)
        small = size < float(np.finfo(float_type).tiny) and _DIGIT.search(match[1])
        if abs(float(value)) > largest or small:
            raise self._msacc_too_large(text, -largest, largest)
        return value

    def _msacc_no_number(self, text: str) -> RuntimeError:
        return RuntimeError(f'ToNumber: it is invalid to convert "{text}" to a number.')

    def _msacc_too_large(self, text: str, low: float, high: float) -> RuntimeError:
        if self.data_type == np.float16:
            return RuntimeError(
                f"ToFloat16: value {text} in input data is outside of valid float16 range "
                f"[{high:.6f}, {low:.6f}]."
            )
        span = f"[{low}, {high}]" if isinstance(low, int) else f"[{low:.6f}, {high:.6f}]"
        return RuntimeError(
            f"ToNumber: string input {text} will be out of bounds if cast to {self.data_type}. The "
            f"valid range is: {span}."
        )
