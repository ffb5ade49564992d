"""Checks which Cells cannot become a torch module, and names the alternative."""

from __future__ import annotations

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.mindspore_homes import defined_in
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer
from msacc.step.step import TrainStep
from msacc.step.wrapper import StepWrapper

_REMEDY = (
    "build the network in one process without it, load its checkpoint, and give torch's own "
    "parallel wrappers the module"
)


def check_cell(where: str, cell: Cell, stages: bool = False) -> None:
    """TypeError for what is no Cell, NotImplementedError for one that is cut, sharded or a training step.

    `stages`: Cells may have a stage or a place, as long as this process has all of them.
    """
    if not isinstance(cell, Cell):
        raise TypeError(
            f"For '{where}', 'cell' must be a Cell, but got {cell!r} of type {type(cell)}."
        )
    for path, inner in cell.cells_and_names():
        if why := _unsupported_reason(inner) or (None if stages else _stage(inner)):
            place = f"'{path}' ({inner.cls_name})" if path else f"'cell' ({inner.cls_name})"
            raise NotImplementedError(f"For '{where}', {place} {why}.")
        for name, parameter in inner._params.items():
            if parameter is not None and _is_remote(parameter):
                raise NotImplementedError(
                    f"For '{where}', the parameter '{name}' of {inner.cls_name} is cut over processes: {_REMEDY}."
                )


def _unsupported_reason(cell: Cell) -> str | None:
    if isinstance(cell, Optimizer):
        return (
            "is an optimizer, which makes the Cell around it a training step: give the network itself, and "
            "train the module with torch.optim"
        )
    parallel = any(defined_in(base).startswith("msacc.parallel.") for base in type(cell).__mro__)
    if parallel or isinstance(cell, (StepWrapper, TrainStep)):
        return f"spreads a network over processes or micro-batches: {_REMEDY}"
    if cell._msacc_pipeline_engine is not None or cell._msacc_batch_strategy is not None:
        return f"is cut over processes: {_REMEDY}"
    return None


def _stage(cell: Cell) -> str | None:
    if cell.pipeline_stage is not None:
        return f"has a 'pipeline_stage', {cell.pipeline_stage}: {_REMEDY}"
    if (rank := cell.__dict__.get("_msacc_placed_on")) is not None:
        return f"is placed on the process of rank {rank}: {_REMEDY}"
    return None


def _is_remote(parameter: Parameter) -> bool:
    waits = getattr(parameter._msacc_init, "is_remote", False)
    return bool(waits or parameter.gathers or parameter.layout is not None or is_absent(parameter))
