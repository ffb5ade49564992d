"""Which train step a Model gets when its network, or the context, asks for parallelism.

Registered with msacc.train, which knows nothing of processes.
"""

from __future__ import annotations

from typing import Any

import torch.distributed as dist

from msacc.auto_parallel_context import get_auto_parallel_context
from msacc.common.modes import ParallelMode
from msacc.common.notice import once
from msacc.nn.cell import Cell
from msacc.parallel.auto_parallel import AutoParallel, take_accumulation
from msacc.parallel.nn.grad_accumulation import GradAccumulation
from msacc.parallel.sharding.layerwise import LayerwiseTrainStep
from msacc.parallel.sharding.options import StepOptions
from msacc.parallel.sharding.step import ShardedTrainStep
from msacc.train._steps import register_builder

_WHOLE_GRAPH_MODES = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


def build(network: Cell, optimizer: Any, manager: Any = None) -> Cell | None:
    """A step of flat buckets where it is needed; None leaves the choice to msacc.train."""
    options = _options(network)
    if options is None or _is_plain(options, network, manager):
        return None
    core: Any = network
    while isinstance(core, (AutoParallel, GradAccumulation)):
        core = core.network
    if manager is not None:
        take_manager(options, manager)
    if options.micro_size != 1:
        warn_of_batch_norm(core)
    return step_class(options)(core, optimizer, options)


def step_class(options: StepOptions) -> type[ShardedTrainStep]:
    """The kind of step for the options."""
    if options.level != "level3":
        return ShardedTrainStep
    if options.micro_size == "auto":
        raise NotImplementedError(
            "micro_size='auto' does not go with optimizer_level='level3': a probe on one process would wait "
            "for the others. Find it with msacc.parallel.find_micro_size in one process."
        )
    return LayerwiseTrainStep if world_size() > 1 else ShardedTrainStep


def _is_plain(options: StepOptions, network: Cell, manager: Any) -> bool:
    """Whether msacc.train's own three cells do: one process and nothing beyond MindSpore's options."""
    plain = StepOptions(micro_size=options.micro_size, alone=True)
    skips = manager is not None and manager.get_update_cell() is not None
    if options.alone and options.micro_size != 1:
        warn_of_batch_norm(network)
    return options == plain and options.micro_size != "auto" and not skips


def _options(network: Cell) -> StepOptions | None:
    """The options of a network to train by Model; None where it asks for nothing."""
    if isinstance(network, AutoParallel):
        return network.step_options()
    mode, world = get_auto_parallel_context("parallel_mode"), world_size()
    options = None
    if world > 1 and mode in _WHOLE_GRAPH_MODES:
        options = _from_context()
    elif isinstance(network, GradAccumulation):
        options = _data_parallel()
    if options is not None and isinstance(network, GradAccumulation):
        take_accumulation(options, network)
    return options


def _data_parallel() -> StepOptions:
    """Whole parameters everywhere; gradients are shared unless the context says stand-alone."""
    together = world_size() > 1 and get_auto_parallel_context("parallel_mode") != (
        ParallelMode.STAND_ALONE
    )
    mean = get_auto_parallel_context("gradients_mean") or not together
    return StepOptions(alone=not together, mean=mean)


def options_of(network: Any) -> StepOptions:
    """The options of a network, or function, whose micro-batches someone else hands out."""
    found = _options(network) if isinstance(network, Cell) else None
    return found or _data_parallel()


def _from_context() -> StepOptions:
    """Semi-auto parallel the old way, through set_auto_parallel_context."""
    config = get_auto_parallel_context("parallel_optimizer_config")
    options = StepOptions(shard_size=1)
    if get_auto_parallel_context("enable_parallel_optimizer"):
        size = config.get(
            "optimizer_weight_shard_size", get_auto_parallel_context("optimizer_weight_shard_size")
        )
        options.shard_size = size
        options.threshold = 1024 * config.get("parallel_optimizer_threshold", 64)
        options.level = "level2" if config.get("gradient_accumulation_shard") else "level1"
    strategy = get_auto_parallel_context("dataset_strategy")
    options.strategy = strategy
    options.full_batch = strategy == "full_batch" or get_auto_parallel_context("full_batch")
    return options


def take_manager(options: StepOptions, manager: Any) -> None:
    options.loss_scale = manager.get_loss_scale
    options.drop_overflow = manager.get_update_cell() is not None


def world_size() -> int:
    """The number of processes of this job; 1 before `init()`."""
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def warn_of_batch_norm(network: Cell) -> None:
    """Say once which layers normalise each micro-batch by itself."""
    names = [path for path, c in network.cells_and_names() if c.cls_name.startswith("BatchNorm")]
    if names:
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        once(
            "accumulated-batch-norm",
            f"BatchNorm under gradient accumulation: {shown} normalise each micro-batch by its own statistics, "
            "which is not what the whole batch would give. GroupNorm does not depend on the batch "
            "(msacc.nn.utils.to_group_norm); GradAccumulation(running_statistics='batch') keeps the "
            "running statistics those of the whole batch.",
        )


register_builder(build)
