"""Operators cut over processes, by torch's DTensor: the one module that knows it."""

from __future__ import annotations

import gc
import inspect
import math
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed.tensor import (
    DTensor,
    Partial,
    Replicate,
    Shard,
    distribute_tensor,
    init_device_mesh,
)
from torch.distributed.tensor.experimental import implicit_replication

from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_private import flatten_mesh
from msacc.sharding.parameter_placement import ParameterLayout
from msacc.sharding.process_grid import Placed, divides, fine_enough, finer, placed, refuse
from msacc.sharding.strategy import Strategy
from msacc.sharding.strategy_state import ShardSpec, sharding

# Entered once: what is no DTensor beside one that is one counts as the same on all processes.
_replicating = implicit_replication()
_entered: list[Any] = []


def is_laid(t: Any) -> bool:
    """Whether a torch tensor lies on the grid."""
    return isinstance(t, DTensor)


# -- the grid ----------------------------------------------------------------------------------
def prepare(others: Sequence[Strategy] = ()) -> None:
    """Make the grid for all strategies given so far and for `others`. Collective when there is something new."""
    if sharding.seen == sharding.version and sharding.mesh is not None:
        return
    ranks = sharding.ranks or tuple(range(dist.get_world_size()))
    # Models give strategies to operators that this job never calls: one that does not fit is refused at its call.
    specs = [spec for spec in sharding.specs if divides(spec.strategy, len(ranks))]
    grid = fine_enough([*(s.strategy for s in specs), *others], len(ranks), sharding.grid)
    if grid != sharding.grid or sharding.mesh is None:
        _change_grid(grid, ranks)
    for spec in specs:
        _lay(spec)
    sharding.seen = sharding.version


