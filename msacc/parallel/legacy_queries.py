"""What old scripts ask `mindspore.parallel._utils` and its neighbours."""

from __future__ import annotations

from typing import Any

from msacc.auto_parallel_context import get_auto_parallel_context
from msacc.common.parallel_modes import ParallelMode
from msacc.common.unsupported_names import unsupported
from msacc.common.warn_once import no_effect


def _get_parallel_mode() -> str:
    """The parallel mode set in the context."""
    return get_auto_parallel_context("parallel_mode")


def _get_gradients_mean() -> bool:
    """Whether gradients are averaged over the processes."""
    return get_auto_parallel_context("gradients_mean")


def _get_device_num() -> int:
    """The number of processes."""
    return get_auto_parallel_context("device_num")


def _get_global_rank() -> int:
    """This process's rank."""
    return get_auto_parallel_context("global_rank")


def _get_enable_parallel_optimizer() -> bool:
    """Whether optimizer state is sharded."""
    return get_auto_parallel_context("enable_parallel_optimizer")


def _get_grad_accumulation_shard() -> bool:
    """Whether the accumulated gradients are sharded."""
    return bool(
        get_auto_parallel_context("parallel_optimizer_config").get("gradient_accumulation_shard")
    )


def _get_pipeline_stages() -> int:
    """Always 1 stage in effect."""
    return get_auto_parallel_context("pipeline_stages")


def _get_stage_device_num() -> int:
    """The processes of one stage: all of them."""
    return _get_device_num() // _get_pipeline_stages()


def _get_full_batch() -> bool:
    """Whether every process feeds the whole batch."""
    return get_auto_parallel_context("full_batch")


def _need_to_full() -> bool:
    """Whether inputs must be made those of all processes: never, each process's rows go in as they are."""
    return False


@unsupported("inputs go into the network as they are, which _need_to_full says")
def _to_full_tensor(
    elem: Any, global_device_num: int, global_rank: int, scaling_sens: Any = None
) -> Any:
    """The inputs of all processes, of which this one's are filled in. Not here: raises NotImplementedError."""
    raise NotImplementedError


def _get_parameter_broadcast() -> bool:
    """Whether parameters are broadcast before training."""
    return get_auto_parallel_context("parameter_broadcast")


def _is_in_auto_parallel_mode() -> bool:
    """Whether the mode is semi-auto or auto parallel."""
    return _get_parallel_mode() in (ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


def _is_in_data_parallel_mode() -> bool:
    """Whether the mode is data parallel."""
    return _get_parallel_mode() == ParallelMode.DATA_PARALLEL


def _is_in_hybrid_parallel_mode() -> bool:
    """Whether the mode is hybrid parallel."""
    return _get_parallel_mode() == ParallelMode.HYBRID_PARALLEL


def set_cost_model_context(**kwargs: object) -> None:
    """Accepted; the search counts bytes and messages by a model of its own."""
    for name, value in kwargs.items():
        no_effect("set_cost_model_context", name, value, "the search has a model of its own")


def get_cost_model_context(attr_key: str) -> Any:
    """Always None: the search has a cost model of its own."""
    return None


def reset_cost_model_context() -> None:
    """Nothing to reset."""


def _set_multi_subgraphs(multi_subgraph: bool = True) -> None:
    """Accepted; it concerns the strategy search."""
    no_effect(
        "_set_multi_subgraphs",
        "multi_subgraph",
        multi_subgraph,
        "each network is searched by itself",
    )


def _is_sharding_propagation() -> bool:
    """Whether strategies are searched by spreading those that are given."""
    modes = (
        get_auto_parallel_context(name) for name in ("search_mode", "auto_parallel_search_mode")
    )
    return "sharding_propagation" in modes or bool(
        get_auto_parallel_context("sharding_propagation")
    )


@unsupported("use AutoParallel.load_operator_strategy_file and save_operator_strategy_file")
def set_op_strategy_config(mode: str = "SAVE", path: str = "") -> None:
    """Where strategies are saved or loaded. Not here: raises NotImplementedError, whatever `mode` and `path` are."""
    raise NotImplementedError
