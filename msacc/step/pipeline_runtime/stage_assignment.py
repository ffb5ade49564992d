"""Which chunk of the pipeline each op of a captured graph belongs to.

Chunk c runs on stage `c % stages`. Without interleaving a stage has one chunk; with it, a stage that comes again
begins its next one. An op outside of all Cells with a stage belongs to the chunk of its inputs.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch.fx import Graph, Node


class StageAssignment:
    """The chunk of every op; `chunks` is their number.

    RuntimeError where a Cell's stage lies before that of its inputs, and for stages that nothing runs on.
    """

    def __init__(self, graph: Graph, stages: int, interleave: bool):
        self.stages, self.interleave = stages, interleave
        self._order(graph)

    def _order(self, graph: Graph) -> None:
        self.of: dict[Node, int] = {}
        self._cells: dict[int, str] = {}
        for node in graph.nodes:
            self._follow(node)
        for node in reversed(graph.nodes):
            self._precede(node)
        self.chunks = self._check_chunks()

    def _follow(self, node: Node) -> None:
        """Assigns a tagged op to its stage's chunk, another one to its inputs' latest chunk."""
        if _is_no_op(node):
            return
        before = [self.of[n] for n in node.all_input_nodes if n in self.of]
        latest = max(before, default=None)
        mark = stage_mark(node)
        if mark is None:
            if latest is not None:
                self.of[node] = latest
            return
        self.of[node] = self._next(mark.stage, latest, mark.cell)
        self._cells.setdefault(self.of[node], mark.cell)

    def _next(self, stage: int, latest: int | None, cell: str) -> int:
        """The chunk of `stage` that comes with or after chunk `latest`."""
        self._check_stage(stage, cell)
        if latest is None:
            return stage
        if self.interleave:
            return latest + (stage - latest) % self.stages
        if stage < latest:
            before = self._cells.get(latest, "its inputs")
            raise RuntimeError(
                f"'{cell}' is on stage {stage}, but takes what '{before}' computes on stage {latest}: a batch runs "
                f"through the stages forwards. Give '{cell}' stage {latest} or later, or let the pipeline interleave."
            )
        return stage

    def _check_stage(self, stage: int, cell: str) -> None:
        if stage >= self.stages:
            raise RuntimeError(
                f"The stage of '{cell}' is {stage}, but the pipeline has {self.stages} stages: 0 to {self.stages - 1}."
            )

    def _precede(self, node: Node) -> None:
        """Assigns an op that depends on no stage to its first user's chunk."""
        if node in self.of or _is_no_op(node):
            return
        after = [self.of[n] for n in node.users if n in self.of]
        self.of[node] = min(after, default=0)

    def _check_chunks(self) -> int:
        used = set(self.of.values())
        chunks = max(used, default=0) + 1
        idle = sorted(set(range(max(chunks, self.stages))) - used)
        if idle:
            raise RuntimeError(
                f"The pipeline has {self.stages} stages, but no Cell runs on stage {idle[0] % self.stages}: set "
                "pipeline_stage so that each stage from 0 on has work."
            )
        if chunks % self.stages:
            raise RuntimeError(
                f"An interleaved pipeline needs as many chunks on each of its {self.stages} stages, but the Cells' "
                f"stages make {chunks} chunks, the last of them '{self._cells.get(chunks - 1, 'the loss')}'."
            )
        return chunks


@dataclass(frozen=True)
class StageMark:
    """The Cell around an op that has a stage, and its stage and segment."""

    cell: str
    stage: int
    segment: int | None


def stage_mark(node: Node) -> StageMark | None:
    """The mark of an op's Cell, None outside of all Cells with a stage."""
    tags = node.meta.get("custom") or {}
    if "stage" not in tags:
        return None
    return StageMark(tags["cell"], tags["stage"], tags.get("segment"))


def _is_no_op(node: Node) -> bool:
    """Whether a node is no op: an input, a part of the graph's, or its end."""
    return node.op in ("placeholder", "get_attr", "output")