def _change_grid(grid: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    before, sharding.grid, sharding.mesh = sharding.grid, grid, _mesh(grid, ranks)
    sharding.kinds.clear()
    for parameter in [p for p in (r() for r in sharding.parameters) if p is not None]:
        _move(parameter, before)
    if not _entered:
        _entered.append(_replicating.__enter__())


def _move(parameter: Parameter, before: tuple[int, ...]) -> None:
    """Let a parameter lie on a finer grid: this process keeps what it holds, where it holds it."""
    layout = layout_of(
        finer(parameter.layout.placed, before, sharding.grid), parameter.layout.shape
    )
    if parameter._init is not None:
        parameter._init.layout = layout  # in a bucket
    else:
        t: Any = parameter._t
        parameter._t = from_local(t.to_local(), layout.placements)
    parameter.layout = layout
    sharding.kinds.add((layout.shape, layout.placements))


def _mesh(grid: tuple[int, ...], ranks: tuple[int, ...]) -> Any:
    """A DeviceMesh; neighbouring axes are also one group, so that DTensor sends one message over them.

    Each stage of a pipeline has the same grid: all processes make the groups of all of them.
    """
    names = tuple(f"axis{i}" for i in range(len(grid)))
    stages = dist.get_world_size() // len(ranks)
    shape, axes = ((stages, *grid), ("stage", *names)) if stages > 1 else (grid, names)
    mesh = init_device_mesh(settings.device.type, shape, mesh_dim_names=axes)
    for first in range(len(grid)):
        for last in range(first + 2, len(grid) + 1):
            flatten_mesh(mesh, names[first:last])
    return mesh[names] if stages > 1 else mesh


def lay_on(ranks: tuple[int, ...] | None) -> None:
    """The processes that the grid is laid on from now on: those of a stage, or with None all of the job.

    RuntimeError where parameters lie on a grid of other processes.
    """
    if ranks == sharding.ranks:
        return
    if any(r() is not None for r in sharding.parameters):
        gc.collect()
    held = [p for p in (r() for r in sharding.parameters) if p is not None]
    if held:
        raise RuntimeError(
            f"'{held[0].name}' and {len(held) - 1} other parameters lie on the processes of a job with another number "
            "of pipeline stages: operators are cut over those of one stage. Give a job one number of stages."
        )
    sharding.parameters.clear()
    sharding.kinds.clear()
    sharding.ranks, sharding.grid, sharding.mesh, sharding.seen = ranks, (), None, -1


def _lay(spec: ShardSpec) -> None:
    strategy = spec.strategy
    spec.placed = tuple(placed(strategy, sharding.grid, i) for i in range(len(strategy.axes)))
    spec.inputs = tuple(placements(p) for p in spec.placed)
    spec.outputs = None
    if strategy.apart is not None:
        apart = strategy.apart
        spec.outputs = tuple(
            placements(placed(apart, sharding.grid, i)) for i in range(len(apart.axes))
        )
    elif strategy.outputs is not None:
        found = (placed(strategy, sharding.grid, i, True) for i in range(len(strategy.outputs)))
        spec.outputs = tuple(placements(p) for p in found)


def placements(where: Placed) -> tuple[Any, ...]:
    """torch's placements."""
    return tuple(Replicate() if axis is None else Shard(axis) for axis in where)


def whole_placements() -> tuple[Any, ...]:
    """Those of a tensor that every process holds whole."""
    return (Replicate(),) * len(sharding.grid)


# -- tensors -----------------------------------------------------------------------------------
def from_local(t: torch.Tensor, where: Sequence[Any]) -> Any:
    """A tensor of the grid from this process's part."""
    return DTensor.from_local(t, sharding.mesh, where, run_check=False)


def laid(t: torch.Tensor) -> Any:
    """A tensor of the grid; one that is none is the same on all processes."""
    return t if isinstance(t, DTensor) else from_local(t, whole_placements())


def to(t: torch.Tensor, where: tuple[Any, ...]) -> Any:
    """`t` laid out in another way."""
    found = laid(t)
    return found if found.placements == where else found.redistribute(sharding.mesh, where)


def summed(t: Any) -> Any:
    """`t`, with sums that are not taken yet over the processes taken."""
    if not isinstance(t, DTensor) or not any(p.is_partial() for p in t.placements):
        return t
    return t.redistribute(
        sharding.mesh, tuple(Replicate() if p.is_partial() else p for p in t.placements)
    )


# -- an operator with a strategy ---------------------------------------------------------------
def call(spec: ShardSpec, body: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`body` on inputs laid out as the strategy says; its result as `out_strategy` says, or as it comes."""
    if not spec.placed:
        refuse(spec.strategy, sharding.mesh.size())
    if sharding.recorded_placements is not None:
        out = body(*_inputs(spec, args, note), **kwargs)
        return _outputs(spec, out, check_output)
    out = body(*_inputs(spec, args, constrain), **kwargs)
    return _outputs(spec, out, constrain_output)


def _inputs(spec: ShardSpec, args: tuple[Any, ...], each: Any) -> list[Any]:
    found: list[Any] = []
    place = 0
    # MindSpore writes () for numbers of some operators, and nothing for those of others.
    spare = len(spec.inputs) - sum(_tensors(arg) for arg in args)
    for arg in args:
        if isinstance(arg, Tensor):
            found.append(each(spec, place, arg))
            place += 1
        elif isinstance(arg, (tuple, list)) and arg and isinstance(arg[0], Tensor):
            inner = []
            for item in arg:
                inner.append(each(spec, place, item))
                place += 1
            found.append(tuple(inner))
        else:
            if spare > 0 and place < len(spec.inputs) and spec.strategy.axes[place] == ():
                place, spare = place + 1, spare - 1
            found.append(arg)
    return found


def _tensors(arg: Any) -> int:
    if isinstance(arg, (tuple, list)) and arg and isinstance(arg[0], Tensor):
        return len(arg)
    return int(isinstance(arg, Tensor))


def constrain(spec: ShardSpec, place: int, value: Tensor) -> Tensor:
    """An input, laid out."""
    if place >= len(spec.inputs) or not torch.compiler.is_compiling():
        spec.strategy.check(place, value.shape)
    t = to(value._t, spec.inputs[place])
    return value if t is value._t else wrap(t)


def note(spec: ShardSpec, place: int, value: Tensor) -> Tensor:
    """Remember how the first strategy that meets a parameter wants it."""
    spec.strategy.check(place, value.shape)
    if isinstance(value, Parameter) and sharding.recorded_placements is not None:
        sharding.recorded_placements.setdefault(value, spec.placed[place])
    return value


def _outputs(spec: ShardSpec, out: Any, each: Any) -> Any:
    if isinstance(out, (tuple, list)):
        return type(out)([each(spec, i, item) for i, item in enumerate(out)])
    return each(spec, 0, out)


def constrain_output(spec: ShardSpec, place: int, value: Any) -> Any:
    """A result, laid out; sums over processes are taken where no strategy says into what pieces they go."""
    if not isinstance(value, Tensor) or not isinstance(value._t, DTensor):
        return value
    if spec.outputs is not None and place < len(spec.outputs):
        t = to(value._t, spec.outputs[place])
    else:
        t = summed(value._t)
    return value if t is value._t else wrap(t)


def check_output(spec: ShardSpec, place: int, value: Any) -> Any:
    """The shape of a result, against its strategy."""
    if spec.outputs is not None and isinstance(value, Tensor):
        spec.strategy.check(place, value.shape, output=True)
    return value


# -- parameters --------------------------------------------------------------------------------
def layout_of(where: Placed, shape: Sequence[int]) -> ParameterLayout:
    """The layout of a parameter on the job's grid."""
    ranks = sharding.ranks or tuple(range(math.prod(sharding.grid)))
    return ParameterLayout(sharding.grid, where, tuple(shape), ranks, sharding.mesh)


def lay_parameter(parameter: Parameter, layout: ParameterLayout) -> None:
    """Keep this process's part of a parameter; every process holds the whole value now, or draws the same."""
    whole = parameter.init_data()._t
    t = distribute_tensor(whole, layout.mesh, layout.placements, src_data_rank=None)
    if layout.is_cut:
        # A slice would keep the whole alive.
        local = t.to_local().clone()
        t = DTensor.from_local(local, layout.mesh, layout.placements, run_check=False)
    parameter._t, parameter.layout = t, layout
    sharding.parameters.append(weakref.ref(parameter))
    sharding.kinds.add((layout.shape, layout.placements))


def settled(inputs: Sequence[torch.Tensor], grads: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Gradients laid out as what they are of: this is where they are reduced."""
    if sharding.deferred_axes:
        return list(grads)
    return [
        to(g, i.placements) if isinstance(i, DTensor) else g
        for i, g in zip(inputs, grads, strict=True)
    ]


# -- graphs of a stage's part ------------------------------------------------------------------
_HAS_GRADS = "grad_placements" in inspect.signature(DTensor.from_local).parameters


def entering(like: Any, waiting: int) -> Callable[[torch.Tensor], Any]:
    """What makes a tensor of the grid, one such as `like`, of this process's part.

    The part's gradient lies as the part does, but that sums over the grid's first `waiting` axes are not taken.
    """
    mesh, where = sharding.mesh, _complete(like)
    shape, stride = torch.Size(like.shape), _strides(like.shape)
    more: dict[str, Any] = {}
    if waiting and _HAS_GRADS:
        more["grad_placements"] = (*(Partial() for _ in range(waiting)), *where[waiting:])

    def enter_grid(t: torch.Tensor) -> Any:
        return DTensor.from_local(
            t, mesh, where, run_check=False, shape=shape, stride=stride, **more
        )

    return enter_grid


def leaving(like: Any) -> Callable[[Any], torch.Tensor]:
    """What makes this process's part of a tensor of the grid; the part's gradient lies as the part does."""
    mesh, where = sharding.mesh, _complete(like)

    def leave_grid(t: Any) -> torch.Tensor:
        local: torch.Tensor = t.redistribute(mesh, where).to_local(grad_placements=where)
        return local.contiguous()

    return leave_grid


def part_like(like: Any) -> torch.Tensor:
    """What this process's part of such a tensor looks like, without memory."""
    with torch.no_grad():
        shape = like.to_local().shape
    made = torch.empty(shape, dtype=like.dtype, device="meta")
    return made.requires_grad_(like.requires_grad)


def whole_of(t: torch.Tensor, like: Any) -> Any:
    """A tensor of the grid such as `like` from this process's part."""
    return entering(like, 0)(t)


def _complete(like: Any) -> tuple[Any, ...]:
    """Where a tensor lies once sums over processes are taken."""
    return tuple(Replicate() if p.is_partial() else p for p in like.placements)


def _strides(shape: Sequence[int]) -> tuple[int, ...]:
    found = [1]
    for size in reversed(shape[1:]):
        found.insert(0, found[0] * max(size, 1))
    return tuple(found[: len(shape)])


def waits() -> bool:
    """Whether sums of gradients over the first axes of the grid can wait in such graphs."""
    return _HAS_GRADS


def own_gradient(grad: Any, where: Sequence[Any], waiting: int) -> torch.Tensor:
    """This process's part of a gradient, whose mean over the grid's first `waiting` axes is the gradient's.

    Sums over those axes are not taken; over the others they are.
    """
    grad = laid(grad)
    left = [p if p.is_partial() else Replicate() for p in grad.placements[:waiting]]
    local = to(grad, (*left, *where[waiting:])).to_local()
    times = 1
    for size, placement in zip(sharding.grid, left, strict=False):
        if placement.is_partial("sum"):
            times *= size
    return local * times if times > 1 else local
