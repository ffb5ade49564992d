"""The settings of the parallel context for a training step."""

from __future__ import annotations

from typing import Any

import torch.distributed as dist

from msacc.auto_parallel_context import get_auto_parallel_context, searches
from msacc.common.parallel_modes import ParallelMode
from msacc.common.warn_once import once
from msacc.sharding.strategy_state import sharding
from msacc.step.plan import StepPlan

_WHOLE_GRAPH_MODES = (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


def world_size() -> int:
    """The number of processes of this job; 1 before `init()`."""
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def warn_single_process() -> None:
    """Warns once that strategies have no effect in a job of one process."""
    if sharding.has_strategies:
        once(
            "shard:alone",
            "the operators' strategies cut nothing, because this job has one process: start several with `msrun "
            "--worker_num=N script.py`, and call msacc.communication.init() in the script.",
        )


def plan_from_context(beside_auto_parallel: bool) -> tuple[StepPlan, bool]:
    """The plan of the context, and whether it needs a train step. `beside_auto_parallel`: it is replaced."""
    if beside_auto_parallel:
        _warn_ignored_context()
        if world_size() == 1:
            warn_single_process()
        return StepPlan(operators=True), True
    mode = get_auto_parallel_context("parallel_mode")
    if world_size() == 1 and mode in _WHOLE_GRAPH_MODES:
        warn_single_process()
    if world_size() == 1 or mode == ParallelMode.STAND_ALONE:
        return StepPlan(standalone=True), False
    shards = _shards()
    needs_step = bool(shards)
    shards |= strategy_file() | pipeline_of_context()
    if mode in _WHOLE_GRAPH_MODES:
        strategy = get_auto_parallel_context("dataset_strategy")
        whole = get_auto_parallel_context("full_batch")
        strategy = "full_batch" if whole else strategy
        return StepPlan(strategy=strategy, operators=True, search=searches(), **shards), True
    return StepPlan(mean=get_auto_parallel_context("gradients_mean"), **shards), needs_step


def pipeline_of_context() -> dict[str, Any]:
    """The context's pipeline settings; ValueError in a mode without pipelines."""
    stages = get_auto_parallel_context("pipeline_stages")
    mode = get_auto_parallel_context("parallel_mode")
    if stages == 1 or mode == ParallelMode.STAND_ALONE:
        return {}
    if mode not in _WHOLE_GRAPH_MODES:
        raise ValueError(
            f"pipeline_stages={stages} goes with the parallel_mode 'semi_auto_parallel' or 'auto_parallel', but it is "
            f"{mode!r}."
        )
    config = get_auto_parallel_context("pipeline_config")
    return {
        "stages": stages,
        "schedule": config.get("pipeline_scheduler", "1f1b"),
        "interleave": config.get("pipeline_interleave", False),
    }


def _warn_ignored_context() -> None:
    """Warns once of context settings that have no effect beside an AutoParallel."""
    names = ("enable_parallel_optimizer", "dataset_strategy", "full_batch")
    for name in names:
        value = get_auto_parallel_context(name)
        if world_size() > 1 and value not in (False, "data_parallel"):
            once(
                f"context-beside:{name}",
                f"set_auto_parallel_context({name}={value!r}) has no effect beside AutoParallel, which speaks in its "
                "place: say it by AutoParallel's hsdp() or dataset_strategy().",
            )


def _shards() -> dict[str, Any]:
    """The context's settings of the sharded optimizer."""
    if not get_auto_parallel_context("enable_parallel_optimizer"):
        return {}
    config = get_auto_parallel_context("parallel_optimizer_config")
    size = get_auto_parallel_context("optimizer_weight_shard_size")
    level = "level2" if config.get("gradient_accumulation_shard") else "level1"
    return {
        "shard_size": config.get("optimizer_weight_shard_size", size),
        "threshold": 1024 * config.get("parallel_optimizer_threshold", 64),
        "level": config.get("optimizer_level", level),
    }


def strategy_file() -> dict[str, Any]:
    """The context's settings of the strategy file."""
    config = get_auto_parallel_context("strategy_ckpt_config")
    return {"strategy_file": config["save_file"], "only_trainable": config["only_trainable_params"]}
