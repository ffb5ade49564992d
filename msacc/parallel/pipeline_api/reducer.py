"""PipelineGradReducer: gradients of a pipelined step that a script writes, less the loss scale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_here
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import no_effect
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence


class PipelineGradReducer(Cell):
    """Divides a pipelined step's gradients by the loss scale:
    `PipelineGradReducer(optimizer.parameters)(grads)`.

    `parameters`: whose gradients they are.
    `scale_sense`: the number that the loss was multiplied by.
    `opt_shard` has no effect: gradients are reduced over the micro-batches and the copies of a stage when
      they are taken.

    Called with a tuple of Tensors it returns a tuple; those of other stages' parameters stay as they are,
    without values.

    Raises TypeError for a `scale_sense` that is no number or Tensor, ValueError for another number of
    gradients.

    Differs from MindSpore, whose accumulators it reads instead.
    """

    def __init__(
        self,
        parameters: Iterable[Parameter],
        scale_sense: float = 1.0,
        opt_shard: bool | None = None,
    ):
        super().__init__(auto_prefix=False)
        if isinstance(scale_sense, bool) or not isinstance(scale_sense, (int, float, Tensor)):
            raise TypeError(
                f"For 'PipelineGradReducer', 'scale_sense' should be a number or Tensor, but got {scale_sense!r}."
            )
        if opt_shard is not None:
            no_effect(
                "PipelineGradReducer",
                "opt_shard",
                opt_shard,
                "gradients are reduced when they are taken",
            )
        self.count = len(tuple(parameters))
        self.scale_sense = Parameter(Tensor(scale_sense), name="scale_sense", requires_grad=False)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        # Gradients of absent parameters have no values, which no graph takes.
        return self.construct(*args, **kwargs)

    def construct(self, grads: Sequence[Any]) -> tuple[Tensor, ...]:
        """The gradients divided by the scale."""
        if len(grads) != self.count:
            raise ValueError(
                f"For 'PipelineGradReducer', {self.count} parameters need as many gradients, but got {len(grads)}."
            )
        scale = self.scale_sense._t
        return tuple(wrap(g._t / scale.to(g._t.dtype)) if is_here(g) else g for g in grads)
