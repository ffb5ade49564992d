"""Two outcomes of one program compared: structure, classes of exceptions, dtypes, shapes, values, printed text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.fuzz.execution import Outcome

_TOLERANCES = {"Float16": 2e-2, "BFloat16": 1e-1, "Float64": 1e-4}


@dataclass(frozen=True)
class Difference:
    """What is unlike at a line of a program; `kind` survives shrinking."""

    mode: str
    kind: str
    line: int
    detail: str
    theirs: str = ""  # the message of MindSpore's exception

    @property
    def key(self) -> tuple[str, str, str]:
        """Equal for differences that are probably the same; a message counts without its numbers."""
        words = re.sub(r"\d+|\[.*", "", self.detail)[:60] if "raises" in self.kind else ""
        return self.mode, self.kind, words


def is_coarse(text: str) -> bool:
    """Whether a program's Float32 values come of Float16 ones, or of MindSpore's `tanh`, an approximation."""
    return "float16" in text or "anh" in text


def differences(
    mode: str, theirs: Outcome, ours: Outcome, coarse: bool = False
) -> list[Difference]:
    """Empty where the outcomes are alike; `coarse` of programs whose Float32 values are no closer than Float16."""
    found = []
    for (line, left), (our_line, right) in zip(theirs, ours, strict=False):
        for kind, detail in _unlike(left, right, coarse):
            message = f"{left[1]}: {left[2]}" if left[0] == "raises" else str(left[0])
            found.append(Difference(mode, kind, line, detail, message))
            break
        if (line < 0 and found) or (line < 0) != (our_line < 0):  # one of them has ended there
            return found
    if not found and len(theirs) != len(ours):
        found.append(Difference(mode, "length", 0, f"{len(theirs)} | {len(ours)}"))
    return found


def _unlike(left: Any, right: Any, coarse: bool) -> Iterator[tuple[str, str]]:
    if left[0] != right[0]:
        short = f"{_said(left)} | {_said(right)}"
        yield f"{_class(left)}/{_class(right)}", short
    elif left[0] == "raises":
        if left[1] != right[1]:
            yield f"raises {left[1]}/{right[1]}", f"{_said(left)} | {_said(right)}"
    elif left[0] in ("Tensor", "Parameter", "ndarray"):
        yield from _unlike_arrays(left, right, coarse)
    elif left[0] in ("tuple", "list"):
        if len(left[1]) != len(right[1]):
            yield "length of a sequence", f"{len(left[1])} | {len(right[1])}"
        for a, b in zip(left[1], right[1], strict=False):
            yield from _unlike(a, b, coarse)
    elif left[0] == "dict":
        if list(left[1]) != list(right[1]):
            yield "keys", f"{list(left[1])} | {list(right[1])}"
        for key in left[1].keys() & right[1].keys():
            yield from _unlike(left[1][key], right[1][key], coarse)
    elif left[0] == "printed":
        # MindSpore's graphs print each argument on a line of its own.
        if left[1].split() != right[1].split():
            yield "printed", f"{_short(left)} | {_short(right)}"
    elif left[0] == "float":
        if not np.allclose(left[1], right[1], 1e-4, 1e-5, equal_nan=True):
            yield "number", f"{left[1]} | {right[1]}"
    elif left[1:] != right[1:]:
        yield left[0], f"{_short(left)} | {_short(right)}"


def _class(value: Any) -> str:
    return f"raises {value[1]}" if value[0] == "raises" else str(value[0])


def _said(value: Any) -> str:
    """An exception's message, the C++ call stack left out."""
    if value[0] != "raises":
        return _short(value)
    return " ".join(value[2].split("\n---")[0].replace("Kernel select failed:", "").split())


def _short(value: Any) -> str:
    return " ".join(str(value).split())[:300]


def _unlike_arrays(left: Any, right: Any, coarse: bool) -> Iterator[tuple[str, str]]:
    if left[1] != right[1]:
        yield "dtype", f"{left[1]} | {right[1]}"
    elif left[2] != right[2]:
        yield "shape", f"{left[2]} | {right[2]}"
    elif not _close("Float16" if coarse and left[1] == "Float32" else left[1], left[3], right[3]):
        yield "values", f"{_short(left[3])} | {_short(right[3])}"


def _close(dtype: str, left: np.ndarray, right: np.ndarray) -> bool:
    if left.dtype.kind not in "fc":
        return bool((left == right).all())
    tolerance = _TOLERANCES.get(dtype, 1e-3)
    scale = float(np.abs(left[np.isfinite(left)], dtype=np.float64).max(initial=0))
    least = 0.5 if dtype == "Float16" else 0.1
    return bool(np.allclose(left, right, tolerance, tolerance * max(scale, least), equal_nan=True))
