"""The micro-step of level3."""

from __future__ import annotations

from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.graph.execution_state import pynative
from msacc.graph.gradients import differentiate
from msacc.nn.cell import Cell
from msacc.step.gather_autograd import finish_reduction
from msacc.step.layerwise.layer import Layer, Running
from msacc.step.layerwise.saved_buckets import saved_by_piece


class LayerwiseMicroStep(Cell):
    """Forward and backward of one micro-batch over shards; adds to `sums`, one for each shard.

    `unsharded`: the layers too small to shard, whose parameters autograd must see as views of the bucket.
    """

    def __init__(
        self,
        network: Cell,
        shards: list[Parameter],
        sums: list[Parameter],
        unsharded: list[Layer],
        running: Running,
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network, self.has_aux = network, has_aux
        self.recomputes = any(cell._msacc_recompute for _, cell in network.cells_and_names())
        # Set past Cell.__setattr__: none of these is a child or parameter of this Cell.
        self.__dict__.update(shards=shards, sums=sums, unsharded=unsharded, running=running)

    def __call__(self, *inputs: Any, **kwargs: dict[str, Any] | None) -> Any:
        if settings.mode != GRAPH_MODE or not self.recomputes:
            return super().__call__(*inputs, **kwargs)
        # torch.compile leaves a recomputed part out of the graph, and the rest gathers graph by graph.
        once(
            "level3-recompute",
            "optimizer_level='level3' with recompute() runs op by op, not as a graph; level2 compiles.",
        )
        with pynative():
            return super().__call__(*inputs, **kwargs)

    def _msacc_assign_unsharded(self) -> None:
        """Points the small layers' parameters at their bucket as it is now: a leaf of autograd's, or the bucket."""
        for layer in self.unsharded:
            layer.give(layer.piece._t)

    def _forward(self, *inputs: Any) -> Any:
        self._msacc_assign_unsharded()
        return self.network(*inputs)

    def _msacc_step(self, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        # Until the backward pass is over: recomputation reads parameters, too.
        self.running.depth = 1
        self.running.forget()
        try:
            value, _, grads = differentiate(
                self._forward, inputs, {}, (), self.shards, sens, self.has_aux
            )
        finally:
            self.running.depth = 0
            self.running.forget()
            self._msacc_assign_unsharded()
        finish_reduction()
        for total, grad in zip(self.sums, grads, strict=True):
            total._t.add_(grad._t)
        return value

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        with saved_by_piece():
            return self._msacc_step(sens, inputs)
