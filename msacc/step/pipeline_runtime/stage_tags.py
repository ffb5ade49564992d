"""The Cells with a stage, and the tags of their ops in a captured graph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msacc.nn.cell import Cell


def staged_cells(network: Cell) -> list[tuple[str, Cell, int]]:
    """(path, Cell, stage) of each that was assigned to one; a Cell that stands in two places once."""
    cells_by_id: dict[int, tuple[str, Cell, int]] = {}
    for path, cell in network.cells_and_names():
        if cell.pipeline_stage is not None:
            cells_by_id.setdefault(id(cell), (path or cell.cls_name, cell, cell.pipeline_stage))
    return list(cells_by_id.values())


def placed_cells(network: Cell) -> list[tuple[str, Cell, int]]:
    """(path, Cell, rank) of each that was placed on a process; a Cell that stands in two places once."""
    cells_by_id: dict[int, tuple[str, Cell, int]] = {}
    for path, cell in network.cells_and_names():
        if (rank := cell.__dict__.get("_msacc_placed_on")) is not None:
            cells_by_id.setdefault(id(cell), (path or cell.cls_name, cell, rank))
    return list(cells_by_id.values())


@contextmanager
def marked(network: Cell, placed: bool = False) -> Iterator[None]:
    """While the network is captured, each op notes the innermost Cell around it that has a stage or process."""
    cells = placed_cells(network) if placed else staged_cells(network)
    for path, cell, stage in cells:
        _mark(cell, {"stage": stage, "cell": path, "segment": cell.pipeline_segment})
    try:
        yield
    finally:
        for _, cell, _ in cells:
            _mark(cell, None)


def _mark(cell: Cell, mark: dict[str, Any] | None) -> None:
    cell.__dict__["_msacc_mark"] = mark
    cell._msacc_refresh()
