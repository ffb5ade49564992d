"""Operator sharding on torch's DTensor: tensors, operators with strategies, parameters."""

from __future__ import annotations

import gc
import inspect
import math
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

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
from msacc.sharding.attention_strategy import attention_placements
from msacc.sharding.exchange import move_cut
from msacc.sharding.parameter_layout import ParameterLayout
from msacc.sharding.process_grid import (
    Placement,
    build_grid,
    check_divides,
    divides,
    placement_of,
    refine_placement,
)
from msacc.sharding.strategy import Strategy
from msacc.sharding.strategy_state import GridGroup, ShardSpec, sharding

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

# Entered once: a plain tensor beside a DTensor counts as replicated.
_replicating = implicit_replication()
_entered: list[Any] = []


def is_dtensor(t: object) -> bool:
    """Whether a torch tensor is a DTensor."""
    return isinstance(t, DTensor)


def is_cut(t: object, axis: int | None = None) -> bool:
    """Whether an axis of a torch tensor, or any, is cut over processes."""
    return isinstance(t, DTensor) and any(p.is_shard(axis) for p in t.placements)


# -- the grid ----------------------------------------------------------------------------------
def prepare(extra: Sequence[Strategy] = ()) -> None:
    """Builds the grid for all strategies so far and for `others`. Collective when there is a new one."""
    if sharding.prepared_version == sharding.version and sharding.mesh is not None:
        return
    ranks = sharding.ranks or tuple(range(dist.get_world_size()))
    # Models set strategies on operators that this job never calls: one that does not fit is refused at its call.
    specs = [spec for spec in sharding.specs if divides(spec.strategy, len(ranks))]
    grid = build_grid([*(s.strategy for s in specs), *extra], len(ranks), sharding.grid)
    if grid != sharding.grid or sharding.mesh is None:
        _change_grid(grid, ranks)
    for spec in specs:
        _resolve(spec)
    sharding.prepared_version = sharding.version


