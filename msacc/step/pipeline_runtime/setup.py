"""Start of a pipelined training step: assigns parameters to stages and creates the accumulator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from msacc.nn.cell import Cell
from msacc.step.accumulators import Accumulator
from msacc.step.mesh import Mesh, mesh_of_ranks
from msacc.step.parameter_store import store_of
from msacc.step.pipeline_runtime.capture import capture
from msacc.step.pipeline_runtime.cell_placement import RankAssignment
from msacc.step.pipeline_runtime.engine import PipelineEngine
from msacc.step.pipeline_runtime.stage_layers import layer_of
from msacc.step.pipeline_runtime.stage_sharding import StageSharding
from msacc.step.pipeline_runtime.stage_store import StageLayerStore, StageStore
from msacc.step.plan import StepPlan
from msacc.step.update import is_element_wise

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


@dataclass(frozen=True)
class PipelineRuntime:
    """The pipeline, parameter store and gradient sums of a pipelined step."""

    pipeline: PipelineEngine
    store: StageStore
    accumulator: Accumulator


def begin(
    network: Cell,
    optimizer: Optimizer,
    plan: StepPlan,
    mesh: Mesh,
    micro: tuple[Any, ...],
    stage_sharding: StageSharding | None = None,
) -> PipelineRuntime:
    """Splits the network for micro-batches like `micro`; keeps this stage's parameters. Collective."""
    pipeline = PipelineEngine(
        network, mesh, optimizer.parameters, plan.schedule, plan.interleave, stage_sharding
    )
    parameter_stages = pipeline.assign_parameters(pipeline.split(micro))
    pipeline.drop_other_stages(parameter_stages)
    kind = StageLayerStore if _gathers_layers(optimizer, plan, mesh) else StageStore
    store = store_of(
        optimizer, plan, mesh, network, partial(kind, parameter_stages=parameter_stages)
    )
    assert isinstance(store, StageStore)
    store.materialize()
    network.init_parameters_data()
    accumulator = store.accumulator()
    accumulator.prepare()
    bind_gradients(pipeline, store, accumulator)
    return PipelineRuntime(pipeline, store, accumulator)


def bind_gradients(pipeline: PipelineEngine, store: StageStore, accumulator: Any) -> None:
    """Makes autograd add this stage's gradients to the sums."""
    for i in store.here:
        parameter = store.parameters[i]
        layer = layer_of(parameter)
        leaf = pipeline.leaves.value(parameter) if layer is None else layer.leaf
        leaf.grad = accumulator.sums[i]._t


def _gathers_layers(optimizer: Optimizer, plan: StepPlan, mesh: Mesh) -> bool:
    """Whether each layer of a stage is gathered where it runs: level3, over several copies of the stage."""
    return plan.level == "level3" and mesh.shard_size > 1 and is_element_wise(optimizer)


def mesh_of(network: Cell, optimizer: Optimizer, inputs: tuple[Any, ...]) -> Mesh:
    """The processes that the Cells of a network were placed on. Collective."""
    captured = capture(network, inputs, optimizer.parameters, placed=True)
    return mesh_of_ranks(RankAssignment(captured.graph.graph).ranks)
