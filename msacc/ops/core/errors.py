"""MindSpore's exception class for what torch raises."""

from __future__ import annotations

from typing import Any

# Ops whose shape errors are MindSpore's RuntimeError.
_RUNTIME = ("matmul",)
_TYPE_HINTS = ("dtype", "scalar type", "not implemented for", "ScalarType", "type mismatch")


def translate(name: str, error: Exception, given: tuple[Any, ...] = ()) -> Exception:
    """MindSpore's exception class for a torch error: ValueError for shapes, TypeError for types."""
    if str(error).startswith("msacc"):
        return error
    first_line = str(error).splitlines()[0] if str(error) else type(error).__name__
    if first_line.startswith("For '"):  # a text of our own: its class was chosen
        return type(error)(str(error))
    text = f"For '{name}', {first_line}"
    if isinstance(error, NotImplementedError) or any(hint in first_line for hint in _TYPE_HINTS):
        return TypeError(text)
    if name in _RUNTIME:
        return RuntimeError(text)
    shape_words = ("size", "shape", "dimension", "Dimension", "dim ", "must match", "channels")
    if any(word in first_line for word in shape_words):
        return ValueError(text)
    return type(error)(text)
