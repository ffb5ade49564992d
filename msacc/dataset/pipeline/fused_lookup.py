"""Neighbouring steps over images of bytes in one pass: mirrored, looked up in a table, and laid out.

Where each value of a result follows from one byte and its channel alone, the steps themselves make a table of all 256
bytes, so that what is looked up is what they would give, to the bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.dataset.native import compiled_loops as native
from msacc.dataset.pipeline.block import Column
from msacc.dataset.pipeline.operation import Operation, RandomTransform, Room, Transform

_CHANNELS = 4


def joined(steps: Sequence[Operation]) -> list[Operation]:
    """The steps, where runs of those that a table stands for are one."""
    found: list[Operation] = []
    run: list[Any] = []
    for step in [*steps, None]:
        if step is not None and _fits(step, run):
            run.append(step)
            continue
        found += [Tables(run)] if len(run) > 1 and any(s.by_value for s in run) else run
        run = [step] if step is not None and _fits(step, []) else []
        found += [step] if step is not None and not run else []
    return found


def _fits(step: Operation, run: Sequence[Any]) -> bool:
    """Whether a step can be done in one pass with those before it."""
    if not isinstance(step, Transform) or not step.threadable():
        return False
    if step.mirrors or step.channels_first:
        return not any(s.channels_first for s in run)
    return step.by_value


class Tables(Operation):
    """Steps of one column; images that no table suits go through one step after the other."""

    def __init__(self, steps: Sequence[Any]) -> None:
        self.steps = list(steps)
        self._mirroring = [step for step in steps if step.mirrors]
        self._rest = [step for step in steps if not step.mirrors]
        self._first = any(step.channels_first for step in steps)
        self._tables: dict[int, np.ndarray | None] = {}

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return all(step.vectorised for step in self.steps)

    def threadable(self) -> bool:
        return True

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.row_in(items, np.empty)

    def row_in(self, items: tuple[Any, ...], room: Room) -> tuple[Any, ...]:
        table = self._table(items[0], 3) if len(items) == 1 else None
        if table is None:
            for step in self.steps:
                items = step.row(items)
            return items
        image = items[0]
        for step in self._mirroring:
            if not isinstance(step, RandomTransform) or step.plan(image):
                image = step.mirrored(image)
        out = room(self._shape(image), np.dtype(np.float32))
        _look_up(image[None], table, self._first, out[None])
        return (out,)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        table = self._table(columns[0], 4) if len(columns) == 1 else None
        for step in self.steps if table is None else self._mirroring:
            columns = step.columns(columns, size)
        if table is None:
            return columns
        images = columns[0]
        assert isinstance(images, np.ndarray)
        out = np.empty((len(images), *self._shape(images[0])), np.float32)
        _look_up(images, table, self._first, out)
        return [out]

    def _shape(self, image: np.ndarray) -> tuple[int, ...]:
        height, width, channels = image.shape
        return (channels, height, width) if self._first else image.shape

    def _table(self, images: Any, rank: int) -> np.ndarray | None:
        """(channels, 256) numbers, or None where there is no such table or it is longer than the images."""
        if not isinstance(images, np.ndarray) or images.dtype != np.uint8 or images.ndim != rank:
            return None
        channels = images.shape[-1]
        if not 0 < channels <= _CHANNELS or images.size <= 256 * channels:
            return None
        if channels not in self._tables:
            self._tables[channels] = self._built(channels)
        return self._tables[channels]

    def _built(self, channels: int) -> np.ndarray | None:
        """What the steps make of all bytes in each channel."""
        levels = np.arange(256, dtype=np.uint8)
        items: tuple[Any, ...] = (np.repeat(levels[:, None, None], channels, axis=2),)
        try:
            for step in self._rest:
                items = step.row(items)
        except (RuntimeError, TypeError, ValueError):
            return None  # the images themselves will tell
        made = items[0]
        if made.dtype != np.float32 or made.size != 256 * channels:
            return None
        return np.ascontiguousarray(made.reshape(-1, 256) if self._first else made[:, 0].T)


def _look_up(images: np.ndarray, table: np.ndarray, channels_first: bool, out: np.ndarray) -> None:
    """Write `table[c, images[..., c]]` into `out`, channels first if asked."""
    if (loops := native.loaded()) is not None:
        native.looked_up(loops, images, table, channels_first, out)
        return
    seen = out.transpose(0, 2, 3, 1) if channels_first else out
    for c in range(images.shape[-1]):
        seen[..., c] = np.take(table[c], images[..., c])
