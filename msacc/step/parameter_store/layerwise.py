"""Parameters sharded layer by layer: level3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.step.accumulators import Accumulator, LayerwiseAccumulator
from msacc.step.bucket_assignment import ParameterItem
from msacc.step.layerwise.hooks import HookedCells, hook_layers, separate_layers
from msacc.step.layerwise.layer import Layer, Running
from msacc.step.layerwise.micro_step import LayerwiseMicroStep
from msacc.step.mesh import Mesh
from msacc.step.parameter_store.buckets import BucketStore
from msacc.step.plan import StepPlan

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


class LayerwiseStore(BucketStore):
    """level3: no process ever holds all parameters; each layer gathers its own when it runs."""

    keeps_sharded = True

    def __init__(self, optimizer: Optimizer, plan: StepPlan, mesh: Mesh, network: Cell):
        self._threshold = plan.threshold
        super().__init__(optimizer, plan, mesh, network)
        assert self.flat is not None
        self._running = Running()
        pairs = zip(self.buckets, self.flat.parameters, strict=True)
        self.layers = [Layer(b, p, self._running) for b, p in pairs]
        self._hooked = HookedCells()

    def _items(self, network: Cell, flat: bool) -> list[ParameterItem]:
        items = super()._items(network, flat)
        return separate_layers(items, self._threshold, network, self.parameters)

    def micro(
        self, network: Cell, plan: StepPlan, has_aux: bool, sums: Sequence[Parameter] | None
    ) -> tuple[Cell, Accumulator]:
        """The Cell of one micro-batch over shards and its gradient accumulator."""
        hook_layers(network, self.layers, self._running, self._hooked)
        accumulator = LayerwiseAccumulator(self.buckets, self.mesh)
        shards = [layer.piece for layer in self.layers]
        unsharded = [layer for layer in self.layers if layer.bucket.num_shards == 1]
        step = LayerwiseMicroStep(
            network, shards, accumulator.sums, unsharded, self._running, has_aux
        )
        return step, accumulator

    def release(self) -> None:
        """Give parameters and state back whole: another optimizer takes the parameters over."""
        super().release()
        self._running.over = True
