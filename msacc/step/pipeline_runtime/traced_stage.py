"""torch's pipeline stage, whose passes have names in a timeline of the step."""

from __future__ import annotations

import functools
from typing import Any

from msacc.common.torch_private import pipeline_stage
from msacc.common.trace_spans import span


@functools.cache
def stage_class() -> Any:
    """torch's pipeline stage, with a span around each pass of a micro-batch through a chunk."""
    base: Any = pipeline_stage()

    class TracedStage(base):
        """A stage whose passes have names; "weights": what is left of a split backward pass, which nobody waits for."""

        def forward_one_chunk(
            self, fwd_chunk_id: int, *args: Any, **kwargs: dict[str, Any] | None
        ) -> Any:
            with self._pass("forward", fwd_chunk_id):
                return super().forward_one_chunk(fwd_chunk_id, *args, **kwargs)

        def backward_one_chunk(
            self, bwd_chunk_id: int, *args: Any, **kwargs: dict[str, Any] | None
        ) -> Any:
            with self._pass("backward", bwd_chunk_id):
                out = super().backward_one_chunk(bwd_chunk_id, *args, **kwargs)
            # Messages are contiguous; a split backward pass leaves gradients as they come.
            for chunk, gradients in self.bwd_cache.items():
                self.bwd_cache[chunk] = tuple(g if g is None else g.contiguous() for g in gradients)
            return out

        def backward_weight_one_chunk(
            self, bwd_chunk_id: int, *args: Any, **kwargs: dict[str, Any] | None
        ) -> Any:
            with self._pass("weights", bwd_chunk_id):
                return super().backward_weight_one_chunk(bwd_chunk_id, *args, **kwargs)

        def _pass(self, kind: str, micro: int) -> Any:
            return span(f"{kind} micro-batch {micro} chunk {self.stage_index}")

    return TracedStage
