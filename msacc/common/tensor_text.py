"""The text of a Tensor's values in `repr`, in MindSpore's format."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

# A longer axis shows its first and last three entries; the only axis of a Tensor may have 1,000.
_EDGE = 3
_LONGEST_VECTOR = 1000
Formatter = Callable[[object], str]


def value_text(values: np.ndarray, *, bfloat16: bool = False) -> str:
    """The values behind `value=`: on one line up to one axis, else from a new line on."""
    if values.ndim == 0:
        return f" {_element_text(values.item())}"
    head = " " if values.ndim == 1 else "\n"
    if not values.size:
        return head
    kind = "bfloat16" if bfloat16 else values.dtype.kind
    longest = _LONGEST_VECTOR if values.ndim == 1 else 2 * _EDGE
    formatter = _formatter(values, kind, longest)
    return head + _axis_text(values, formatter, longest, per_line=12 if kind in "fb" else 24)


def _element_text(value: object) -> str:
    if isinstance(value, complex):
        imaginary = f"{value.imag:g}"
        return f"{value.real:g}{'' if imaginary[0] == '-' else '+'}{imaginary}j"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _formatter(values: np.ndarray, kind: str, longest: int) -> Formatter:
    if kind == "c":
        return _element_text
    if kind == "f":
        width, digits = (11, 4) if values.dtype.itemsize == 2 else (15, 8)
        return lambda value: f"{value: .{digits}e}".rjust(width)
    width = 5 if kind == "b" else max(len(_element_text(v)) for v in _visible(values, longest))
    return lambda value: _element_text(value).rjust(width)


def _visible(values: np.ndarray, longest: int) -> Iterator[object]:
    """The elements that are not abbreviated away."""
    for axis, size in enumerate(values.shape):
        if size > longest:
            values = values.take([*range(_EDGE), *range(size - _EDGE, size)], axis)
    return iter(values.ravel().tolist())


def _axis_text(
    values: np.ndarray, formatter: Formatter, longest: int, per_line: int, depth: int = 1
) -> str:
    short = len(values) > longest
    shown = np.concatenate([values[:_EDGE], values[-_EDGE:]]) if short else values
    newline = "\n" + " " * depth
    if values.ndim > 1:
        parts = [_axis_text(v, formatter, longest, per_line, depth + 1) for v in shown]
        if short:
            parts[_EDGE - 1 : _EDGE + 1] = [
                f",{newline}...{newline}".join(parts[_EDGE - 1 : _EDGE + 1])
            ]
        return f"[{f',{newline}'.join(parts)}]"
    texts = [formatter(v) for v in shown.tolist()]
    if short:
        return f"[{', '.join(texts[:_EDGE])} ... {', '.join(texts[_EDGE:])}]"
    lines = [", ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)]
    # MindSpore breaks the line behind every full one, the last too.
    return f"[{f', {newline}'.join(lines)}{'' if len(texts) % per_line else newline}]"
