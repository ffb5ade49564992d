"""Parameters spread layer by layer: level3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.accumulators import InBackward, Sums
from msacc.step.bucket_layout import Item
from msacc.step.flat_optimizer import refresh
from msacc.step.layerwise.hooks import Hooked, by_layer, hook_layers
from msacc.step.layerwise.layer import Layer, Running
from msacc.step.layerwise.micro_step import LayerwiseMicroStep
from msacc.step.mesh import Mesh
from msacc.step.parameter_store.buckets import Buckets
from msacc.step.plan import StepPlan


class Layered(Buckets):
    """level3: no process ever holds all parameters; each layer gathers its own when it runs."""

    def __init__(self, optimizer: Any, plan: StepPlan, mesh: Mesh, network: Any):
        self._threshold = plan.threshold
        super().__init__(optimizer, plan, mesh, network)
        assert self.flat is not None
        self._running = Running()
        pairs = zip(self.buckets, self.flat.parameters, strict=True)
        self.layers = [Layer(b, p, self._running) for b, p in pairs]
        self._hooked = Hooked()

    def _items(self, network: Any, flat: bool) -> list[Item]:
        items = super()._items(network, flat)
        # What is too small to be cut stays whole, and its gradients need not wait for a layer: they go together.
        small = [item for item in items if item.nbytes < self._threshold]
        large = [item for item in items if item.nbytes >= self._threshold]
        return [*small, *by_layer(large, network, self.parameters)]

    def micro(
        self, network: Any, plan: StepPlan, has_aux: bool, sums: Sequence[Parameter] | None
    ) -> tuple[Cell, Sums]:
        """The Cell of one micro-batch over pieces and where their gradients gather."""
        hook_layers(network, self.layers, self._running, self._hooked)
        gathering = InBackward(self.buckets, self.mesh)
        pieces = [layer.piece for layer in self.layers]
        whole = [layer for layer in self.layers if layer.bucket.pieces == 1]
        step = LayerwiseMicroStep(network, pieces, gathering.sums, whole, self._running, has_aux)
        return step, gathering

    def expose(self) -> None:
        """Parameters stay in pieces; those too small to cut are whole."""
        assert self.flat is not None
        for bucket in self.buckets:
            if bucket.pieces == 1:
                bucket.expose()
        refresh(self.flat, self.buckets)

    def spread(self) -> None:
        """The next forward pass gathers."""

    def release(self) -> None:
        """Give parameters and state back whole: another optimizer takes the parameters over."""
        super().release()
        self._running.over = True
