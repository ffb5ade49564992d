"""Cells that run forward over the stages of a pipeline: evaluation, prediction, inference scripts."""

from __future__ import annotations

from typing import Any

from msacc.nn.cell import Cell
from msacc.parallel.pipeline_api.own_cut import OwnCut
from msacc.parallel.pipeline_api.stage_config import PipelineScheme, batch_strategy, current_scheme
from msacc.sharding.strategy_state import sharding
from msacc.step import mesh as meshes
from msacc.step.broadcast_initial import broadcast_initial_values
from msacc.step.pipeline_runtime.engine import PipelineEngine
from msacc.step.pipeline_runtime.parameter_stages import ParameterStages
from msacc.step.pipeline_runtime.schedules import is_folded
from msacc.step.pipeline_runtime.stage_sharding import shard_stages
from msacc.step.pipeline_runtime.stage_tags import staged_cells
from msacc.step.step_flag import inside_step, step_depth


def runs_over_stages(cell: Cell) -> bool:
    """Whether a Cell called from outside any graph runs over stages: as a pipeline's part, or as the context says."""
    if step_depth.value:
        return False
    if cell._msacc_pipeline_engine is not None:
        return True
    if cell.training or current_scheme().stages == 1 or _has_distributed_cell(cell):
        return False
    return bool(staged_cells(cell))


def call_over_stages(cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a Cell whose parts are on several stages, as one micro-batch; every process gets the result. Collective.

    A Cell that has not been trained so is cut at its first call, where the context or AutoParallel has stages; each
    process then keeps its own stage's parameters only. TypeError for keyword arguments.
    """
    if kwargs:
        raise TypeError(f"A pipeline takes positional inputs only, but got {sorted(kwargs)}.")
    if isinstance(cell._msacc_pipeline_engine, OwnCut):
        return cell._msacc_pipeline_engine(cell, args)
    pipeline = _pipeline_of(cell, args)
    with inside_step():
        return pipeline.forward([args])[0]


def _pipeline_of(cell: Cell, args: tuple[Any, ...]) -> PipelineEngine:
    pipeline: PipelineEngine | None = cell.__dict__.get("_inference")
    if pipeline is None:
        trained = cell._msacc_pipeline_engine
        pipeline = _begin(cell, args) if trained is None else _pipeline_within(trained, cell)
        cell.__dict__["_inference"] = pipeline
    return pipeline


def _begin(cell: Cell, args: tuple[Any, ...]) -> PipelineEngine:
    scheme: PipelineScheme = current_scheme()
    folded, stage_sharding = is_folded(scheme.schedule), None
    mesh = meshes.build(1, stages=scheme.stages, folded=folded)
    broadcast_initial_values(cell.get_parameters(), mesh)
    if sharding.has_strategies:
        stage_sharding = shard_stages(cell, args, batch_strategy(), scheme.stages)
        mesh = meshes.build(1, stage_sharding.operator_sharding.model, scheme.stages, folded)
    pipeline = PipelineEngine(cell, mesh, (), scheme.schedule, scheme.interleave, stage_sharding)
    parameter_stages: ParameterStages = pipeline.assign_parameters(pipeline.split(args))
    pipeline.drop_other_stages(parameter_stages)
    cell.init_parameters_data()
    return pipeline


def _pipeline_within(pipeline: PipelineEngine, cell: Cell) -> PipelineEngine:
    """A pipeline of the same processes for a part of the network."""
    arguments = pipeline.mesh, (), pipeline.schedule, pipeline.interleave
    return PipelineEngine(cell, *arguments, pipeline.stage_sharding)


def _has_distributed_cell(cell: Cell) -> bool:
    """Whether it trains, or holds a Cell that is a pipeline by itself."""
    return any(c._msacc_is_distributed for _, c in cell.cells_and_names())
