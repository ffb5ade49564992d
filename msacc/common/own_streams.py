"""Random streams beside torch's global one: of Generators, of Primitives with seeds, of ops by their seed.

What is computed again in a backward pass has to draw what it drew. torch's checkpointing sees to the global generators.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from msacc.common.seed import restore_seeds_of_ops, seeds_of_ops


class OwnStream(Protocol):
    """A stream that this module is told of; its state may be None where it has not begun."""

    def get_state(self) -> Any: ...
    def set_state(self, state: Any) -> None: ...


_streams: weakref.WeakSet[OwnStream] = weakref.WeakSet()
note_stream = _streams.add


def stream_states() -> tuple[list[tuple[OwnStream, Any]], dict[Any, int]]:
    """The states of all of them."""
    return [(stream, stream.get_state()) for stream in _streams], seeds_of_ops()


@contextmanager
def drawing_from(before: tuple[list[tuple[OwnStream, Any]], dict[Any, int]]) -> Iterator[None]:
    """Within the block they go on from those states, and after it from where they are now."""
    now = stream_states()
    _move(before)
    try:
        yield
    finally:
        _move(now)


def _move(to: tuple[list[tuple[OwnStream, Any]], dict[Any, int]]) -> None:
    for stream, state in to[0]:
        stream.set_state(state)
    restore_seeds_of_ops(to[1])
