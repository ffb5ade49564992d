"""Finds Cells that differ in the values of their parameters only: one compiled code can serve all of them.

Equal are two Cells of one class whose attributes, shapes, dtypes and flags are the same, and those of all Cells below
them; attributes that are floats may differ, as the rates of stochastic depth do. What the comparison cannot look into
counts as equal only if it is the same object.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Hashable
from dataclasses import dataclass, field
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from msacc.common.parameter import Parameter
from msacc.common.remote_parameters import is_absent
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.graph.kept_results import keeps_results
from msacc.graph.reachability import is_cell

# Attributes that every Cell has and that change nothing of what it computes.
_BOOKKEEPING = frozenset(
    ("_params", "_cells", "_auto_prefix", "_compiled", "_declared", "_jit_level", "_special")
    + ("_is_region", "_trainable", "_flags", "_unfilled", "_mark", "_hooks")
    + ("_recompute", "_recompute_contexts", "_scope", "_offload")
    + ("phase", "param_prefix", "cls_name", "instance_name")
)
_PLAIN = (int, str, type(None))
# Cells below one from which on it is worth a code of its own.
_LEAST_CELLS = 3
# A Cell that contains so many equal ones is a stack of them, and they are the regions.
_STACK = 3


class Unequal(Exception):
    """Raised for a Cell that cannot share code, with the reason."""


@dataclass
class EqualCells:
    """The outermost Cells below some Cells that have an equal, by what they have in common; why others have none."""

    groups: dict[Hashable, list[Any]] = field(default_factory=dict)
    # By the id of a Cell in a group the floats among its attributes.
    floats: dict[int, tuple[float, ...]] = field(default_factory=dict)
    excluded: dict[str, str] = field(default_factory=dict)
    # Cells in all and in groups, those below included: how large the network is, and how much of it groups cover.
    cells: int = 0
    covered: int = 0
    # Classes of equal Cells that are no group because they convolve, and their Cells, those below included.
    convolving: dict[str, int] = field(default_factory=dict)
    # Whether a group is of a class that `lazy_inline` marks.
    asked_for: bool = False
    # Classes of Cells in groups that are recomputed or offloaded: a graph of a gradient breaks there.
    standing_alone: set[str] = field(default_factory=set)


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
            for path, cell in root.cells_and_names():
                self._look_at(path, cell)
        seen: set[int] = set()
        for root in self.roots:
            self._choose(root, seen, outermost=True)
        # The equals of a Cell may all lie within other regions.
        self.found.groups = {
            s: cells
            for s, cells in self.found.groups.items()
            if len(cells) > 1 or _stands_alone(cells[0])
        }
        for cell in (cell for cells in self.found.groups.values() for cell in cells):
            self.found.covered += self.sizes[id(cell)]
            self.found.asked_for |= _is_marked(cell)
            if _stands_alone(cell):
                self.found.standing_alone.add(type(cell).__name__)
        self.found.cells = len(self.signatures)
        return self.found

    def _look_at(self, path: str, cell: Any) -> None:
        if id(cell) in self.signatures:
            return
        self.sizes[id(cell)] = sum(1 for _ in cell.cells_and_names())
        self.signatures[id(cell)] = None
        if not self._is_large(cell):
            return
        try:
            signature, floats = describe_cell(cell)
        except Unequal as reason:
            self.found.excluded[path or type(cell).__name__] = str(reason)
            return
        self.signatures[id(cell)], self.found.floats[id(cell)] = signature, floats
        self.counts[signature] = self.counts.get(signature, 0) + 1

    def _is_large(self, cell: Any) -> bool:
        return self.every or _is_marked(cell) or self.sizes[id(cell)] > _LEAST_CELLS

    def _choose(self, cell: Any, seen: set[int], outermost: bool = False) -> None:
        if id(cell) in seen:
            return
        seen.add(id(cell))
        signature = self.signatures[id(cell)]
        has_equal = signature is not None and (self.counts[signature] > 1 or _stands_alone(cell))
        if has_equal and not outermost and not self._is_stack(cell):
            if self.every or _is_marked(cell) or not _convolves_on_cpu(cell):
                self.found.groups.setdefault(signature, []).append(cell)
            else:
                self._exclude_convolutions(cell)
            seen.update(id(below) for _, below in cell.cells_and_names())
            return
        for child in cell.cells():
            self._choose(child, seen)

    def _exclude_convolutions(self, cell: Any) -> None:
        name, found = type(cell).__name__, self.found
        found.convolving[name] = found.convolving.get(name, 0) + self.sizes[id(cell)]
        found.excluded[name] = "it convolves, which compiling makes no faster on a CPU"

    def _is_stack(self, cell: Any) -> bool:
        counts: dict[Hashable, int] = {}
        for _, below in cell.cells_and_names():
            signature = self.signatures[id(below)]
            if below is not cell and signature is not None:
                counts[signature] = counts.get(signature, 0) + 1
        return not self.every and max(counts.values(), default=0) >= _STACK


def _is_marked(cell: Any) -> bool:
    return hasattr(type(cell).__init__, "_lazy_inline")


def _stands_alone(cell: Any) -> bool:
    """Whether no graph of what calls the Cell can hold it, where a gradient runs through it."""
    return bool(cell._recompute or cell._offload)


def _convolves_on_cpu(cell: Any) -> bool:
    """Whether a Cell has convolutions of more than a point, which take most of its time, compiled or not."""
    if settings.device.type != "cpu":
        return False
    return any(
        getattr(type(below), "_is_convolution", False) and math.prod(below.kernel_size) > 1
        for _, below in cell.cells_and_names()
    )


# -- what two Cells have in common ---------------------------------------------------------------
def describe_cell(cell: Any) -> tuple[Hashable, tuple[float, ...]]:
    """A value that is the same for Cells that one code can serve, and the floats in which those may differ.

    Raises Unequal where a Cell cannot share code.
    """
    describer = _Describer()
    signature = describer.cell(cell, ())
    return signature, tuple(describer.floats)


class _Describer:
    """Describes a Cell and what it holds. `above` are the ids of the objects that hold what is described."""

    def __init__(self) -> None:
        self.floats: list[float] = []

    def cell(self, cell: Any, above: tuple[int, ...]) -> Hashable:
        """Class, children, parameters and other attributes."""
        _check(cell, outermost=not above)
        above, own = (*above, id(cell)), cell.__dict__
        children = tuple(
            (name, None if child is None else self.cell(child, above))
            for name, child in own["_cells"].items()
            if id(child) not in above
        )
        parameters = tuple((name, self.value(p, above)) for name, p in own["_params"].items())
        skip = own["_cells"].keys() | own["_params"].keys() | _BOOKKEEPING
        settings = tuple((k, self.value(v, above)) for k, v in own.items() if k not in skip)
        return type(cell), children, parameters, settings

    def value(self, value: Any, above: tuple[int, ...]) -> Hashable:
        """Data by type and content, Tensors by shape and dtype."""
        if isinstance(value, Parameter):
            return _describe_parameter(value)
        if isinstance(value, Tensor):
            return "Tensor", value._t.dtype, tuple(value._t.shape)
        if isinstance(value, float):
            self.floats.append(float(value))
            return "float", type(value)
        if isinstance(value, (*_PLAIN, np.generic)):
            return type(value), value
        if isinstance(value, (list, tuple)):
            return type(value), tuple(self.value(item, above) for item in value)
        if isinstance(value, dict):
            return dict, tuple((repr(k), self.value(item, above)) for k, item in value.items())
        if isinstance(value, np.ndarray):
            return "ndarray", value.dtype.str, value.shape
        if is_cell(value) and id(value) not in above:
            return self.cell(value, above)
        return self._object(value, above)

    def _object(self, value: Any, above: tuple[int, ...]) -> Hashable:
        """An object by its attributes, a bound method by its object and function, all else by what it is."""
        if isinstance(value, MethodType):
            return "method", self.value(value.__self__, above), value.__func__
        if isinstance(value, weakref.ref):
            return "reference", self.value(value(), above)
        if getattr(value, "_recompute_mode", None):
            raise Unequal("an op in it is recomputed in the backward pass")
        if id(value) in above:
            return "above", above.index(id(value))
        opaque = (type, FunctionType, ModuleType)
        if isinstance(value, opaque) or not hasattr(value, "__dict__"):
            return "object", id(value)
        above, attributes = (*above, id(value)), sorted(vars(value).items())
        return type(value), tuple((name, self.value(item, above)) for name, item in attributes)


def _check(cell: Any, outermost: bool) -> None:
    if any(cell._hooks.values()):
        raise Unequal("it has hooks")
    # The outermost Cell's own code may run twice, or keep what it saves on the CPU; within a code nothing may.
    if cell._recompute and (not outermost or cell._recompute_contexts or keeps_results(cell)):
        raise Unequal("a part of it is recomputed in the backward pass")
    if cell._offload and not outermost:
        raise Unequal("activations of a part of it wait on the CPU for the backward pass")
    if type(cell)._construct_inputs:
        raise Unequal("it has a bprop of its own")
    if cell._unfilled or cell._mark is not None or cell._pipeline_engine is not None:
        raise Unequal("it is a stage of a pipeline, or its parameters have no values yet")
    if cell._batch_strategy is not None:
        raise Unequal("its operators are sharded")


def _describe_parameter(parameter: Parameter) -> Hashable:
    if parameter.gathers or is_absent(parameter) or parameter.layout is not None:
        raise Unequal(f"the parameter {parameter.name} lies on several processes")
    if parameter._init is not None:
        raise Unequal(f"the parameter {parameter.name} has no value yet")
    t = parameter._t
    return "Parameter", t.dtype, tuple(t.shape), t.stride(), parameter.requires_grad
