"""Finds Cells that have an equal in a network: compiled by itself, one serves for all of them.

Equal are two Cells of one class whose parameters have the same shapes, dtypes and flags, and whose children are equal.
Whether they do the same is seen when they are recorded.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msacc.common.settings import settings

if TYPE_CHECKING:
    from msacc.common.parameter import Parameter
    from msacc.nn.cell.cell import Cell

# Cells below one from which on it is worth a code of its own.
_LEAST_CELLS = 3
# A Cell that contains so many equal ones is a stack of them, and they are the regions.
_STACK = 3


@dataclass
class EqualCells:
    """The outermost Cells below some Cells that have an equal, by what they have in common; why others have none."""

    groups: dict[Hashable, list[Any]] = field(default_factory=dict)
    excluded: dict[str, str] = field(default_factory=dict)
    # Cells in all and in groups, those below included: how large the network is, and how much of it groups cover.
    cells: int = 0
    covered: int = 0
    # Classes of equal Cells that are no group because they convolve, and their Cells, those below included.
    convolving: dict[str, int] = field(default_factory=dict)
    # Whether a group is of a class that `lazy_inline` marks.
    asked_for: bool = False
    # Groups of Cells that are recomputed or offloaded, one Cell suffices: no graph of what calls them can hold them.
    alone: set[Hashable] = field(default_factory=set)


def find_equal_cells(roots: list[Any], every: bool) -> EqualCells:
    """Groups of equal Cells below `roots`; with `every`, those of a single operation too."""
    return _Search(roots, every).run()


class _Search:
    """One search: signatures first, then the choice from the outside in."""

    def __init__(self, roots: list[Any], every: bool) -> None:
        self.roots, self.every = roots, every
        self.signatures: dict[int, Hashable | None] = {}
        self.sizes: dict[int, int] = {}
        self.counts: dict[Hashable, int] = {}
        self.found = EqualCells()

    def run(self) -> EqualCells:
        for root in self.roots:
            for _, cell in root.cells_and_names():
                self._look_at(cell)
        seen: set[int] = set()
        for root in self.roots:
            self._choose(root, seen, outermost=True)
        found = self.found
        # The equals of a Cell may all lie within other regions.
        found.groups = {
            s: cells for s, cells in found.groups.items() if len(cells) > 1 or s in found.alone
        }
        for cell in (cell for cells in found.groups.values() for cell in cells):
            found.covered += self.sizes[id(cell)]
            found.asked_for |= _is_marked(cell)
        found.cells = len(self.signatures)
        return found

    def _look_at(self, cell: Cell) -> None:
        if id(cell) in self.signatures:
            return
        self.sizes[id(cell)] = sum(1 for _ in cell.cells_and_names())
        large = self.every or _is_marked(cell) or self.sizes[id(cell)] > _LEAST_CELLS
        if not (large or _stands_alone(cell)):
            self.signatures[id(cell)] = None
            return
        signature = self.signatures[id(cell)] = signature_of(cell)
        self.counts[signature] = self.counts.get(signature, 0) + 1

    def _choose(self, cell: Cell, seen: set[int], outermost: bool = False) -> None:
        if id(cell) in seen:
            return
        seen.add(id(cell))
        signature = self.signatures[id(cell)]
        alone = _stands_alone(cell)
        has_equal = signature is not None and (self.counts[signature] > 1 or alone)
        if has_equal and not outermost and not self._is_stack(cell):
            if alone:
                self.found.alone.add(signature)
            if self.every or alone or _is_marked(cell) or not _convolves_on_cpu(cell):
                self.found.groups.setdefault(signature, []).append(cell)
            else:
                self._exclude_convolutions(cell)
            seen.update(id(below) for _, below in cell.cells_and_names())
            return
        for child in cell.cells():
            self._choose(child, seen)

    def _exclude_convolutions(self, cell: Cell) -> None:
        name, found = type(cell).__name__, self.found
        found.convolving[name] = found.convolving.get(name, 0) + self.sizes[id(cell)]
        found.excluded[name] = "it convolves, which compiling makes no faster on a CPU"

    def _is_stack(self, cell: Cell) -> bool:
        """Whether the Cells below it are regions rather than the Cell."""
        counts: dict[Hashable, int] = {}
        for _, below in cell.cells_and_names():
            signature = self.signatures[id(below)]
            if below is not cell and signature is not None:
                counts[signature] = counts.get(signature, 0) + 1
                if _stands_alone(below) and not _stands_alone(cell):
                    return True
        return not self.every and max(counts.values(), default=0) >= _STACK


def _is_marked(cell: Cell) -> bool:
    return hasattr(type(cell).__init__, "_lazy_inline")


def _stands_alone(cell: Cell) -> bool:
    """Whether no graph of what calls the Cell can hold it, where a gradient runs through it."""
    return bool(cell._msacc_recompute or cell._msacc_offload)


def _convolves_on_cpu(cell: Cell) -> bool:
    """Whether a Cell has convolutions of more than a point, which take most of its time, compiled or not."""
    if settings.device.type != "cpu":
        return False
    return any(
        getattr(type(below), "_msacc_is_convolution", False) and math.prod(below.kernel_size) > 1
        for _, below in cell.cells_and_names()
    )


def signature_of(cell: Cell, above: tuple[int, ...] = ()) -> Hashable:
    """A value that is the same for equal Cells."""
    above, own = (*above, id(cell)), cell.__dict__
    children = tuple(
        None if child is None else signature_of(child, above)
        for child in own["_cells"].values()
        if id(child) not in above
    )
    return type(cell), tuple(map(_kind, own["_params"].values())), children


def _kind(parameter: Parameter | None) -> Hashable:
    if parameter is None:
        return None
    return parameter.dtype, tuple(parameter.shape), parameter.requires_grad
