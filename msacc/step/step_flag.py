"""Whether a training step is running, whose inputs and gradients are put together already."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class _Inside:
    """How deep."""

    __slots__ = ("depth",)

    def __init__(self) -> None:
        self.depth = 0


inside = _Inside()


@contextmanager
def inside_step() -> Iterator[None]:
    """An AutoParallel within adds nothing of its own."""
    inside.depth += 1
    try:
        yield
    finally:
        inside.depth -= 1
