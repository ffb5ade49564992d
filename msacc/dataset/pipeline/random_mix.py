"""Concatenation of pipelines in random order of rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, Epoch, Reader, concatenate
from msacc.dataset.pipeline.combine import ConcatNode
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.resumable_state import register_resumable


class MixNode(ConcatNode):
    """Interleaves the rows of pipelines at random; each pipeline's rows stay in order.

    Each row draws its pipeline with a probability proportional to the rows left; a seed gives MindSpore's order.
    """

    def __init__(self, children: list[Node], sizes: list[int]) -> None:
        super().__init__(*children)
        self._sizes = sizes

    def size(self) -> int:
        return sum(self._sizes)

    def start(self, run: Run, demand: Demand) -> Epoch:
        self.columns()
        sources = [child.start(run, demand) for child in self.children]
        random = register_resumable(Mt19937(pipeline_seed()))
        step = demand.block_size()

        def epoch() -> Iterator[Block]:
            order = _draw_order(self._sizes, random)
            readers = [Reader(source()) for source in sources]
            for i in range(0, len(order), step):
                yield _read_interleaved(readers, order[i : i + step])

        return epoch


def _draw_order(sizes: list[int], random: Mt19937) -> np.ndarray:
    """Returns the pipeline's index for each row of the epoch."""
    left = np.array(sizes, np.int64)
    order = np.empty(int(left.sum()), np.int64)
    # MindSpore draws once more at the end of an epoch.
    for i, fraction in enumerate(random.canonical(len(order) + 1).tolist()[:-1]):
        order[i] = np.searchsorted(np.cumsum(left), fraction * (len(order) - i), side="right")
        left[order[i]] -= 1
    return order


def _read_interleaved(readers: list[Reader], order: np.ndarray) -> Block:
    """Reads the next rows of the readers, in this order."""
    parts, source, before = [], np.empty(len(order), np.int64), 0
    for k, reader in enumerate(readers):
        rows = np.flatnonzero(order == k)
        if len(rows):
            part = reader.read(len(rows))
            if part is None or part.size < len(rows):
                raise pipeline_error("concat: a dataset gave fewer rows than its size says.")
            parts.append(part)
            source[rows] = before + np.arange(len(rows))
            before += len(rows)
    return concatenate(parts).take(source)
