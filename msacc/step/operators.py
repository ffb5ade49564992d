"""Calls whose operators are cut over processes: what comes before and after them.

Before: the grid exists, this process's part of the batch becomes a tensor of the whole batch, and every parameter
lies as the first strategy that meets it says. After: what belongs to this process's part of the batch is handed
back as such, a loss as its value.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from msacc.common.absent import is_absent
from msacc.common.notice import once
from msacc.common.parameter import Parameter, Structure
from msacc.common.tensor import Tensor, wrap
from msacc.common.tree import like
from msacc.graph.reach import is_cell, parameters_of
from msacc.graph.state import settle
from msacc.nn.cell import Cell
from msacc.nn.optim.optimizer import Optimizer, live
from msacc.sharding.grid import Placed, placed
from msacc.sharding.layout import ParameterLayout
from msacc.sharding.state import state
from msacc.sharding.strategy import Strategy, of_batch
from msacc.step.context import world_size
from msacc.step.plan import StepPlan
from msacc.step.shadows import shadow, without_values
from msacc.step.update import state_names

# What was laid out for a function or Cell, by the version of all structure.
_laid_for: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()


def begin(strategy: Any = "data_parallel", ranks: tuple[int, ...] | None = None) -> Batch:
    """Make the grid, if there is something new to lay on it; how batches lie on it. Collective.

    `ranks`: the processes of this one's stage, None where there is one stage.
    """
    if state.engine is None:
        from msacc.sharding import engine, functions

        state.engine, state.mode = engine, functions.Cut()
        settle.append(engine.settled)
    state.engine.lay_on(ranks)
    batch = of_batch(strategy) if isinstance(strategy, tuple) else None
    state.engine.prepare([batch] if batch else [])
    return Batch(strategy, batch)


class Batch:
    """How the inputs of a call lie on the grid."""

    def __init__(self, strategy: Any, cut: Strategy | None):
        self.strategy, self.cut = strategy, cut
        self.rows = -1
        self.rows_at: Placed = (None,) * len(state.grid)

    def enter(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """Tensors of the whole batch from this process's part of it."""
        tensors = [i for i in inputs if isinstance(i, Tensor) and not isinstance(i, Parameter)]
        if self.cut is not None and len(tensors) != len(self.cut.axes):
            raise ValueError(
                f"dataset_strategy {self.strategy} is for {len(self.cut.axes)} inputs, but the network is called "
                f"with {len(tensors)}."
            )
        place = iter(range(len(tensors)))
        return tuple(
            self._whole(next(place), i)
            if isinstance(i, Tensor) and not isinstance(i, Parameter)
            else i
            for i in inputs
        )

    def _whole(self, place: int, value: Tensor) -> Tensor:
        engine, t = state.engine, value._t
        if engine.is_laid(t):
            return value
        where: Placed = (None,) * len(state.grid)
        if self.cut is not None:
            if len(self.cut.axes[place]) != t.ndim:
                self.cut.check(place, tuple(t.shape))
            where = placed(self.cut, state.grid, place)
        elif self.strategy == "data_parallel" and t.ndim:
            where = (0,) * len(state.grid)
        found = engine.from_local(t.contiguous(), engine.placements(where))
        if t.ndim and place == 0:
            self.rows, self.rows_at = found.shape[0], where
        return wrap(found)

    def leave(self, value: Any) -> Any:
        """What a caller gets: its rows of the batch, or the whole of what are no rows."""
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            return self._own(value) if state.engine.is_laid(value._t) else value
        if isinstance(value, (list, tuple)):
            return like(value, [self.leave(item) for item in value])
        if isinstance(value, dict):
            return {key: self.leave(item) for key, item in value.items()}
        return value

    def _own(self, value: Tensor) -> Tensor:
        engine, held = state.engine, value._t
        if value.ndim and (tuple(value.shape), held.placements) in state.kinds:  # type: ignore[attr-defined]
            # A gradient: it goes to an optimizer as it is.
            return value
        t = engine.summed(value._t)
        if t.ndim and t.shape[0] == self.rows:
            rows = tuple(0 if axis == 0 else None for axis in self.rows_at)
            return wrap(engine.to(t, engine.placements(rows)).to_local())
        return wrap(engine.to(t, engine.whole_placements()).to_local())


