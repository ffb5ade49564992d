"""Regions: equal Cells of a large network compiled once, and all else op by op.

A network of 24 equal blocks as one graph is traced, differentiated and compiled 24 times over. Here a block is a
function of its Cell: torch.compile makes the Cell's parameters inputs of the code, which all equal Cells share, however
many there are. Gradients run through regions as through any op; what lies outside of regions runs as Python, with the
meaning that a graph has.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Hashable
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.copy_code import copy_function
from msacc.common.parameter import Parameter, Structure
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.tensor_tree import from_edge, leaves, to_edge
from msacc.common.warn_once import once
from msacc.graph import backend
from msacc.graph.equal_cells import EqualCells, find_equal_cells
from msacc.graph.execution_state import execution
from msacc.graph.extra_guards import ExtraGuards
from msacc.graph.reachability import holders, is_cell, use_python_numbers
from msacc.graph.shared_code import share_code
from msacc.graph.stats import RegionStats, stats

# Cells that regions must cover, those below them included: what is smaller is faster as one graph.
_LEAST_COVERED = 80
# Cells of a network without regions from which on it is not compiled as one graph.
_MOST_CELLS = 600
# Expected seconds of a core: of the first region, of each, and of each operation in one (forward, backward and update).
_FIRST_REGION, _REGION, _REGION_OPERATION = 4.0, 3.0, 0.03
# Sets of input shapes for which one region is compiled; further ones share a code for any size.
_MAX_SHAPES = 4
_ANY = "any size"
# Signatures of Python's values one code may be compiled for.
_tracing = torch_private.TracingOptions(64)


class Region:
    """Equal Cells and the code that they share, by the shapes of their inputs."""

    def __init__(self, name: str, guards: ExtraGuards, patches: Any) -> None:
        self.name, self.cells = name, list[Any]()
        # By the id of a Cell the floats in which equal Cells may differ.
        self._floats: dict[int, tuple[float, ...]] = {}
        self._guards = guards
        self._backend = share_code(backend.make(name, "O1", patches))
        self._shapes: set[Hashable] = set()
        self._codes: dict[Hashable, Callable[..., Any]] = {}
        self._is_off = False

    def add(self, cells: list[Any], floats: dict[int, tuple[float, ...]]) -> None:
        """Has these Cells share the code."""
        self.cells = cells
        self._floats.update({id(cell): floats[id(cell)] for cell in cells})

    def __call__(self, cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What `cell.construct` returns."""
        if self._is_off or execution.differentiating > 1 or torch_private.transforms_functions():
            return cell.construct(*args, **kwargs)
        key = None if torch_private.watches_ops() else _input_key((args, kwargs))
        if key is None:
            return cell.construct(*args, **kwargs)
        before, execution.regions = execution.regions, None
        leave = _tracing.enter()
        try:
            edge, rebound = self._code(cell, key)(cell, to_edge(args), to_edge(kwargs))
        except torch_private.break_errors() as error:
            failure: Exception = error
        except torch_private.compile_errors() as error:
            failure = error
        else:
            return _result(edge, rebound, args, kwargs)
        finally:
            leave()
            execution.regions = before
        return self._run_op_by_op(failure, cell, args, kwargs)

    def _code(self, cell: Any, shapes: Hashable) -> Callable[..., Any]:
        if shapes not in self._shapes:
            if len(self._shapes) == _MAX_SHAPES:
                shapes = _ANY
            else:
                self._shapes.add(shapes)
        key = self._floats[id(cell)], shapes
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = self._compile(shapes == _ANY)
        return code

    def _compile(self, dynamic: bool) -> Callable[..., Any]:
        code_name = f"{self.name.replace('.', '_')}_{len(self._codes)}"
        fn = copy_function(_construct, self.name, code_name)
        return torch.compile(
            fn,
            fullgraph=True,
            dynamic=dynamic,
            backend=self._backend,
            options={"guard_filter_fn": self._filter},
        )

    def _filter(self, entries: Any) -> list[bool]:
        return self._guards.filter(entries, self.cells)

    def _run_op_by_op(self, error: Exception, cell: Any, args: Any, kwargs: Any) -> Any:
        """The result without the compiler, from now on; a user's own error shows itself."""
        out = cell.construct(*args, **kwargs)
        self._is_off = True
        reason = torch_private.reason(error)
        report = stats().regions.get(self.name.partition(".")[0])
        if report is not None:  # the counters may have been reset
            report.excluded[type(cell).__name__] = reason
        once(
            f"region:{self.name}",
            f"graph mode: the {len(self.cells)} Cells {type(cell).__name__} run op by op, as they cannot be compiled "
            f"by themselves ({reason}). It computes the same, and slower.",
        )
        return out


