"""Cells that run forward over the stages of a pipeline: evaluation, prediction, inference scripts."""

from __future__ import annotations

from typing import Any

from msacc.graph.distributed_cells import over_stages
from msacc.nn.cell import Cell
from msacc.parallel.pipeline_api.stage_config import Scheme, current, strategy_now
from msacc.sharding.strategy_state import state
from msacc.step import mesh as meshes
from msacc.step.broadcast_initial import agree_on_values
from msacc.step.pipeline_runtime.engine import Pipeline
from msacc.step.pipeline_runtime.parameter_stages import Homes
from msacc.step.pipeline_runtime.stage_sharding import pieces_of
from msacc.step.pipeline_runtime.stage_tags import staged_cells
from msacc.step.step_flag import inside, inside_step


class Inference:
    """Runs a Cell whose parts are on several stages, as one micro-batch; every process gets the result.

    A Cell that has not been trained so is cut at its first call, where the context or AutoParallel has stages; each
    process then keeps its own stage's parameters only.
    """

    def takes(self, cell: Cell) -> bool:
        """Whether a Cell called from outside any graph runs over stages: as a pipeline's part, or
        as the context says.
        """
        if inside.depth:
            return False
        if cell._over_stages is not None:
            return True
        if cell.training or current().stages == 1 or _steps(cell):
            return False
        return bool(staged_cells(cell))

    def __call__(self, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if kwargs:
            raise TypeError(f"A pipeline takes positional inputs only, but got {sorted(kwargs)}.")
        pipeline = self._pipeline(cell, args)
        with inside_step():
            return pipeline.forward([args])[0]

    def _pipeline(self, cell: Cell, args: tuple[Any, ...]) -> Pipeline:
        found = cell.__dict__.get("_inference")
        if found is None:
            held = cell._over_stages
            found = self._begin(cell, args) if held is None else _like(held, cell)
            cell.__dict__["_inference"] = found
        return found  # type: ignore[no-any-return]

    def _begin(self, cell: Cell, args: tuple[Any, ...]) -> Pipeline:
        scheme: Scheme = current()
        mesh, pieces = meshes.build(1, stages=scheme.stages), None
        agree_on_values(cell.get_parameters(), mesh)
        if state.asked:
            pieces = pieces_of(cell, args, strategy_now(), scheme.stages)
            mesh = meshes.build(1, pieces.cutting.model, scheme.stages)
        pipeline = Pipeline(cell, mesh, (), scheme.schedule, scheme.interleave, pieces)
        homes: Homes = pipeline.find_homes(pipeline.cut(args))
        pipeline.leave_others(homes)
        cell.init_parameters_data()
        return pipeline


def _like(pipeline: Pipeline, cell: Cell) -> Pipeline:
    """A pipeline of the same processes for a part of the network."""
    given = pipeline.mesh, (), pipeline.schedule, pipeline.interleave
    return Pipeline(cell, *given, pipeline.pieces)


def _steps(cell: Cell) -> bool:
    """Whether it trains, or holds a Cell that is a pipeline by itself."""
    return any(c.runs_apart for _, c in cell.cells_and_names())


over_stages.append(Inference())
