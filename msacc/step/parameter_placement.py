"""Placement of parameters where operators are sharded: by the first strategy that takes them; optimizer states
alike.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msacc.common.cell_tree import is_cell
from msacc.common.gradient_sums import sum_of
from msacc.common.parameter import Parameter, Structure
from msacc.common.remote_parameters import is_absent
from msacc.common.warn_once import once
from msacc.graph.reachability import parameters_of
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer, live_optimizers
from msacc.sharding.parameter_layout import ParameterLayout
from msacc.sharding.process_grid import Placement
from msacc.sharding.strategy_state import sharding
from msacc.step.meta_run import fake_like, fake_parameters
from msacc.step.sharding_context import sharded_operators
from msacc.step.update import state_layout, state_names

# What was laid out for a function or Cell, by the version of all structure.
_placed_for: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()


def place_parameters(fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], strategy: Any) -> None:
    """Places every parameter that `fn` reaches, and the state of its optimizers."""
    if _placed_for.get(fn) == Structure.version:
        return
    unplaced = [p for p in reachable_parameters(fn, args) if p.layout is None]
    for parameter, layout in zip(
        unplaced, planned_layouts(fn, args, kwargs, unplaced), strict=True
    ):
        sharding.engine.distribute_parameter(parameter, layout)
    mark_cells(fn, args, strategy)
    place_states()
    with suppress(TypeError):  # what cannot be referred to weakly is looked at each time
        _placed_for[fn] = Structure.version


def planned_layouts(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], parameters: list[Parameter]
) -> list[ParameterLayout]:
    """The layout of each of some parameters that `fn` reaches; nothing is moved."""
    placements = trace_placements(fn, args, kwargs, parameters) if parameters else {}
    replicated = (None,) * len(sharding.grid)
    layouts = []
    for parameter in parameters:
        planned = parameter.planned
        if planned is not None:
            planned.strategy.check(0, parameter.shape)
        placement = planned.placed[0] if planned else placements.get(parameter, replicated)
        layouts.append(sharding.engine.layout_of(placement, parameter.shape))
    return layouts


def reachable_parameters(fn: Any, args: Iterable[Any]) -> list[Parameter]:
    """The parameters that `fn` reaches, its arguments included; those of optimizers alone are left out."""
    others = {id(p) for o in live_optimizers for p in _states_of(o)}
    others |= {id(sum_of(p)) for o in live_optimizers for p in o.parameters}
    each = {id(p): p for p in (*parameters_of(fn), *_parameters_of_arguments(args))}
    return [p for key, p in each.items() if key not in others]


def _parameters_of_arguments(args: Iterable[Any]) -> list[Parameter]:
    """Parameters of Cells among the arguments: a method's own."""
    return [p for a in args if is_cell(a) for p in a.get_parameters()]


def _states_of(optimizer: Optimizer) -> list[Parameter]:
    trained = {id(p) for p in optimizer.parameters}
    return [p for p in optimizer.get_parameters() if id(p) not in trained]


def place_states() -> None:
    """Places optimizers' states and gradient sums like their parameters."""
    for optimizer in list(live_optimizers):
        if not any(p.layout is not None for p in optimizer.parameters):
            continue
        for name in state_names(optimizer):
            for parameter, state in zip(
                optimizer.parameters, getattr(optimizer, name), strict=False
            ):
                _place(parameter, state, state_layout(optimizer, name, parameter, state))
        for parameter in optimizer.parameters:
            _place(parameter, sum_of(parameter), parameter.layout)


def _place(parameter: Parameter, state: Parameter | None, layout: ParameterLayout | None) -> None:
    if state is None or layout is None or state.layout is not None or is_absent(parameter):
        return
    if tuple(state.shape) == layout.shape:
        sharding.engine.distribute_parameter(state, layout)


def mark_cells(fn: Any, args: Iterable[Any], strategy: Any) -> None:
    """Makes Cells with placed parameters shard their operators when they are called by themselves too."""
    for root in [fn, *args]:
        if isinstance(root, Cell):
            for _, cell in root.cells_and_names():
                if not isinstance(cell, Optimizer) and any(p.layout for p in cell.get_parameters()):
                    cell.__dict__["_msacc_batch_strategy"] = strategy
                    cell._msacc_refresh()


def trace_placements(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], parameters: list[Parameter]
) -> dict[Parameter, Placement]:
    """Runs the forward pass of `fn` on fake tensors; the placements that the first strategies want."""
    sharding.recorded_placements, recorded = {}, {}
    sharding.recorded_parameters = parameters
    try:
        with fake_parameters(parameters), sharded_operators():
            fn(*map(fake_like, args), **{k: fake_like(v) for k, v in kwargs.items()})
    except (ValueError, NotImplementedError):
        raise
    except Exception as error:
        once(
            f"look-through:{fn}",
            "operators are cut, but parameters that no strategy was seen to take stay whole on each process: the "
            f"network could not be looked through without values ({error}).",
        )
    finally:
        recorded, sharding.recorded_placements = sharding.recorded_placements, None
        sharding.recorded_parameters = []
    return recorded
