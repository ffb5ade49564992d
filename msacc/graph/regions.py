"""Regions: equal Cells of a large network are compiled once.

In a recorded run each call of such a Cell is a part of its own, forward and backward, and parts that do the same share
code. Where no run of the whole can be recorded (it prints, say, or a Cell in it is recomputed in the backward pass),
what is around the Cells runs op by op, and each Cell is a recorded function.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import torch_private
from msacc.common.cell_tree import is_cell
from msacc.common.parameter import Parameter, Structure
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import from_edge, leaves, to_edge
from msacc.common.warn_once import once
from msacc.graph.automatic_level import seconds_of_one_graph
from msacc.graph.equal_cells import EqualCells, find_equal_cells
from msacc.graph.execution_state import within
from msacc.graph.reachability import holders
from msacc.graph.recording.parts import Backend, PartCompiler
from msacc.graph.recording.recorder import CannotRecord
from msacc.graph.recording.replay import RecordedGraphs
from msacc.graph.stats import RegionStats, stats

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

# Cells that regions must cover, those below them included: what is smaller is faster as one graph.
_LEAST_COVERED = 80
# Cells of a network without regions from which on it is not compiled as one graph.
_MOST_CELLS = 600
# Expected seconds of a core: of the first region, of each, and of each operation in one (forward, backward and update).
_FIRST_REGION, _REGION, _REGION_OPERATION = 14.0, 1.0, 0.03


class Region:
    """Equal Cells, each a recorded function; those that do the same share code."""

    def __init__(self, name: str, backend: Callable[[], Backend]) -> None:
        self.name, self.size = name, 0
        self._compiler = PartCompiler(backend)
        self._graphs: dict[int, RecordedGraphs] = {}

    def __call__(self, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What `cell.construct` returns."""
        if torch_private.watches_ops() or not _are_values((args, kwargs)):
            return cell.construct(*args, **kwargs)
        graphs = self._graphs.get(id(cell))
        if graphs is None:
            graphs = self._graphs[id(cell)] = RecordedGraphs(
                self.name, cell.construct, self._compiler
            )
        with within(regions=None):
            try:
                edge, rebound = graphs.run(_Call(cell), to_edge(args), to_edge(kwargs))
            except CannotRecord:
                return cell.construct(*args, **kwargs)
        inputs = leaves((args, kwargs))
        for i, t in rebound:
            inputs[i]._t = t
        return from_edge(edge)


class _Call:
    """`cell.construct` over tensors: its result, and the new values of inputs to which it assigned."""

    def __init__(self, cell: Cell) -> None:
        self._cell = cell

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        wrapped, named = from_edge(args), from_edge(kwargs)
        inputs = leaves((wrapped, named))
        original = [leaf._t for leaf in inputs]
        out = to_edge(self._cell.construct(*wrapped, **named))
        return out, [(i, leaf._t) for i, leaf in enumerate(inputs) if leaf._t is not original[i]]


class Regions:
    """The regions of what one compiled Cell or function runs."""

    def __init__(self, name: str, target: Any, backend: Callable[[], Backend], whole: bool) -> None:
        # `whole`: what it runs is one graph where it can be recorded, however large.
        self._name, self._target, self._backend, self._whole = name, target, backend, whole
        self._by_signature: dict[Hashable, Region] = {}
        self.by_cell: Mapping[int, Region] = {}
        self._version = -1
        self.runs_op_by_op = False
        self._report = RegionStats([], 0, 0, {})

    def update(self) -> None:
        """Looks for equal Cells anew after the network has changed.

        A network that has none and is too large to be one graph, or repeats convolutions, runs op by op.
        """
        if self._version != Structure.version:
            self._find()
            self._version = Structure.version

    def compile_seconds(self, operations: int) -> float:
        """The seconds that compiling a network of so many operations is expected to take."""
        if self.runs_op_by_op:
            return math.inf
        if not self.by_cell:
            return seconds_of_one_graph(operations)
        each = operations / max(self._report.cells_in_all, 1)
        sizes = [region.size for region in self._by_signature.values()]
        return _FIRST_REGION + sum(_REGION + size * each * _REGION_OPERATION for size in sizes)

    def _find(self) -> None:
        roots = [item for item in holders(self._target) if is_cell(item)]
        found = find_equal_cells(roots, settings.regions == "all")
        enough = found.covered >= _LEAST_COVERED or found.asked_for or settings.regions == "all"
        convolves = sum(found.convolving.values()) >= _LEAST_COVERED
        large = convolves or found.cells > _MOST_CELLS
        self.runs_op_by_op = large and not (enough or self._whole)
        if self.runs_op_by_op:
            self._tell_why(found, convolves)
        groups = (
            found.groups if enough else {s: c for s, c in found.groups.items() if s in found.alone}
        )
        if groups or self.runs_op_by_op:
            self._report = stats().regions[self._name] = RegionStats(
                regions=[(type(cells[0]).__name__, len(cells)) for cells in groups.values()],
                cells_in_all=found.cells,
                cells_covered=found.covered if groups else 0,
                excluded=found.excluded,
            )
        self.by_cell = {}
        for signature, cells in groups.items():
            region = self._by_signature.get(signature)
            if region is None:
                name = f"{self._name}.{type(cells[0]).__name__}"
                region = self._by_signature[signature] = Region(name, self._backend)
            region.size = sum(1 for _ in cells[0].cells_and_names())
            for cell in cells:
                cell.__dict__["_msacc_is_region"] = True
                cell._msacc_refresh()
                self.by_cell[id(cell)] = region

    def _tell_why(self, found: EqualCells, convolves: bool) -> None:
        why = f"as one graph its {found.cells} Cells would be compiled for minutes, and "
        if convolves:
            names = ", ".join(sorted(found.convolving))
            why += f"its equal ones ({names}) convolve, which compiling makes no faster here."
        else:
            why += "they contain no larger ones that are equal."
        once(
            f"no-regions:{self._name}",
            f'graph mode: {self._name} runs op by op: {why} jit_level="O2" compiles it all the same.',
            logging.INFO,
        )


def _are_values(value: object) -> bool:
    """Whether no list or object stands among the inputs, which the Cell may change."""
    if isinstance(value, Tensor):
        return isinstance(value, Parameter) or type(value._t) is torch.Tensor
    if value is None or isinstance(value, (bool, int, float, str)):
        return True
    if type(value) is dict:
        value = tuple(value.values())
    return type(value) is tuple and all(map(_are_values, value))
