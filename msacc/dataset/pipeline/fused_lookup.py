"""Fusion of neighbouring steps over uint8 images into one pass: mirroring, table lookup and transposition.

Where each output value depends only on one byte and its channel, the steps themselves compute a table of all 256
bytes, so that the lookup returns bit for bit what the steps would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc.dataset.opencv import opencv
from msacc.dataset.pipeline.block import Column
from msacc.dataset.pipeline.operation import Allocator, Operation, RandomTransform, Transform

_MAX_CHANNELS = 4


def fuse_steps(steps: Sequence[Operation]) -> list[Operation]:
    """Returns the steps with each run of fusible ones replaced by one FusedLookup."""
    fused: list[Operation] = []
    run: list[Any] = []
    for step in [*steps, None]:
        if step is not None and _fusible(step, run):
            run.append(step)
            continue
        fused += [FusedLookup(run)] if len(run) > 1 and any(s.pointwise for s in run) else run
        run = [step] if step is not None and _fusible(step, []) else []
        fused += [step] if step is not None and not run else []
    return fused


def _fusible(step: Operation, run: Sequence[Any]) -> bool:
    """Whether a step can run in one pass with the steps of `run` before it."""
    if not isinstance(step, Transform) or not step.threadable():
        return False
    if step.mirrors or step.channels_first:
        return not any(s.channels_first for s in run)
    return step.pointwise


class FusedLookup(Operation):
    """Fused steps of one column; images that no table covers go through the steps one by one."""

    def __init__(self, steps: Sequence[Any]) -> None:
        self.steps = list(steps)
        self._mirroring = [step for step in steps if step.mirrors]
        self._rest = [step for step in steps if not step.mirrors]
        self._channels_first = any(step.channels_first for step in steps)
        self._tables: dict[int, np.ndarray | None] = {}

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return all(step.vectorised for step in self.steps)

    def threadable(self) -> bool:
        return True

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.row_into(items, np.empty)

    def row_into(self, items: tuple[Any, ...], allocate: Allocator) -> tuple[Any, ...]:
        table = self._table(items[0], 3) if len(items) == 1 else None
        if table is None:
            for step in self.steps:
                items = step.row(items)
            return items
        image = items[0]
        for step in self._mirroring:
            if not isinstance(step, RandomTransform) or step.plan(image):
                image = step.mirrored(image)
        out = allocate(self._shape(image), np.dtype(np.float32))
        _look_up(image[None], table, self._channels_first, out[None])
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
        _look_up(images, table, self._channels_first, out)
        return [out]

    def _shape(self, image: np.ndarray) -> tuple[int, ...]:
        height, width, channels = image.shape
        return (channels, height, width) if self._channels_first else image.shape

    def _table(self, images: Any, rank: int) -> np.ndarray | None:
        """Returns a (channels, 256) table, or None where there is none or it is larger than the images."""
        if not isinstance(images, np.ndarray) or images.dtype != np.uint8 or images.ndim != rank:
            return None
        channels = images.shape[-1]
        if not 0 < channels <= _MAX_CHANNELS or images.size <= 256 * channels:
            return None
        if channels not in self._tables:
            self._tables[channels] = self._build_table(channels)
        return self._tables[channels]

    def _build_table(self, channels: int) -> np.ndarray | None:
        """Returns the steps' results for all 256 bytes in each channel."""
        levels = np.arange(256, dtype=np.uint8)
        items: tuple[Any, ...] = (np.repeat(levels[:, None, None], channels, axis=2),)
        try:
            for step in self._rest:
                items = step.row(items)
        except (RuntimeError, TypeError, ValueError):
            return None  # the steps raise on the images themselves
        result = items[0]
        if result.dtype != np.float32 or result.size != 256 * channels:
            return None
        return np.ascontiguousarray(
            result.reshape(-1, 256) if self._channels_first else result[:, 0].T
        )


def _look_up(images: np.ndarray, table: np.ndarray, channels_first: bool, out: np.ndarray) -> None:
    """Writes `table[c, images[..., c]]` into `out`, which is channels first if `channels_first`."""
    with opencv("map") as cv2:
        for image, values in zip(map(np.ascontiguousarray, images), out, strict=True):
            if not channels_first:
                cv2.LUT(image, np.ascontiguousarray(table.T)[None], dst=values)
                continue
            for plane, levels, place in zip(cv2.split(image), table, values, strict=True):
                cv2.LUT(plane, levels[None], dst=place)
