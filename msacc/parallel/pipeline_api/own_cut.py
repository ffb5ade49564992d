"""Cells of libraries that cut their batch by `_MicroBatch` themselves, where a loss has two parts, over stages."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from msacc.nn.cell import Cell
from msacc.parallel.pipeline_api.cell import PipelineCell
from msacc.parallel.pipeline_api.stage_config import current_scheme

# Whether the construct of a Cell with an OwnCut is running, so that `_MicroBatch` need not refuse.
runs_own_cut: ContextVar[bool] = ContextVar("runs_own_cut", default=False)


class OwnCut:
    """The pipeline of a Cell that calls `network` with each micro-batch and puts the results together in its own way.

    The schedule runs once for all micro-batches; then the Cell's construct runs with what it gave in the network's
    place. The gradients of all micro-batches have to have the same factor there, as in a sum or a mean.
    """

    def __init__(self, network: Cell, attribute: str, micro_size: int):
        self.attribute, self.pipeline = attribute, PipelineCell(network, micro_size)

    def __call__(self, cell: Cell, inputs: tuple[Any, ...]) -> Any:
        """What the Cell gives, from results of all stages. Collective."""
        results = iter(self.pipeline.results(*inputs))
        network, own = cell.__dict__[self.attribute], cell.__dict__
        own[self.attribute] = lambda *micro: next(results)
        before = runs_own_cut.set(True)
        try:
            return cell.construct(*inputs)
        finally:
            runs_own_cut.reset(before)
            own[self.attribute] = network


def find_own_cut(cell: Cell, network: Cell) -> None:
    """Gives a Cell that cuts its batch for `network` by `_MicroBatch` its pipeline, where there are stages."""
    cuts = [c for child in cell.cells() for c in (child, *child.cells()) if is_cut(c)]
    names = [name for name, child in cell.name_cells().items() if child is network]
    if cuts and names and current_scheme().stages > 1:
        cell.__dict__["_msacc_pipeline_engine"] = OwnCut(network, names[0], cuts[0].micro_size)
        cell._msacc_refresh()


def is_cut(cell: Cell) -> bool:
    """Whether a Cell cuts micro-batches."""
    return bool(getattr(cell, "cuts_batches", False))
