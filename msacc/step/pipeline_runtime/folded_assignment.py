"""Chunks of a folded pipeline: a batch runs through the stages 0, 1, 2 and back through 2, 1, 0.

Each stage has two chunks. Which of them a Cell belongs to is its `pipeline_segment` (0 on the way there, 1 on the way
back) or follows from the order of the stages; the Cells of the last stage, where the two meet, are halved in order.
"""

from __future__ import annotations

from torch.fx import Graph

from msacc.step.pipeline_runtime.stage_assignment import StageAssignment, stage_mark


class FoldedAssignment(StageAssignment):
    """The chunk of every op, two for each stage.

    RuntimeError where a Cell's chunk lies before that of its inputs, and for chunks that nothing runs on.
    """

    def __init__(self, graph: Graph, stages: int):
        self._segments = _segments(graph, stages)
        super().__init__(graph, stages, interleave=True)

    def _next(self, stage: int, latest: int | None, cell: str) -> int:
        self._check_stage(stage, cell)
        there, back = stage, 2 * self.stages - 1 - stage
        segment = self._segments.get(cell)
        if segment is None:
            return there if (latest or 0) <= there else max(back, latest or 0)
        chunk = back if segment else there
        if chunk < (latest or 0):
            before = self._cells.get(latest or 0, "its inputs")
            raise RuntimeError(
                f"'{cell}' is in segment {segment} of stage {stage}, but takes what '{before}' computes after it: a "
                "batch runs through the stages' segments 0 forwards, then through their segments 1 backwards."
            )
        return chunk

    def _check_chunks(self) -> int:
        used, chunks = set(self.of.values()), 2 * self.stages
        for chunk in range(chunks):
            if chunk not in used:
                stage = chunk if chunk < self.stages else chunks - 1 - chunk
                raise RuntimeError(
                    f"In a folded pipeline each of the {self.stages} stages works twice, but stage {stage} has no Cell "
                    f"on the way {'there' if chunk == stage else 'back'}: give Cells the stages 0, 1, ..., then ..., "
                    "1, 0."
                )
        return chunks


def _segments(graph: Graph, stages: int) -> dict[str, int]:
    """The segment of each Cell that has one, and of the last stage's Cells."""
    marks = [mark for node in graph.nodes if (mark := stage_mark(node)) is not None]
    given = {mark.cell: mark.segment for mark in marks if mark.segment is not None}
    for cell, segment in given.items():
        if segment > 1:
            raise ValueError(
                f"The pipeline_segment of '{cell}' is {segment}, but a folded pipeline has the segments 0 and 1."
            )
    last = dict.fromkeys(m.cell for m in marks if m.stage == stages - 1 and m.segment is None)
    halves = {cell: int(i >= len(last) // 2) for i, cell in enumerate(last)}
    return {**halves, **given}