@contextmanager
def cut(waiting: int = 0) -> Iterator[None]:
    """Operators with a strategy are cut within. Gradients are summed over the grid's axes from `waiting` on."""
    state.on, state.waiting = True, waiting
    try:
        with state.mode:
            yield
    finally:
        state.on, state.waiting = False, 0


def call_cut(
    call: Callable[..., Any],
    fn: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    strategy: Any = "data_parallel",
    ranks: tuple[int, ...] | None = None,
) -> Any:
    """`call(*args, **kwargs)`, which stands for `fn`, with its operators cut over `ranks` (None: all of the job).

    All of them must come here.
    """
    if state.on:
        return call(*args, **kwargs)
    batch = begin(strategy, ranks)
    inputs = batch.enter((*args, *kwargs.values()))
    args, kwargs = inputs[: len(args)], dict(zip(kwargs, inputs[len(args) :]))
    lay_out(fn, args, kwargs, strategy)
    with cut():
        out = call(*args, **kwargs)
    return batch.leave(out)


# -- where parameters lie ----------------------------------------------------------------------
def lay_out(fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], strategy: Any) -> None:
    """Give every parameter that `fn` reaches its layout, and the state of its optimizers."""
    if _laid_for.get(fn) == Structure.version:
        return
    waiting = [p for p in reached(fn, args) if p.layout is None]
    for parameter, layout in zip(waiting, wanted_layouts(fn, args, kwargs, waiting)):
        state.engine.lay_parameter(parameter, layout)
    mark(fn, args, strategy)
    lay_states()
    with suppress(TypeError):  # what cannot be referred to weakly is looked at each time
        _laid_for[fn] = Structure.version


def wanted_layouts(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], parameters: list[Parameter]
) -> list[ParameterLayout]:
    """How each of some parameters that `fn` reaches is to lie; nothing is moved."""
    wanted = look_through(fn, args, kwargs, parameters) if parameters else {}
    nowhere = (None,) * len(state.grid)
    found = []
    for parameter in parameters:
        planned = parameter.planned
        if planned is not None:
            planned.strategy.check(0, parameter.shape)
        where = planned.placed[0] if planned else wanted.get(parameter, nowhere)
        found.append(state.engine.layout_of(where, parameter.shape))
    return found


def reached(fn: Any, args: Iterable[Any]) -> list[Parameter]:
    """The parameters that `fn` reaches, its arguments included; those of optimizers alone are left out."""
    others = {id(p) for o in live for p in _own_of(o)}
    each = {id(p): p for p in (*parameters_of(fn), *_held_by(args))}
    return [p for key, p in each.items() if key not in others]


def _held_by(args: Iterable[Any]) -> list[Parameter]:
    """Parameters of Cells among the arguments: a method's own."""
    return [p for a in args if is_cell(a) for p in a.get_parameters()]


def _own_of(optimizer: Optimizer) -> list[Parameter]:
    trained = {id(p) for p in optimizer.parameters}
    return [p for p in optimizer.get_parameters() if id(p) not in trained]


def lay_states() -> None:
    """Let optimizers' states lie as their parameters do."""
    for optimizer in list(live):
        if not any(p.layout is not None for p in optimizer.parameters):
            continue
        for name in state_names(optimizer):
            for parameter, held in zip(optimizer.parameters, getattr(optimizer, name)):
                alike = tuple(held.shape) == tuple(parameter.shape)
                if is_absent(parameter):
                    continue
                if held.layout is None and parameter.layout is not None and alike:
                    state.engine.lay_parameter(held, parameter.layout)


