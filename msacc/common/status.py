"""What this process is at, in a few words: `msrun` shows what a job's first worker says on a terminal.

Setting it costs one assignment; the text is made by who reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class _Now:
    steps: tuple[str, int, int, int, int] | None = None
    compiling: str = ""


_now = _Now()


def set_step(mode: str, step: int, steps: int, epoch: int, epochs: int) -> None:
    """The step that begins, counted within its epoch; -1 steps or epochs where their number is not known."""
    _now.steps = (mode, step, steps, epoch, epochs)


def end_steps() -> None:
    """No step is under way any more."""
    _now.steps = None


@contextmanager
def compiling(name: str) -> Iterator[None]:
    """A graph is being compiled."""
    _now.compiling = name
    try:
        yield
    finally:
        _now.compiling = ""


def is_compiling() -> bool:
    """Whether a graph is being compiled, in whatever thread."""
    return bool(_now.compiling)


def status() -> str:
    """'train epoch 1 of 10, step 3 of 250, compiling network', or 'running' where nothing is known."""
    parts = []
    if _now.steps is not None:
        mode, step, steps, epoch, epochs = _now.steps
        if epochs > 1:
            parts.append(f"{mode} epoch {epoch} of {epochs}")
        parts.append(_of("step" if epochs > 1 else f"{mode} step", step, steps))
    if _now.compiling:
        parts.append(f"compiling {_now.compiling}")
    return ", ".join(parts) or "running"


def _of(what: str, number: int, total: int) -> str:
    return f"{what} {number} of {total}" if total > 0 else f"{what} {number}"
