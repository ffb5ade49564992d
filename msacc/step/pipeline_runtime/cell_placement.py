"""Chunks of a network whose Cells are placed on processes (Cell.place), in the order in which a batch visits them."""

from __future__ import annotations

from collections.abc import Sequence

import torch.distributed as dist
from torch.fx import Graph

from msacc.step.pipeline_runtime.stage_assignment import StageAssignment


class RankAssignment(StageAssignment):
    """A chunk for each process on which Cells are placed, in the order in which a batch comes to them.

    RuntimeError where a batch would come to a process again after it was at another one, or where there is no such
    process.
    """

    def __init__(self, graph: Graph):
        self.ranks: list[int] = []
        self._order(graph)

    def _next(self, stage: int, latest: int | None, cell: str) -> int:
        if stage >= dist.get_world_size():
            raise RuntimeError(
                f"'{cell}' is placed on rank {stage}, but the job has {dist.get_world_size()} processes."
            )
        if stage not in self.ranks:
            self.ranks.append(stage)
        chunk = self.ranks.index(stage)
        if latest is not None and chunk < latest:
            before = self._cells.get(latest, "its inputs")
            raise RuntimeError(
                f"'{cell}' is placed on rank {stage}, but takes what '{before}' computes on rank "
                f"{self.ranks[latest]} after that one's turn: a batch comes to each process once."
            )
        return chunk

    def _check_chunks(self) -> int:
        return max(len(self.ranks), 1)

    def agrees_with(self, ranks: Sequence[int]) -> None:
        """RuntimeError where a batch comes to other processes than those that hold the network."""
        if tuple(self.ranks) != tuple(ranks):
            raise RuntimeError(
                f"The network was placed on ranks {list(ranks)} and is now called on {self.ranks}: place Cells before "
                "the first step, and call what holds all of them."
            )
