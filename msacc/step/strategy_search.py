"""Strategy search for a network without strategies: traced once, sharded at the least cost.

The result becomes the plan of each parameter (`Parameter.planned`), as `shard(parameter_plan=...)` makes one.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter, Structure
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.text_tables import size, table
from msacc.common.warn_once import once
from msacc.sharding.cost_model import (
    COLUMNS,
    COPIES,
    MESSAGE,
    Layer,
    ShardingOption,
    cheapest,
    replicated,
)
from msacc.sharding.layer_trace import LayerTrace, LayerUse
from msacc.sharding.strategy import Strategy
from msacc.sharding.strategy_state import ShardSpec, sharding
from msacc.step.batch_reassembly import read_strategy
from msacc.step.context_settings import world_size
from msacc.step.meta_run import fake_like, fake_parameters
from msacc.step.parameter_placement import reachable_parameters
from msacc.step.plan import StepPlan
from msacc.step.sharded_step import unsupported_reason

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

# By function or Cell: the version of all structure, and whether a parameter was cut.
_searched: weakref.WeakKeyDictionary[Any, tuple[int, bool]] = weakref.WeakKeyDictionary()
# Of a GPU's memory, what parameters, gradients and optimizer state may take.
_SHARE = 0.6
# Parameter, its shape, the pieces of each axis, what it sends a step, and why.
Row = tuple[str, str, str, str, str]


def choose_strategies(
    fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], strategy: Any
) -> bool:
    """Choose how the parameters that `fn` reaches lie, once for each; said in a table on the first process.

    True where something of it is cut. All processes choose the same. Where strategies were given by hand, those
    hold and nothing is chosen.
    """
    version, cut = _searched.get(fn, (-1, False))
    if version == Structure.version:
        return cut
    reachable = reachable_parameters(fn, args)
    free = [p for p in reachable if not (p.layout or p.planned or p.weighed)]
    if free:
        _choose_free(
            fn, reachable, free, _whole_shapes((*args, *kwargs.values()), strategy), kwargs
        )
    cut = any(p.planned is not None and p.planned.chosen for p in reachable)
    with suppress(TypeError):  # what cannot be referred to weakly is looked at each time
        _searched[fn] = (Structure.version, cut)
    return cut


def _choose_free(
    fn: Any,
    reachable: list[Parameter],
    free: list[Parameter],
    inputs: list[Any],
    kwargs: dict[str, Any],
) -> None:
    for parameter in free:
        # A later call, with another batch, must not choose otherwise.
        parameter.weighed = True
    if sharding.has_strategies:
        why = "they hold, and what has none follows its inputs"
        once("chosen:told", f"no strategy is searched for beside those given by shard(): {why}.")
        return
    title = f"Strategies chosen for {world_size()} processes"
    columns = ("parameter", "shape", "pieces", "sent a step", "why")
    rows = _search(fn, reachable, free, inputs, kwargs)
    once(f"chosen:{id(fn)}", table(title, columns, rows), logging.INFO)


def choose_for_step(network: Cell, plan: StepPlan, inputs: tuple[Any, ...]) -> bool:
    """The same for a training step; one that operators cut over processes do not go with stays data parallel."""
    if not plan.search or plan.standalone or world_size() == 1:
        return False
    unfit = unsupported_reason(plan)
    if plan.level == "level3":
        unfit = "optimizer_level='level3' gathers parameters layer by layer, which goes with whole ones."
    if unfit is not None:
        once("chosen:unfit", f"no strategy is searched for: {unfit}")
        return False
    return choose_strategies(network, inputs, {}, plan.strategy)


def _search(
    fn: Any,
    reachable: list[Parameter],
    free: list[Parameter],
    inputs: list[Any],
    kwargs: dict[str, Any],
) -> list[Row]:
    """Lay the parameters out; what was done with each."""
    world = world_size()
    gradients = sum(_bytes(p) for p in free if p.requires_grad)
    if 2 * (world - 1) / world * gradients < 2 * MESSAGE:
        return [_summary_row(free, f"gradients of {size(gradients)} cost less than any cut")]
    recorder = _recorded(fn, reachable, free, inputs, kwargs)
    if recorder is None:
        return [_summary_row(free, "the network could not be looked through")]
    uses = [use for use in recorder.uses if recorder.times[use.weight] == 1]
    layers = _layers(recorder, uses, free)
    options = cheapest(layers, world, _memory_budget())
    rows: list[Row] = []
    for place, (use, option) in enumerate(zip(uses, options, strict=True)):
        rows += _apply_option(free, use, option, _why(layers, options, place, world))
    named = {i for use in uses for i in (use.weight, use.bias)}
    others = [p for i, p in enumerate(free) if i not in named]
    return [*rows, *([_summary_row(others, "not the weight of one layer")] if others else [])]


def _recorded(
    fn: Any,
    reachable: list[Parameter],
    free: list[Parameter],
    inputs: list[Any],
    kwargs: dict[str, Any],
) -> LayerTrace | None:
    """What the network does with its parameters; None where it needs values to run."""
    first = len(inputs) - len(kwargs)
    try:
        with fake_parameters(reachable):
            fakes = [fake_like(value, shape) for value, shape in inputs]
            recorder = LayerTrace([p._t for p in free], [p.requires_grad for p in free])
            with recorder:
                fn(*fakes[:first], **dict(zip(kwargs, fakes[first:], strict=True)))
    except Exception as error:
        why = f"the network could not be looked through without values ({error})"
        once(f"chosen:through:{fn}", f"no strategy is searched for: {why}; it is data parallel.")
        return None
    return recorder


def _whole_shapes(inputs: tuple[Any, ...], strategy: Any) -> list[tuple[Any, Any]]:
    """Each input, with the shape that it has for all processes together."""
    cuts = iter(read_strategy(strategy)) if isinstance(strategy, tuple) else None
    layouts: list[tuple[Any, Any]] = []
    for value in inputs:
        if not isinstance(value, Tensor) or isinstance(value, Parameter):
            layouts.append((value, None))
            continue
        shape = tuple(value.shape)
        if cuts is not None:
            shape = tuple(
                n * cut for n, cut in zip(shape, next(cuts, (1,) * len(shape)), strict=False)
            )
        elif strategy == "data_parallel" and shape:
            shape = (shape[0] * world_size(), *shape[1:])
        layouts.append((value, shape))
    return layouts


def _layers(recorder: LayerTrace, uses: list[LayerUse], free: list[Parameter]) -> list[Layer]:
    """For the costs: those layers whose weight is theirs alone."""
    place = {id(use): i for i, use in enumerate(uses)}
    number = {i: place.get(id(use), -1) for i, use in enumerate(recorder.uses)} | {-1: -1}
    layouts = []
    for use in uses:
        weight = free[use.weight]
        bias = 0 if use.bias is None else _bytes(free[use.bias])
        sources = frozenset(number[i] for i in use.sources)
        layouts.append(
            Layer(
                weight.name,
                use.x,
                use.y,
                _bytes(weight) + bias,
                weight.shape[use.inner],
                weight.shape[use.outer],
                frozenset() if -1 in sources else sources,
                frozenset(number[i] for i in use.feeds),
                use.first,
                weight.requires_grad,
                use.looks_up,
                4 if weight.requires_grad else 1,
            )
        )
    return layouts


def _memory_budget() -> float | None:
    if settings.device.type != "cuda":
        return None
    return _SHARE * torch.cuda.get_device_properties(settings.device).total_memory


# -- what was chosen ---------------------------------------------------------------------------
def _apply_option(
    free: Sequence[Parameter], use: LayerUse, option: ShardingOption, why: str
) -> list[Row]:
    weight = free[use.weight]
    if option.kind == COPIES:
        return [_row(weight, (1,) * weight.ndim, size(option.sent), why)]
    axis = use.outer if option.kind == COLUMNS else use.inner
    rows = [_row(weight, _plan(weight, axis, option.shards), size(option.sent), why)]
    if option.kind == COLUMNS and use.bias is not None:
        bias = free[use.bias]
        rows.append(_row(bias, _plan(bias, 0, option.shards), "", f"as {weight.name}"))
    return rows


def _plan(parameter: Parameter, axis: int, pieces: int) -> tuple[int, ...]:
    """Have a parameter cut along an axis, by the last processes of the grid; the pieces of each axis."""
    cuts = tuple(pieces if i == axis else 1 for i in range(parameter.ndim))
    around = world_size() // pieces
    sizes = (around, pieces) if around > 1 else (pieces,)
    own = tuple((len(sizes) - 1,) if i == axis else () for i in range(parameter.ndim))
    parameter.planned = ShardSpec.from_search(
        Strategy(parameter.name, ((cuts,), None), sizes, (own,))
    )
    sharding.chosen = True
    return cuts


def _row(parameter: Parameter, cuts: tuple[int, ...], sent: str, why: str) -> Row:
    return parameter.name, str(tuple(parameter.shape)), str(cuts), sent, why


def _summary_row(parameters: Sequence[Parameter], why: str) -> Row:
    """A line for all of them."""
    count = len(parameters)
    name = parameters[0].name if count == 1 else f"{count} parameters"
    return name, "", "whole", "", why


def _why(layers: Sequence[Layer], options: Sequence[ShardingOption], place: int, world: int) -> str:
    layer, option = layers[place], options[place]
    plain = size(replicated(layer, world).sent)
    if option.kind == COPIES:
        return f"its gradients, of {size(layer.size)}, cost less than a cut"
    if option.in_block and option.kind == COLUMNS:
        after = layers[next(iter(layer.feeds))].name
        return f"by results, which {after} takes as they lie: copies would send {plain}"
    if option.in_block:
        before = " and ".join(layers[i].name for i in sorted(layer.sources))
        return f"by inputs, as {before} leaves them: copies would send {plain}"
    by = "results" if option.kind == COLUMNS else "rows" if layer.looks_up else "inputs"
    return f"by {by}: copies would send {plain}"


def _bytes(parameter: Parameter) -> int:
    return int(parameter.size) * parameter.itemsize
