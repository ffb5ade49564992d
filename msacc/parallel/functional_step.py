"""Train steps written as functions, on several processes: gradients of the global batch.

In semi-auto and auto parallel a script writes the step of one process: `value_and_grad`, then
`optimizer(grads)`. Its loss and its weights' gradients are then the means over the processes, each of
which computes its part of the batch; losses are taken to be means over the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch.distributed as dist

from msacc.auto_parallel_context import searches
from msacc.common.parallel_modes import ParallelMode
from msacc.common.parameter import Parameter
from msacc.common.seed import separate_streams
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP
from msacc.parallel.pipeline_api.custom_step import drop_remote_parameters, take_last_pipeline
from msacc.parallel.pipeline_api.pipeline_probe import begin_pipelines
from msacc.parallel.pipeline_api.stage_config import (
    batch_strategy,
    current_scheme,
    set_batch_strategy,
)
from msacc.sharding.strategy_state import sharding
from msacc.step.batch_reassembly import whole_inputs
from msacc.step.context_settings import warn_single_process, world_size
from msacc.step.mesh import stage_ranks
from msacc.step.reduction import all_reduce_gradients
from msacc.step.sharded_call import call_sharded_operators
from msacc.step.strategy_search import choose_strategies

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.ops.core.primitive import Primitive

_MODES = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


class AutoParallelCalls:
    """Whether an AutoParallel was made, is being called, or was called in what is differentiated now."""

    __slots__ = ("called", "depth", "made", "paused")

    def __init__(self) -> None:
        self.depth = self.paused = 0
        self.called = self.made = False


auto_parallel_calls = AutoParallelCalls()


@contextmanager
def inside_auto_parallel(strategy: Any) -> Iterator[None]:
    """Gradients taken within are those of the global batch, placed by `strategy`."""
    if world_size() > 1:
        separate_streams(dist.get_rank())
    auto_parallel_calls.depth += 1
    before = set_batch_strategy(strategy)
    try:
        yield
    finally:
        auto_parallel_calls.depth -= 1
        set_batch_strategy(before)


def whole_step_inputs(inputs: tuple[Any, ...], strategy: Any) -> tuple[Any, ...]:
    """The inputs of a step joined over the processes, unless a pipeline places them."""
    stages = current_scheme().stages
    return inputs if _pipeline_places_batches() else whole_inputs(inputs, strategy, stages)


@contextmanager
def without_reduction() -> Iterator[None]:
    """Gradients taken within are those of this process."""
    auto_parallel_calls.paused += 1
    try:
        yield
    finally:
        auto_parallel_calls.paused -= 1


def reduces_over_processes() -> bool:
    """Whether gradients are to be those of the batch of all processes."""
    if auto_parallel_calls.paused:
        return False
    mode = settings.parallel.get("parallel_mode")
    if not (auto_parallel_calls.depth or auto_parallel_calls.called or mode in _MODES):
        return False
    return dist.is_initialized() and dist.get_world_size() > 1


def reduce_gradients(
    value: Any, grads: list[Tensor], has_aux: bool, weights: Sequence[Parameter]
) -> tuple[Any, list[Tensor]]:
    """The means over the processes of a loss (auxiliary values stay) and of gradients, but layerwise_parallel ones."""
    pipeline = take_last_pipeline()
    if pipeline is not None:
        auto_parallel_calls.called = False
        return pipeline.mean_over_replicas(value, grads, weights)
    averages, auto_parallel_calls.called = reduces_over_processes() and not sharding.active, False
    if not averages:
        return value, grads
    if settings.parallel.get("enable_parallel_optimizer"):
        why = "a step written as a function shards nothing more; use Model or GradAccumulator"
        no_effect("set_auto_parallel_context", "enable_parallel_optimizer", True, why)
    loss = value[0] if has_aux else value
    scalar = isinstance(loss, Tensor) and loss._t.numel() == 1 and loss._t.is_floating_point()
    together = [*grads, loss] if scalar else grads
    shared = [not w.layerwise_parallel for w in weights] + [True] * scalar
    means = all_reduce_gradients(together, shared, HCCL_WORLD_COMM_GROUP, dist.get_world_size())
    if scalar:
        loss = means.pop()
        value = (loss, *value[1:]) if has_aux else loss
    return value, means


def call_outermost(
    call: Callable[..., Any], fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Calls a script's own step from outside a graph: sets random streams and places inputs first."""
    drop_remote_parameters()
    if sharding.active:
        # Part of a call whose operators are sharded already.
        return call(*args, **kwargs)
    begin_pipelines(fn, args, kwargs)
    if _searches_strategies(fn, args, kwargs) or shards_operators():
        return call_sharded_operators(call, fn, args, kwargs, batch_strategy())
    known = getattr(fn, "_msacc_batch_strategy", None)
    if known is not None and not auto_parallel_calls.paused:
        # Its parameters are sharded already.
        return call_sharded_operators(
            call, fn, args, kwargs, known, stage_ranks(current_scheme().stages)
        )
    if (auto_parallel_calls.made or reduces_over_processes()) and world_size() > 1:
        separate_streams(dist.get_rank())
    return call(*_local_batch_by_context(args), **kwargs)


def begin_before_gradient(fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """A forward pass outside of a gradient is kept for the one that follows."""
    drop_remote_parameters()
    if not sharding.active:
        begin_pipelines(fn, args, {})


def _searches_strategies(
    fn: Cell | Callable[..., Any] | Primitive, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool:
    """Whether the context's strategy search shards some operator of this call."""
    if (
        world_size() == 1
        or not searches()
        or auto_parallel_calls.paused
        or auto_parallel_calls.depth
    ):
        return False
    return current_scheme().stages == 1 and choose_strategies(fn, args, kwargs, batch_strategy())


def shards_operators(inside: bool = False) -> bool:
    """Whether an outermost call runs with sharded operators; `inside`: it is an AutoParallel's.

    A pipeline shards those of each stage itself.
    """
    if not sharding.has_strategies or auto_parallel_calls.paused or current_scheme().stages > 1:
        return False
    if not (
        inside or auto_parallel_calls.depth or settings.parallel.get("parallel_mode") in _MODES
    ):
        return False
    if world_size() == 1:
        warn_single_process()
        return False
    return True


def _local_batch_by_context(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same for a step under `set_auto_parallel_context(dataset_strategy=...)` instead of AutoParallel."""
    strategy = settings.parallel.get("dataset_strategy")
    if not isinstance(strategy, tuple) or auto_parallel_calls.depth:
        return inputs
    if not reduces_over_processes() or _pipeline_places_batches():
        return inputs
    if len(inputs) != len(strategy):
        return inputs
    return whole_inputs(inputs, strategy, current_scheme().stages)


def _pipeline_places_batches() -> bool:
    """Whether a pipeline places batches on the processes of its stages itself."""
    return sharding.has_strategies and current_scheme().stages > 1
