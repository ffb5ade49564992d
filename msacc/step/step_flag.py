"""Whether a training step is running, which shares its inputs and reduces its gradients over the processes itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class _StepDepth:
    """The number of nested training steps."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0


step_depth = _StepDepth()


@contextmanager
def inside_step() -> Iterator[None]:
    """Within it an AutoParallel neither shares inputs nor reduces gradients."""
    step_depth.value += 1
    try:
        yield
    finally:
        step_depth.value -= 1
