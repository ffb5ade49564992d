"""Pipelines mixed by chance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from msacc.dataset.cpp_random import Mt19937, pipeline_seed
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, Epoch, Reader, concatenate
from msacc.dataset.pipeline.combine import ConcatNode
from msacc.dataset.pipeline.node import Demand, Node, Run
from msacc.dataset.resumable_state import goes_on


class MixNode(ConcatNode):
    """Rows of pipelines in random turns, each pipeline's in its own order.

    Every turn draws a pipeline, each as likely as it has rows left; one seed gives MindSpore's turns.
    """

    def __init__(self, children: list[Node], sizes: list[int]) -> None:
        super().__init__(*children)
        self._sizes = sizes

    def size(self) -> int:
        return sum(self._sizes)

    def start(self, run: Run, demand: Demand) -> Epoch:
        self.columns()
        sources = [child.start(run, demand) for child in self.children]
        random, step = goes_on(Mt19937(pipeline_seed())), demand.at_once()

        def epoch() -> Iterator[Block]:
            turns = _turns(self._sizes, random)
            readers = [Reader(source()) for source in sources]
            for i in range(0, len(turns), step):
                yield _taken(readers, turns[i : i + step])

        return epoch


def _turns(sizes: list[int], random: Mt19937) -> np.ndarray:
    """Whose turn it is, for all rows."""
    left = np.array(sizes, np.int64)
    turns = np.empty(int(left.sum()), np.int64)
    # MindSpore draws once more at the end of an epoch.
    for i, drawn in enumerate(random.canonical(len(turns) + 1).tolist()[:-1]):
        turns[i] = np.searchsorted(np.cumsum(left), drawn * (len(turns) - i), side="right")
        left[turns[i]] -= 1
    return turns


def _taken(readers: list[Reader], turns: np.ndarray) -> Block:
    """The next rows of the readers, in these turns."""
    parts, places, before = [], np.empty(len(turns), np.int64), 0
    for k, reader in enumerate(readers):
        mine = np.flatnonzero(turns == k)
        if len(mine):
            part = reader.read(len(mine))
            if part is None or part.size < len(mine):
                raise pipeline_error("concat: a dataset gave fewer rows than its size says.")
            parts.append(part)
            places[mine] = before + np.arange(len(mine))
            before += len(mine)
    return concatenate(parts).picked(places)