class Regions:
    """The regions of what one compiled Cell or function runs."""

    def __init__(self, name: str, target: Any, patches: dict[str, Any] | None) -> None:
        self._name, self._target, self._patches = name, target, patches
        self.guards = ExtraGuards()
        self._by_signature: dict[Hashable, Region] = {}
        self.by_cell: dict[int, Region] = {}
        self._version = -1
        self._runs_op_by_op = False
        # Whether a graph of the whole broke at a Cell that stands alone.
        self._splits = False
        self._report = RegionStats([], 0, 0, {})

    def update(self) -> bool:
        """Whether the network runs by regions; looks for equal Cells anew after it has changed.

        So does one that has none and is too large to be one graph, or repeats convolutions: it runs op by op.
        """
        if self._version != Structure.version:
            self._find()
            self._version = Structure.version
        return self._runs_op_by_op or bool(self.by_cell)

    def split(self) -> bool:
        """After the graph of the whole broke: whether Cells that are recomputed or offloaded become regions instead."""
        if self._splits:
            return False
        self._splits, self._version = True, -1
        return self.update()

    def compile_seconds(self, operations: int) -> float:
        """The seconds that compiling the regions of a network of so many operations is expected to take."""
        if not self.by_cell:
            return math.inf
        each = operations / max(self._report.cells_in_all, 1)
        sizes = [sum(1 for _ in r.cells[0].cells_and_names()) for r in self._by_signature.values()]
        return _FIRST_REGION + sum(_REGION + size * each * _REGION_OPERATION for size in sizes)

    def _find(self) -> None:
        use_python_numbers(self._target)
        roots = [item for item in holders(self._target) if is_cell(item)]
        found = find_equal_cells(roots, settings.regions == "all")
        self.by_cell = {}
        enough = found.covered >= _LEAST_COVERED or found.asked_for or settings.regions == "all"
        convolves = sum(found.convolving.values()) >= _LEAST_COVERED
        if self._splits and found.standing_alone:
            enough = True
            self._tell_split(found)
        self._runs_op_by_op = not enough and (convolves or found.cells > _MOST_CELLS)
        if self._runs_op_by_op:
            self._tell_why(found, convolves)
        groups = found.groups if enough else {}
        if groups or self._runs_op_by_op:
            self._report = stats().regions[self._name] = RegionStats(
                regions=[(type(cells[0]).__name__, len(cells)) for cells in groups.values()],
                cells_in_all=found.cells,
                cells_covered=found.covered if groups else 0,
                excluded=found.excluded,
            )
        for signature, cells in groups.items():
            region = self._by_signature.get(signature)
            if region is None:
                name = f"{self._name}.{type(cells[0]).__name__}"
                region = self._by_signature[signature] = Region(name, self.guards, self._patches)
            region.add(cells, found.floats)
            for cell in cells:
                cell.mark_region()
                self.by_cell[id(cell)] = region

    def _tell_split(self, found: EqualCells) -> None:
        names = ", ".join(sorted(found.standing_alone))
        once(
            f"split:{self._name}",
            f"graph mode: {self._name} is not one graph, as Cells in it ({names}) are recomputed or offloaded. Each of "
            "them is a graph, and what is around them runs op by op.",
            logging.INFO,
        )

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


def _construct(cell: Any, args: Any, kwargs: Any) -> Any:
    """The traced function: the result, and the new values of inputs to which the Cell assigned."""
    wrapped, named = from_edge(args), from_edge(kwargs)
    inputs = leaves((wrapped, named))
    original = [leaf._t for leaf in inputs]
    out = to_edge(cell.construct(*wrapped, **named))
    rebound = [(i, leaf._t) for i, leaf in enumerate(inputs) if leaf._t is not original[i]]
    return out, rebound


def _result(edge: Any, rebound: Any, args: Any, kwargs: Any) -> Any:
    if rebound:
        inputs = leaves((args, kwargs))
        for i, t in rebound:
            inputs[i]._t = t
    if isinstance(edge, torch.Tensor):
        for argument in args:
            if isinstance(argument, Tensor) and argument._t is edge:
                return argument
    return from_edge(edge)


def _input_key(value: Any) -> Hashable | None:
    """Shapes and dtypes of the inputs; None where a list or an object stands among them, which the Cell may change."""
    if isinstance(value, Parameter):
        return id(value)
    if isinstance(value, Tensor):
        t = value._t
        return (t.dtype, t.shape) if type(t) is torch.Tensor else None
    if value is None or isinstance(value, (bool, int, float, str)):
        return type(value), value
    if type(value) is dict:
        value = tuple(value.items())
    if type(value) is not tuple:
        return None
    keys = tuple(_input_key(item) for item in value)
    return None if None in keys else keys
