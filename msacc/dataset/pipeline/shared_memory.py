"""Large arrays on their way to worker processes and back: through memory that both sides have, not through pipes.

The memory has no name: it is there from before the fork, appears in no folder, and ends with the processes however they
end. Only what is written takes space.
"""

from __future__ import annotations

import mmap
import pickle
import weakref
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from msacc.common.warn_once import once

# Smaller arrays go through the pipe, and so does what does not fit into a block.
_LEAST, _BLOCK = 1 << 16, 1 << 25


@dataclass(frozen=True)
class Packed:
    """Values whose large arrays lie in a block: the rest of them, and where each array lies."""

    rest: bytes
    places: tuple[tuple[int, int], ...]


class Blocks:
    """Blocks of memory, each for the values of one task at a time."""

    def __init__(self, count: int) -> None:
        self._free: list[int] = []
        try:
            self._memory = mmap.mmap(-1, count * _BLOCK)
            self._free = list(range(count))
        except (OSError, ValueError) as error:
            once(
                "dataset-shared-memory",
                f"Worker processes send their rows through pipes, which is slower: there is no shared memory of "
                f"{count * _BLOCK >> 20} MB ({error}).",
            )

    def lend(self) -> int | None:
        """A block, if one is free."""
        try:
            return self._free.pop()
        except IndexError:
            return None

    def until(self, task: Future[Any], block: int | None) -> None:
        """Take a block back when nobody can ask for a task's values any more."""
        if block is not None:
            weakref.finalize(task, self._free.append, block).atexit = False

    def pack(self, values: Any, block: int | None) -> Any:
        """The values for the other side: Packed, or as they are without a block."""
        if block is None:
            return values
        start, places = block * _BLOCK, list[tuple[int, int]]()
        end = start + _BLOCK

        def keep(buffer: pickle.PickleBuffer) -> bool:
            nonlocal start
            raw = buffer.raw()
            if raw.nbytes < _LEAST or start + raw.nbytes > end:
                return True  # stays with the rest
            self._memory[start : start + raw.nbytes] = raw
            places.append((start, raw.nbytes))
            start += -(-raw.nbytes // 64) * 64
            return False

        rest = pickle.dumps(values, protocol=5, buffer_callback=keep)
        return Packed(rest, tuple(places)) if places else values

    def unpack(self, found: Any) -> Any:
        """The values that the other side packed, in memory of their own."""
        if not isinstance(found, Packed):
            return found
        copies = [bytearray(memoryview(self._memory)[at : at + size]) for at, size in found.places]
        return pickle.loads(found.rest, buffers=copies)  # from this program's own process


def blocks_for(workers: int, wanted: bool) -> Blocks:
    """Blocks for what a few workers have under way; none unless `wanted`."""
    return Blocks(4 * workers) if wanted else _Nowhere()


class _Nowhere(Blocks):
    """No memory: everything goes through pipes."""

    def __init__(self) -> None:
        self._free = []


def parts_of(items: Sequence[Any], count: int) -> list[Sequence[Any]]:
    """The items in at most `count` runs of about one length."""
    step = -(-len(items) // count)
    return [items[i : i + step] for i in range(0, len(items), step)]