def _change_grid(grid: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    before, sharding.grid = sharding.grid, grid
    sharding.mesh, sharding.groups = _mesh(grid, ranks)
    sharding.placed_kinds.clear()
    for parameter in [p for p in (r() for r in sharding.parameters) if p is not None]:
        _move_parameter(parameter, before)
    if not _entered:
        _entered.append(_replicating.__enter__())


def _move_parameter(parameter: Parameter, before: tuple[int, ...]) -> None:
    """Moves a parameter to a finer grid: each process keeps its shard in place."""
    layout = layout_of(
        refine_placement(parameter.layout.placed, before, sharding.grid), parameter.layout.shape
    )
    if parameter._msacc_init is not None:
        parameter._msacc_init.layout = layout  # in a bucket
    else:
        t: Any = parameter._t
        parameter._t = from_local(t.to_local(), layout.placements)
    parameter.layout = layout
    sharding.placed_kinds.add((layout.shape, layout.placements))


def _mesh(
    grid: tuple[int, ...], ranks: tuple[int, ...]
) -> tuple[Any, dict[tuple[int, ...], GridGroup]]:
    """A DeviceMesh, and its groups; neighbouring axes are also one group: DTensor sends one message over them.

    Each stage of a pipeline has the same grid: all processes create the groups of all of them.
    """
    names = tuple(f"axis{i}" for i in range(len(grid)))
    stages = dist.get_world_size() // len(ranks)
    shape, axes = ((stages, *grid), ("stage", *names)) if stages > 1 else (grid, names)
    mesh = init_device_mesh(settings.device.type, shape, mesh_dim_names=axes)
    groups: dict[tuple[int, ...], GridGroup] = {}
    for i, name in enumerate(names):
        groups[i,] = _group(mesh.get_group(name))
    for first in range(len(grid)):
        for last in range(first + 2, len(grid) + 1):
            joined = flatten_mesh(mesh, names[first:last])
            groups[tuple(range(first, last))] = _group(joined)
    return mesh[names] if stages > 1 else mesh, groups


def _group(group: dist.ProcessGroup) -> GridGroup:
    return GridGroup(group.group_name, dist.get_rank(group), group.size())


def set_ranks(ranks: tuple[int, ...] | None) -> None:
    """Sets the processes of the grid from now on: those of a stage, or with None all of the job.

    RuntimeError where parameters are placed on a grid of other processes.
    """
    if ranks == sharding.ranks:
        return
    if any(r() is not None for r in sharding.parameters):
        gc.collect()
    placed = [p for p in (r() for r in sharding.parameters) if p is not None]
    if placed:
        raise RuntimeError(
            f"'{placed[0].name}' and {len(placed) - 1} other parameters lie on the processes of a job with another "
            "number of pipeline stages: operators are cut over those of one stage. Give a job one number of stages."
        )
    sharding.parameters.clear()
    sharding.placed_kinds.clear()
    sharding.ranks, sharding.grid, sharding.mesh, sharding.prepared_version = ranks, (), None, -1
    sharding.groups = {}


def _resolve(spec: ShardSpec) -> None:
    strategy = spec.strategy
    spec.placed = tuple(placement_of(strategy, sharding.grid, i) for i in range(len(strategy.axes)))
    spec.placed, spec.ring = attention_placements(spec.placed, strategy, spec.settings)
    spec.inputs = tuple(placements(p) for p in spec.placed)
    spec.outputs = None
    if strategy.output_strategy is not None:
        output_strategy = strategy.output_strategy
        spec.outputs = tuple(
            placements(placement_of(output_strategy, sharding.grid, i))
            for i in range(len(output_strategy.axes))
        )
    elif strategy.outputs is not None:
        outputs = (
            placement_of(strategy, sharding.grid, i, True) for i in range(len(strategy.outputs))
        )
        spec.outputs = tuple(placements(p) for p in outputs)


def placements(placement: Placement) -> tuple[Any, ...]:
    """torch's placements for a placement of ours."""
    return tuple(Replicate() if axis is None else Shard(axis) for axis in placement)


def replicated() -> tuple[Any, ...]:
    """The placements of a replicated tensor."""
    return (Replicate(),) * len(sharding.grid)


# -- tensors -----------------------------------------------------------------------------------
def from_local(t: torch.Tensor, target: Sequence[Any]) -> Any:
    """A DTensor from this process's shard."""
    return DTensor.from_local(t, sharding.mesh, target, run_check=False)


class _AsItLies(torch.autograd.Function):
    """The identity; a gradient lies in memory as the tensor does."""

    @staticmethod
    def forward(ctx: AutogradContext, t: torch.Tensor) -> torch.Tensor:
        ctx.stride = t.stride()
        return t.view_as(t)

    @staticmethod
    def backward(ctx: AutogradContext, grad: torch.Tensor) -> torch.Tensor:
        if grad.stride() == ctx.stride:
            return grad
        return torch.empty_strided(
            grad.shape, ctx.stride, dtype=grad.dtype, device=grad.device
        ).copy_(grad)


def to_local(t: Any, grad_placements: tuple[Any, ...], moved: bool) -> torch.Tensor:
    """This process's shard of a DTensor, which is `moved` from where it was, for a function that lays out gradients.

    DTensor takes the gradient to lie as its input does, and a reshape before it would fail.
    """
    local = (t.contiguous() if moved else t).to_local(grad_placements=grad_placements)
    return _AsItLies.apply(local)  # type: ignore[no-any-return]


def as_dtensor(t: torch.Tensor) -> Any:
    """`t` as a DTensor; a plain tensor counts as replicated."""
    return t if isinstance(t, DTensor) else from_local(t, replicated())


def redistribute(t: torch.Tensor, target: tuple[Any, ...]) -> Any:
    """`t` redistributed to these placements."""
    dtensor = as_dtensor(t)
    if dtensor.placements == target:
        return dtensor
    moved = _exchanged(dtensor, target)
    return dtensor.redistribute(sharding.mesh, target) if moved is None else moved


def _exchanged(t: Any, target: tuple[Any, ...]) -> Any:
    """`t` redistributed by all-to-all, where neighbouring grid axes cut one axis of it now and another one in `target`.

    On the CPU DTensor would gather. None where something else changes, pieces are unequal, or other axes of the grid
    cut the same axes of `t` more finely.
    """
    pairs = list(zip(t.placements, target, strict=True))
    changed = tuple([i for i, (p, q) in enumerate(pairs) if p != q])
    group, (before, after) = sharding.groups.get(changed), pairs[changed[0]]
    if group is None or type(before) is not Shard or type(after) is not Shard:
        return None
    if any(pairs[i] != (before, after) for i in changed):
        return None
    dims = (before.dim, after.dim)
    finer = any(p.is_shard() and p.dim in dims for p in target[changed[-1] + 1 :])
    if finer or not _evenly(t, t.placements) or not _evenly(t, target):
        return None
    # DTensor takes the gradient to have the strides of what comes; that of exchanged pieces is contiguous.
    local = t.contiguous().to_local(grad_placements=t.placements)
    return from_local(move_cut(local, *dims, group), target)


def _evenly(t: torch.Tensor, placed: Sequence[Any]) -> bool:
    """Whether all processes hold equal pieces."""
    shards = [1] * t.ndim
    for size, placement in zip(sharding.grid, placed, strict=True):
        if placement.is_shard():
            shards[placement.dim] *= size
    return not any(n % pieces for n, pieces in zip(t.shape, shards, strict=True))


def reduce_partial(t: torch.Tensor) -> Any:
    """`t` with partial sums all-reduced."""
    if not isinstance(t, DTensor) or not any(p.is_partial() for p in t.placements):
        return t
    return t.redistribute(
        sharding.mesh, tuple(Replicate() if p.is_partial() else p for p in t.placements)
    )


def cut_like(t: torch.Tensor, other: torch.Tensor, axis: int) -> torch.Tensor:
    """`t`, which all processes have, with its first axis cut as axis `axis` of `other` is."""
    if not isinstance(other, DTensor):
        return t
    target = tuple(Shard(0) if p.is_shard(axis) else Replicate() for p in other.placements)
    return redistribute(t, target)  # type: ignore[no-any-return]


# -- an operator with a strategy ---------------------------------------------------------------
def call(
    spec: ShardSpec, body: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Runs `body` on inputs redistributed to the strategy; its result as `out_strategy` says, or as it comes."""
    if not spec.placed:
        check_divides(spec.strategy, sharding.mesh.size())
    recording = sharding.recorded_placements is not None
    sharding.ring = spec.ring
    try:
        out = body(*_inputs(spec, args, record_placement if recording else constrain), **kwargs)
    finally:
        sharding.ring = False
    return _outputs(spec, out, check_output if recording else constrain_output)


def call_on_shards(
    spec: ShardSpec,
    body: Callable[..., Any],
    args: tuple[Any, ...],
    infer_shape: Callable[..., Any],
    infer_dtype: Callable[..., Any],
) -> Any:
    """Runs `body` on this process's shards; its results are shards, placed as `out_strategy` says.

    Collectives are the body's own affair. `infer_shape` and `infer_dtype` tell its results from the full inputs'
    where there are no values. Raises ValueError without an `out_strategy`.
    """
    check_divides(spec.strategy, sharding.mesh.size())
    if spec.outputs is None:
        raise ValueError(
            f"For '{spec.name}', 'self_define_shard' needs an 'out_strategy' in shard(), which says how the results of "
            "the processes make up the whole, but got None."
        )
    if sharding.recorded_placements is not None:
        inputs = _inputs(spec, args, _record_through_casts)
        return _outputs(spec, _inferred(inputs, infer_shape, infer_dtype), check_output)
    shards = _inputs(spec, args, _local_shard)
    sharding.active = False
    try:
        out = body(*shards)
    finally:
        sharding.active = True
    return _outputs(spec, out, _from_shard)


def _inferred(
    inputs: list[Any], infer_shape: Callable[..., Any], infer_dtype: Callable[..., Any]
) -> Any:
    tensors = [i if isinstance(i, Tensor) else None for i in inputs]
    shapes = infer_shape(*(None if t is None else list(t.shape) for t in tensors))
    dtypes = infer_dtype(*(None if t is None else t.dtype for t in tensors))
    like = next(t for t in tensors if t is not None)._t
    if not isinstance(dtypes, (tuple, list)):
        return wrap(like.new_empty(tuple(shapes), dtype=dtypes.torch))
    pairs = zip(shapes, dtypes, strict=True)
    return tuple(wrap(like.new_empty(tuple(s), dtype=d.torch)) for s, d in pairs)


def _local_shard(spec: ShardSpec, position: int, value: Tensor) -> Tensor:
    """This process's shard. Its gradient is a part of the sum over axes that share the work, but not this input."""
    spec.strategy.check(position, value.shape)
    target = spec.inputs[position]
    tensors = (*spec.inputs, *(spec.outputs or ()))
    grads = tuple(
        Partial() if p.is_replicate() and any(t[axis].is_shard() for t in tensors) else p
        for axis, p in enumerate(target)
    )
    return wrap(redistribute(value._t, target).to_local(grad_placements=grads))


def _from_shard(spec: ShardSpec, position: int, value: Any) -> Any:
    if not isinstance(value, Tensor):
        return value
    return wrap(from_local(value._t, spec.outputs[position]))  # type: ignore[index]


def _record_through_casts(spec: ShardSpec, position: int, value: Tensor) -> Tensor:
    """As `record_placement`; a parameter may come in another dtype."""
    t: Any = value._t
    while type(t.grad_fn).__name__ == "ToCopyBackward0":
        source = t.grad_fn.next_functions[0][0]
        t = getattr(source, "variable", None)
        if t is None:
            break
    found = next((p for p in sharding.recorded_parameters if p._t is t), None)
    record_placement(spec, position, found if found is not None else value)
    return value


def _inputs(spec: ShardSpec, args: tuple[Any, ...], fn: Callable[..., Any]) -> list[Any]:
    results: list[Any] = []
    position = 0
    # MindSpore's strategies have () for the scalars of some operators, and no entry for those of others.
    scalars = len(spec.inputs) - sum(_tensors(arg) for arg in args)
    for arg in args:
        if isinstance(arg, Tensor):
            results.append(fn(spec, position, arg))
            position += 1
        elif isinstance(arg, (tuple, list)) and arg and isinstance(arg[0], Tensor):
            items = []
            for item in arg:
                items.append(fn(spec, position, item))
                position += 1
            results.append(tuple(items))
        else:
            if scalars > 0 and position < len(spec.inputs) and spec.strategy.axes[position] == ():
                position, scalars = position + 1, scalars - 1
            results.append(arg)
    return results


def _tensors(arg: Any) -> int:
    if isinstance(arg, (tuple, list)) and arg and isinstance(arg[0], Tensor):
        return len(arg)
    return int(isinstance(arg, Tensor))


def constrain(spec: ShardSpec, position: int, value: Tensor) -> Tensor:
    """An input, redistributed to its strategy."""
    if position >= len(spec.inputs) or not torch.compiler.is_compiling():
        spec.strategy.check(position, value.shape)
    t = redistribute(value._t, spec.inputs[position])
    return value if t is value._t else wrap(t)


def record_placement(spec: ShardSpec, position: int, value: Tensor) -> Tensor:
    """Records the placement that the first strategy of a parameter wants."""
    spec.strategy.check(position, value.shape)
    if isinstance(value, Parameter) and sharding.recorded_placements is not None:
        sharding.recorded_placements.setdefault(value, spec.placed[position])
    return value


def _outputs(spec: ShardSpec, out: Any, fn: Callable[..., Any]) -> Any:
    if isinstance(out, (tuple, list)):
        return type(out)([fn(spec, i, item) for i, item in enumerate(out)])
    return fn(spec, 0, out)


def constrain_output(spec: ShardSpec, position: int, value: Any) -> Any:
    """A result, redistributed to its strategy; without one partial sums are all-reduced."""
    if not isinstance(value, Tensor) or value._msacc_init is not None:
        return value  # what is computed when it is read is not read here
    if not isinstance(value._t, DTensor):
        return value
    if spec.outputs is not None and position < len(spec.outputs):
        t = redistribute(value._t, spec.outputs[position])
    else:
        t = reduce_partial(value._t)
    return value if t is value._t else wrap(t)


def check_output(spec: ShardSpec, position: int, value: Any) -> Any:
    """Checks the shape of a result against its strategy."""
    if spec.outputs is not None and isinstance(value, Tensor):
        spec.strategy.check(position, value.shape, output=True)
    return value


# -- parameters --------------------------------------------------------------------------------
def layout_of(placement: Placement, shape: Sequence[int]) -> ParameterLayout:
    """The layout of a parameter on the job's grid."""
    ranks = sharding.ranks or tuple(range(math.prod(sharding.grid)))
    return ParameterLayout(sharding.grid, placement, tuple(shape), ranks, sharding.mesh)


def distribute_parameter(parameter: Parameter, layout: ParameterLayout) -> None:
    """Keeps the local shard of a parameter; every process holds the full value now, or draws the same."""
    full = parameter.init_data()._t
    t = distribute_tensor(full, layout.mesh, layout.placements, src_data_rank=None)
    if layout.is_cut:
        # A slice would keep the full tensor alive.
        local = t.to_local().clone()
        t = DTensor.from_local(local, layout.mesh, layout.placements, run_check=False)
    parameter._t, parameter.layout = t, layout
    sharding.parameters.append(weakref.ref(parameter))
    sharding.placed_kinds.add((layout.shape, layout.placements))


def redistribute_gradients(
    inputs: Sequence[torch.Tensor], grads: Sequence[torch.Tensor]
) -> list[torch.Tensor]:
    """Redistributes gradients to the placements of their inputs, which reduces them."""
    if sharding.deferred_axes:
        return list(grads)
    return [
        redistribute(g, i.placements) if isinstance(i, DTensor) else g
        for i, g in zip(inputs, grads, strict=True)
    ]


# -- graphs of a pipeline stage ----------------------------------------------------------------
_HAS_GRADS = "grad_placements" in inspect.signature(DTensor.from_local).parameters


def to_dtensor(like: torch.Tensor, deferred: int) -> Callable[[torch.Tensor], Any]:
    """A function that makes a DTensor like `like` from this process's shard.

    The shard's gradient has the shard's placements, but sums over the grid's first `deferred` axes stay partial.
    """
    mesh, target = sharding.mesh, _reduced_placements(like)
    shape, stride = torch.Size(like.shape), _strides(like.shape)
    options: dict[str, Any] = {}
    if deferred and _HAS_GRADS:
        options["grad_placements"] = (*(Partial() for _ in range(deferred)), *target[deferred:])

    def enter_grid(t: torch.Tensor) -> Any:
        return DTensor.from_local(
            t, mesh, target, run_check=False, shape=shape, stride=stride, **options
        )

    return enter_grid


def to_shard(like: torch.Tensor) -> Callable[[Any], torch.Tensor]:
    """A function that takes this process's shard of a DTensor; the shard's gradient has its placements."""
    mesh, target = sharding.mesh, _reduced_placements(like)

    def leave_grid(t: Any) -> torch.Tensor:
        local: torch.Tensor = t.redistribute(mesh, target).to_local(grad_placements=target)
        return local.contiguous()

    return leave_grid


def meta_shard(like: Any) -> torch.Tensor:
    """A meta tensor like this process's shard of such a DTensor."""
    with torch.no_grad():
        shape = like.to_local().shape
    meta = torch.empty(shape, dtype=like.dtype, device="meta")
    return meta.requires_grad_(like.requires_grad)


def shard_to_dtensor(t: torch.Tensor, like: torch.Tensor) -> Any:
    """A DTensor like `like` from this process's shard."""
    return to_dtensor(like, 0)(t)


def _reduced_placements(like: Any) -> tuple[Any, ...]:
    """The placements of a tensor once its partial sums are reduced."""
    return tuple(Replicate() if p.is_partial() else p for p in like.placements)


def _strides(shape: Sequence[int]) -> tuple[int, ...]:
    strides = [1]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * max(size, 1))
    return tuple(strides[: len(shape)])


def can_defer_sums() -> bool:
    """Whether sums of gradients over the first axes of the grid can be deferred in such graphs."""
    return _HAS_GRADS


def local_gradient(grad: Any, target: Sequence[Any], deferred: int) -> torch.Tensor:
    """This process's shard of a gradient, whose mean over the grid's first `deferred` axes is the gradient's.

    Sums over those axes are not taken; over the others they are.
    """
    grad = as_dtensor(grad)
    kept_placements = [p if p.is_partial() else Replicate() for p in grad.placements[:deferred]]
    local = redistribute(grad, (*kept_placements, *target[deferred:])).to_local()
    factor = 1
    for size, placement in zip(sharding.grid, kept_placements, strict=False):
        if placement.is_partial("sum"):
            factor *= size
    return local * factor if factor > 1 else local
