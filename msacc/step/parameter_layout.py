"""Where parameters lie when operators are cut: as the first strategy that meets them says; optimizers' states alike."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msacc.common.gradient_sums import sum_of
from msacc.common.parameter import Parameter, Structure
from msacc.common.remote_parameters import is_absent
from msacc.common.warn_once import once
from msacc.graph.reachability import is_cell, parameters_of
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer, live_optimizers
from msacc.sharding.parameter_placement import ParameterLayout
from msacc.sharding.process_grid import Placed
from msacc.sharding.strategy_state import sharding
from msacc.step.meta_run import shadow, without_values
from msacc.step.sharding_context import sharded_operators
from msacc.step.update import state_names

# What was laid out for a function or Cell, by the version of all structure.
_laid_for: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()


def lay_out(fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], strategy: Any) -> None:
    """Give every parameter that `fn` reaches its layout, and the state of its optimizers."""
    if _laid_for.get(fn) == Structure.version:
        return
    waiting = [p for p in reached(fn, args) if p.layout is None]
    for parameter, layout in zip(waiting, wanted_layouts(fn, args, kwargs, waiting), strict=True):
        sharding.engine.lay_parameter(parameter, layout)
    mark(fn, args, strategy)
    lay_states()
    with suppress(TypeError):  # what cannot be referred to weakly is looked at each time
        _laid_for[fn] = Structure.version


def wanted_layouts(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], parameters: list[Parameter]
) -> list[ParameterLayout]:
    """How each of some parameters that `fn` reaches is to lie; nothing is moved."""
    wanted = look_through(fn, args, kwargs, parameters) if parameters else {}
    nowhere = (None,) * len(sharding.grid)
    found = []
    for parameter in parameters:
        planned = parameter.planned
        if planned is not None:
            planned.strategy.check(0, parameter.shape)
        where = planned.placed[0] if planned else wanted.get(parameter, nowhere)
        found.append(sharding.engine.layout_of(where, parameter.shape))
    return found


def reached(fn: Any, args: Iterable[Any]) -> list[Parameter]:
    """The parameters that `fn` reaches, its arguments included; those of optimizers alone are left out."""
    others = {id(p) for o in live_optimizers for p in _own_of(o)}
    others |= {id(sum_of(p)) for o in live_optimizers for p in o.parameters}
    each = {id(p): p for p in (*parameters_of(fn), *_held_by(args))}
    return [p for key, p in each.items() if key not in others]


def _held_by(args: Iterable[Any]) -> list[Parameter]:
    """Parameters of Cells among the arguments: a method's own."""
    return [p for a in args if is_cell(a) for p in a.get_parameters()]


def _own_of(optimizer: Optimizer) -> list[Parameter]:
    trained = {id(p) for p in optimizer.parameters}
    return [p for p in optimizer.get_parameters() if id(p) not in trained]


def lay_states() -> None:
    """Let optimizers' states and sums of gradients lie as their parameters do."""
    for optimizer in list(live_optimizers):
        if not any(p.layout is not None for p in optimizer.parameters):
            continue
        names = state_names(optimizer)
        states = [
            pair
            for n in names
            for pair in zip(optimizer.parameters, getattr(optimizer, n), strict=False)
        ]
        for parameter, held in [*states, *((p, sum_of(p)) for p in optimizer.parameters)]:
            if held is None or is_absent(parameter):
                continue
            alike = tuple(held.shape) == tuple(parameter.shape)
            if held.layout is None and parameter.layout is not None and alike:
                sharding.engine.lay_parameter(held, parameter.layout)


def mark(fn: Any, args: Iterable[Any], strategy: Any) -> None:
    """Have Cells that hold parameters of the grid cut their operators when they are called by themselves too."""
    for root in [fn, *args]:
        if isinstance(root, Cell):
            for _, cell in root.cells_and_names():
                if not isinstance(cell, Optimizer) and any(p.layout for p in cell.get_parameters()):
                    cell.__dict__["_batch_strategy"] = strategy
                    cell._refresh()


def look_through(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], parameters: list[Parameter]
) -> dict[Parameter, Placed]:
    """Run the forward pass of `fn` on tensors without values; where the first strategies want parameters."""
    sharding.recorded_placements, noted = {}, {}
    try:
        with without_values(parameters), sharded_operators():
            fn(*map(shadow, args), **{k: shadow(v) for k, v in kwargs.items()})
    except (ValueError, NotImplementedError):
        raise
    except Exception as error:
        once(
            f"look-through:{fn}",
            "operators are cut, but parameters that no strategy was seen to take stay whole on each process: the "
            f"network could not be looked through without values ({error}).",
        )
    finally:
        noted, sharding.recorded_placements = sharding.recorded_placements, None
    return noted
