"""The micro-step of level3."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import once
from msacc.graph.execution_state import pynative
from msacc.graph.gradients import differentiate
from msacc.nn.cell import Cell
from msacc.step.gather_autograd import under_way
from msacc.step.layerwise.layer import Layer, Running
from msacc.step.layerwise.saved_buckets import saved_by_piece
from msacc.step.regather_pass import patches


class LayerwiseMicroStep(Cell):
    """Forward and backward of one micro-batch over pieces; adds to `sums`, one for each piece.

    `whole`: the layers too small to be cut, whose parameters autograd must see as parts of the piece.
    """

    def __init__(
        self,
        network: Cell,
        pieces: list[Parameter],
        sums: list[Parameter],
        whole: list[Layer],
        running: Running,
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network, self.has_aux = network, has_aux
        self.recomputes = any(cell._recompute for _, cell in network.cells_and_names())
        # Past Cell's own attributes: none of these is a part of this Cell.
        self.__dict__.update(pieces=pieces, sums=sums, whole=whole, running=running)

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if settings.mode != GRAPH_MODE or not self.recomputes:
            return super().__call__(*inputs, **kwargs)
        # torch.compile leaves a recomputed part out of the graph, and what is left gathers piece by piece.
        once(
            "level3-recompute",
            "optimizer_level='level3' with recompute() runs op by op, not as a graph; level2 compiles.",
        )
        with pynative():
            return super().__call__(*inputs, **kwargs)

    def _compile_patches(self) -> dict[str, Any]:
        return patches()

    def _give_whole(self) -> None:
        """The small layers' parameters are parts of what their piece is now: a leaf of autograd's, or the piece."""
        for layer in self.whole:
            layer.give(layer.piece._t)

    def _forward(self, *inputs: Any) -> Any:
        self._give_whole()
        return self.network(*inputs)

    def _step(self, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        # Until the backward pass is over: what is recomputed there reads parameters, too.
        self.running.depth = 1
        self.running.forget()
        try:
            value, _, grads = differentiate(
                self._forward, inputs, {}, (), self.pieces, sens, self.has_aux
            )
        finally:
            self.running.depth = 0
            self.running.forget()
            self._give_whole()
        if not torch.compiler.is_compiling():
            under_way.finish()
        for held, grad in zip(self.sums, grads, strict=True):
            held._t.add_(grad._t)
        return value

    def construct(self, sens: Tensor, *inputs: Any) -> Any:
        if torch.compiler.is_compiling():
            return self._step(sens, inputs)
        with saved_by_piece():
            return self._step(sens, inputs)
