"""Shared memory for large arrays that go to worker processes and back, in place of pipes.

The memory is anonymous: it is mapped before the fork, appears in no folder, and ends with the processes however they
end. Only written pages take space.
"""

from __future__ import annotations

import mmap
import pickle
import weakref
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from msacc.common.warn_once import once

# Smaller arrays go through the pipe, and so do those that do not fit into a block.
_MIN_BYTES, _BLOCK_BYTES = 1 << 16, 1 << 25


@dataclass(frozen=True)
class Packed:
    """Values whose large arrays lie in a shared block: the pickled rest, and (offset, size) of each array."""

    rest: bytes
    extents: tuple[tuple[int, int], ...]


class SharedBlocks:
    """A pool of shared memory blocks, each for the values of one task at a time."""

    def __init__(self, count: int) -> None:
        self._free: list[int] = []
        try:
            self._memory = mmap.mmap(-1, count * _BLOCK_BYTES)
            self._free = list(range(count))
        except (OSError, ValueError) as error:
            once(
                "dataset-shared-memory",
                f"Worker processes send their rows through pipes, which is slower: there is no shared memory of "
                f"{count * _BLOCK_BYTES >> 20} MB ({error}).",
            )

    def acquire(self) -> int | None:
        """Returns a free block, or None."""
        try:
            return self._free.pop()
        except IndexError:
            return None

    def release_after(self, task: Future[Any], block: int | None) -> None:
        """Releases a block when the task's future is garbage collected."""
        if block is not None:
            weakref.finalize(task, self._free.append, block).atexit = False

    def pack(self, values: Any, block: int | None) -> Any:
        """Returns the values for the other process: Packed, or unchanged without a block."""
        if block is None:
            return values
        start, extents = block * _BLOCK_BYTES, list[tuple[int, int]]()
        end = start + _BLOCK_BYTES

        def in_band(buffer: pickle.PickleBuffer) -> bool:
            nonlocal start
            raw = buffer.raw()
            if raw.nbytes < _MIN_BYTES or start + raw.nbytes > end:
                return True  # pickled with the rest
            self._memory[start : start + raw.nbytes] = raw
            extents.append((start, raw.nbytes))
            start += -(-raw.nbytes // 64) * 64
            return False

        rest = pickle.dumps(values, protocol=5, buffer_callback=in_band)
        return Packed(rest, tuple(extents)) if extents else values

    def unpack(self, message: Any) -> Any:
        """Returns the values that the other process packed, copied out of the block."""
        if not isinstance(message, Packed):
            return message
        copies = [
            bytearray(memoryview(self._memory)[offset : offset + size])
            for offset, size in message.extents
        ]
        return pickle.loads(message.rest, buffers=copies)  # from this program's own process


def shared_blocks(workers: int, enabled: bool) -> SharedBlocks:
    """Returns the blocks for the tasks of some workers; none unless `enabled`."""
    return SharedBlocks(4 * workers) if enabled else _NoSharedBlocks()


class _NoSharedBlocks(SharedBlocks):
    """No shared memory: everything goes through pipes."""

    def __init__(self) -> None:
        self._free = []