def mark(fn: Any, args: Iterable[Any], strategy: Any) -> None:
    """Have Cells that hold parameters of the grid cut their operators when they are called by themselves too."""
    for root in [fn, *args]:
        if isinstance(root, Cell):
            for _, cell in root.cells_and_names():
                if not isinstance(cell, Optimizer) and any(p.layout for p in cell.get_parameters()):
                    cell.__dict__["_batch_cut"] = strategy
                    cell._refresh()


def look_through(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], parameters: list[Parameter]
) -> dict[Parameter, Placed]:
    """Run the forward pass of `fn` on tensors without values; where the first strategies want parameters."""
    state.noting, noted = {}, {}
    try:
        with without_values(parameters), cut():
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
        noted, state.noting = state.noting, None
    return noted


# -- a training step ---------------------------------------------------------------------------
class Cutting:
    """What a TrainStep needs of a network whose operators are cut.

    The first axes of the grid that cut no parameter are those over which gradients may wait until the window's
    end: the data axes of `mesh`. The others are summed over within each micro-batch.
    """

    def __init__(self, batch: Batch, layouts: Iterable[ParameterLayout]):
        self.batch = batch
        used = {i for layout in layouts for i, a in enumerate(layout.placed) if a is not None}
        waiting = min(used, default=len(state.grid))
        self.data = math.prod(state.grid[:waiting])
        self.model = math.prod(state.grid[waiting:])
        # Into how many parts the samples are dealt out.
        self.feeding = math.prod(n for n, a in zip(state.grid, batch.rows_at) if a == 0)

    @property
    def waiting(self) -> int:
        """How many axes of the grid are data axes. Strategies given later make more of the same ones."""
        return next(i for i in range(len(state.grid) + 1) if math.prod(state.grid[:i]) == self.data)

    def run(self, micro: Cell, sens: Tensor, inputs: tuple[Any, ...]) -> Any:
        """One micro-batch of this process's inputs; what it gives is this process's."""
        whole = self.batch.enter(inputs)
        with cut(self.waiting):
            out = micro(sens, *whole)
        return self.batch.leave(out)

    def finished(
        self, value: Any, grads: Sequence[Tensor], weights: Sequence[Parameter]
    ) -> tuple[Any, list[Tensor]]:
        """The loss as all processes know it, and gradients whose mean over the data axes is the whole batch's."""
        engine = state.engine
        first = value[0] if isinstance(value, tuple) else value
        if first.ndim == 0 and engine.is_laid(first._t):
            first = wrap(engine.summed(first._t).to_local())
            value = (first, *value[1:]) if isinstance(value, tuple) else first
        found = [
            wrap(engine.own_gradient(g._t, w.layout.placements, self.waiting))
            for g, w in zip(grads, weights)
        ]
        return value, found


def cuts_operators(plan: StepPlan) -> bool:
    """Whether a step cuts operators over processes."""
    return plan.operators and not plan.alone and state.asked and world_size() > 1


def cut_for(network: Any, plan: StepPlan, sample: tuple[Any, ...]) -> Cutting:
    """How the operators of `network` are cut in a step. Collective."""
    refuse(plan)
    batch = begin(plan.strategy)
    lay_out(network, batch.enter(sample), {}, plan.strategy)
    return Cutting(batch, [p.layout for p in network.get_parameters() if p.layout is not None])


def refuse(plan: StepPlan) -> None:
    """NotImplementedError for what does not go with operators that are cut."""
    unfit = hindered(plan)
    if unfit is not None:
        raise NotImplementedError(unfit)


def hindered(plan: StepPlan) -> str | None:
    """What of a plan does not go with operators that are cut."""
    if plan.weighted:
        return (
            "Micro-batches that weigh differently (count=..., remainder='short') do not go with operators that are cut "
            "over processes: each process knows its own part of the batch alone."
        )
    if plan.running_statistics == "batch":
        return (
            "running_statistics='batch' does not go with operators that are cut over processes, where BatchNorm sees "
            "the micro-batch of all of them; leave it out."
        )
    if plan.level == "level3":
        return "optimizer_level='level3' does not go with operators that are cut over processes; use 'level2'."
    return None
