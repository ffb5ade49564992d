"""What a step works with from its first call on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.common.seed import separate_streams
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.step import mesh as meshes
from msacc.step.accumulators import Accumulator
from msacc.step.batch_reassembly import whole_inputs
from msacc.step.batch_statistics import WholeBatchStatistics
from msacc.step.batches import share, split
from msacc.step.broadcast_initial import broadcast_initial_values
from msacc.step.mesh import Mesh
from msacc.step.parameter_store import ParameterStore, store_of
from msacc.step.pending_slices import expand_pending_slices
from msacc.step.pipeline_runtime.engine import PipelineEngine
from msacc.step.pipeline_runtime.schedules import is_folded
from msacc.step.pipeline_runtime.setup import begin as begin_stages
from msacc.step.pipeline_runtime.setup import mesh_of
from msacc.step.pipeline_runtime.stage_sharding import StageSharding, shard_stages
from msacc.step.plan import StepPlan
from msacc.step.sharded_step import (
    OperatorSharding,
    check_supported,
    shard_operators,
    shards_operators,
    without_level3,
)
from msacc.step.strategy_search import choose_for_step
from msacc.step.validation import warn_of_hooks
from msacc.step.window import Window

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer


@dataclass(frozen=True)
class StepRuntime:
    """What a step works with from its first call on."""

    mesh: Mesh
    store: ParameterStore
    micro: Cell
    accumulator: Accumulator
    window: Window
    statistics: WholeBatchStatistics | None
    operator_sharding: OperatorSharding | None = None
    pipeline: PipelineEngine | None = None

    def forget_window(self) -> None:
        """Drops what was accumulated since the last update."""
        self.accumulator.clear()
        self.window.open()
        if self.statistics is not None:
            self.statistics.clear()


def begin(
    network: Cell,
    optimizer: Optimizer,
    plan: StepPlan,
    has_aux: bool,
    own: Any,
    inputs: tuple[Any, ...] = (),
) -> StepRuntime:
    """Builds the runtime; collective. `own`: the gradient sums of a single process; `inputs`: a call's."""
    warn_of_hooks(optimizer, plan)
    staged = plan.placed or plan.stages > 1
    _say_no_search(plan, staged)
    chosen = not staged and choose_for_step(network, plan, inputs)
    cuts = chosen or shards_operators(plan)
    plan = without_level3(plan) if cuts else plan
    everyone = _mesh(network, optimizer, plan, inputs, cuts)
    expand_pending_slices([*network.get_parameters(), *optimizer.get_parameters()])
    broadcast_initial_values([*network.get_parameters(), *optimizer.get_parameters()], everyone)
    micro_batch = _first_micro_batch(plan, everyone, inputs, cuts) if staged else ()
    stage_sharding = _stage_sharding(network, plan, micro_batch) if cuts and staged else None
    operator_sharding = shard_operators(network, plan, inputs) if cuts and not staged else None
    operator_sharding = (
        operator_sharding if stage_sharding is None else stage_sharding.operator_sharding
    )
    mesh = (
        everyone
        if operator_sharding is None
        else meshes.build(
            plan.shard_size, operator_sharding.model, plan.stages, is_folded(plan.schedule)
        )
    )
    if mesh.data_size * mesh.stages > 1 and operator_sharding is None:
        stream = mesh.data_rank + mesh.data_size * (mesh.stage or 0)
        separate_streams(stream, steps_behind(optimizer))
    if staged:
        pipelined = begin_stages(network, optimizer, plan, mesh, micro_batch, stage_sharding)
        window = Window(plan, mesh)
        return StepRuntime(
            mesh,
            pipelined.store,
            network,
            pipelined.accumulator,
            window,
            None,
            operator_sharding,
            pipelined.pipeline,
        )
    store = store_of(optimizer, plan, mesh, network)
    micro, accumulator = store.micro(network, plan, has_aux, own)
    store.materialize()
    accumulator.prepare()
    network.init_parameters_data()
    whole = plan.running_statistics == "batch"
    statistics = WholeBatchStatistics(network, mesh) if whole else None
    micro.__dict__["operator_sharding"] = operator_sharding
    return StepRuntime(
        mesh, store, micro, accumulator, Window(plan, mesh), statistics, operator_sharding
    )


def _mesh(
    network: Cell, optimizer: Optimizer, plan: StepPlan, inputs: tuple[Any, ...], cuts: bool
) -> Mesh:
    if plan.standalone:
        return meshes.single_process()
    if plan.placed:
        micro_batch = _first_micro_batch(plan, meshes.single_process(), inputs)
        return mesh_of(network, optimizer, micro_batch)
    folded = is_folded(plan.schedule)
    return meshes.build(1 if cuts else plan.shard_size, stages=plan.stages, folded=folded)


def _say_no_search(plan: StepPlan, staged: bool) -> None:
    if plan.search and staged and not plan.standalone:
        once(
            "chosen:staged",
            "no strategy is searched for in a job with pipeline stages: those given by shard() hold.",
        )


def _stage_sharding(network: Cell, plan: StepPlan, micro: tuple[Any, ...]) -> StageSharding:
    """The placement of a pipelined network with sharded operators."""
    check_supported(plan)
    return shard_stages(network, micro, plan.strategy, plan.stages)


def _first_micro_batch(
    plan: StepPlan, mesh: Mesh, inputs: tuple[Any, ...], cuts: bool = False
) -> tuple[Any, ...]:
    """The micro-batch that the stages are captured with; RuntimeError without a batch."""
    if not inputs:
        raise RuntimeError(
            "Which stage holds what is known with the first batch of a pipelined step: call it first."
        )
    own = inputs if cuts else local_batch(inputs, plan, mesh)
    return split(own, int(plan.micro_size), plan.remainder)[0]


def local_batch(inputs: tuple[Any, ...], plan: StepPlan, mesh: Mesh) -> tuple[Any, ...]:
    """A process's part of the batch: slices are joined, a full batch is cut."""
    if plan.standalone or plan.placed:
        return inputs
    inputs = whole_inputs(inputs, plan.strategy, plan.stages)
    if plan.strategy != "full_batch" or mesh.data_size == 1:
        return inputs
    return share(inputs, mesh.data_size, mesh.data_rank)


def steps_behind(optimizer: Optimizer) -> int:
    """How many updates an optimizer has made; 0 for one that does not count them."""
    count = getattr(optimizer, "global_step", None)
    return int(count.init_data()._t.item()) if isinstance(count, Parameter) else 0
