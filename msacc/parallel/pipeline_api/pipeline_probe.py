"""Finds the inputs of a PipelineCell in a script's own step before its first gradient.

Where operators are sharded, parameters must be placed before a gradient is taken of them, and their placement depends
on the batch that the PipelineCell gets. The step is run without values up to that call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import like
from msacc.graph.reachability import holders
from msacc.nn.cell import Cell
from msacc.ops.core.primitive import Primitive
from msacc.parallel.pipeline_api.cell import PipelineCell, pipeline_probe
from msacc.parallel.pipeline_api.own_cut import OwnCut
from msacc.parallel.pipeline_api.stage_config import current_scheme
from msacc.sharding.strategy_state import sharding
from msacc.step.meta_run import fake_like, fake_parameters

if TYPE_CHECKING:
    from collections.abc import Callable


def pipeline_cells(fn: Callable[..., Any], args: tuple[Any, ...]) -> list[PipelineCell]:
    """The PipelineCells that `fn` refers to."""
    cells = [c for c in (*holders(fn), *args) if isinstance(c, Cell)]
    pipelines = [_pipeline_of(c) for cell in cells for _, c in cell.cells_and_names()]
    return list({id(c): c for c in pipelines if c is not None}.values())


def _pipeline_of(cell: Cell) -> PipelineCell | None:
    if isinstance(cell._msacc_pipeline_engine, OwnCut):
        return cell._msacc_pipeline_engine.pipeline
    return cell if isinstance(cell, PipelineCell) else None


def begin_pipelines(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Begins the pipelines of a step sharded, if operators have strategies. Collective the first time."""
    if not sharding.has_strategies or current_scheme().stages == 1:
        return
    pipelines = pipeline_cells(fn, args)
    if not pipelines:
        _refuse_outside(fn)
    cells = [c for c in pipelines if not c.sharded]
    if len(cells) > 1:
        raise NotImplementedError(
            f"One step with {len(cells)} PipelineCells, whose operators have strategies, is not supported: use one."
        )
    for cell in cells:
        cell.begin_sharded(_probe_inputs(cell, fn, args, kwargs))


def _refuse_outside(fn: Callable[..., Any]) -> None:
    """NotImplementedError where operators have strategies that no PipelineCell would hear of."""
    cells = [
        c for value in holders(fn) if isinstance(value, Cell) for _, c in value.cells_and_names()
    ]
    if any(
        c._msacc_pipeline_engine is not None or c._msacc_batch_strategy is not None for c in cells
    ):
        return
    for cell in cells:
        for name, value in vars(cell).items():
            if isinstance(value, Primitive) and value.__dict__.get("_msacc_strategy") is not None:
                raise NotImplementedError(
                    f"'{name}' of {cell.cls_name} has a strategy, but in a job with {current_scheme().stages} pipeline "
                    "stages operators are cut within a PipelineCell only: put the network into one."
                )


def _probe_inputs(
    cell: PipelineCell, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    """Zeros such as the inputs that `fn` calls `cell` with; RuntimeError where it calls it with none."""
    pipeline_probe.inputs, pipeline_probe.on = None, True
    why = "it is not called"
    try:
        with fake_parameters(()):
            fn(*map(fake_like, args), **{k: fake_like(v) for k, v in kwargs.items()})
    except Exception as error:
        why = str(error)
    finally:
        pipeline_probe.on = False
    if pipeline_probe.inputs is None:
        raise RuntimeError(
            f"{cell.network.cls_name} runs over pipeline stages and cuts its operators: with what its PipelineCell is "
            f"called could not be found without values ({why}). Call it in the function that value_and_grad is given, "
            "with inputs whose shapes do not depend on values."
        )
    inputs, pipeline_probe.inputs = pipeline_probe.inputs, None
    return tuple(_zeros(value) for value in inputs)


def _zeros(value: Any) -> Any:
    if isinstance(value, Tensor):
        kind = value._t.dtype
        return wrap(torch.zeros(tuple(value.shape), dtype=kind, device=settings.device))
    if isinstance(value, (list, tuple)):
        return like(value, [_zeros(item) for item in value])
    return value
