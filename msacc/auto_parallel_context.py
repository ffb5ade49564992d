"""The auto-parallel context: how gradients and parameters are shared between processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from msacc.common.checks import boolean, choice, instance
from msacc.common.keyword_hints import hint
from msacc.common.parallel_modes import ParallelMode
from msacc.common.settings import settings
from msacc.common.warn_once import no_effect, no_effects

# name: (default, what to use instead); other values are refused
_REFUSED: dict[str, tuple[Any, str]] = {
    "grad_accumulation_step": (1, "wrap the network in GradAccumulation(net, micro_size) instead"),
    "loss_repeated_mean": (
        True,
        "gradients would be multiplied by the number of processes that compute the same loss; leave it out, and "
        "multiply the learning rate where that is meant",
    ),
}
_COMM_FUSION = {
    "openstate": True,
    "allreduce": {"mode": "auto", "config": None},
    "allgather": {"mode": "auto", "config": None},
    "reducescatter": {"mode": "auto", "config": None},
}
# name: (type, default); what the parallel layer reads
_USED: dict[str, tuple[Any, Any]] = {
    "device_num": (int, 1),
    "global_rank": (int, 0),
    "gradients_mean": (bool, False),
    "parallel_mode": (str, ParallelMode.STAND_ALONE),
    "enable_parallel_optimizer": (bool, False),
    "parallel_optimizer_config": (dict, {}),
    "optimizer_weight_shard_size": (int, -1),
    "dataset_strategy": ((str, tuple), "data_parallel"),
    "full_batch": (bool, False),
    "strategy_ckpt_save_file": (str, ""),
    "strategy_ckpt_load_file": (str, ""),
    "strategy_ckpt_config": (dict, {}),
    "pipeline_stages": (int, 1),
    "pipeline_config": (dict, {}),
    "search_mode": (str, "recursive_programming"),
    "auto_parallel_search_mode": (str, "recursive_programming"),
    "parameter_broadcast": (bool, False),
    "sharding_propagation": (bool, False),
    "force_fp32_communication": (bool, False),
}
# Two names of one option.
_SEARCH_MODES = ("search_mode", "auto_parallel_search_mode")
# These search for strategies; the third lets operators without one follow their inputs.
SEARCHES = ("recursive_programming", "dynamic_programming")
# Members of strategy_ckpt_config: (type, default, the option it is the same as)
_STRATEGY: dict[str, tuple[type, Any, str]] = {
    "load_file": (str, "", "strategy_ckpt_load_file"),
    "save_file": (str, "", "strategy_ckpt_save_file"),
    "only_trainable_params": (bool, True, ""),
}
# The levels of a sharded optimizer, and the members of parallel_optimizer_config: (type, what it may be, in words).
LEVELS = ("level1", "level2", "level3")
_OPTIMIZER: dict[str, tuple[type, Callable[[Any], bool], str]] = {
    "gradient_accumulation_shard": (bool, lambda value: True, "a bool"),
    "parallel_optimizer_threshold": (int, lambda value: value >= 0, "an int from 0, of KB"),
    "optimizer_weight_shard_size": (int, lambda value: value == -1 or value > 0, "-1 or above 0"),
    "optimizer_level": (str, LEVELS.__contains__, f"one of {list(LEVELS)}"),
}
_MINDSPORES = ("1f1b", "gpipe", "seqpipe", "seqvpp", "seqsmartvpp", "zero_bubble_v")
# With torch's that MindSpore has no name for.
SCHEDULERS = (*_MINDSPORES, "zero_bubble", "dual_pipe_v")
# name: (type, default, why it changes nothing)
_IGNORED: dict[str, tuple[Any, Any, str]] = {
    "comm_fusion": (dict, _COMM_FUSION, "gradients travel in few buckets"),
    "all_reduce_fusion_config": (list, [], "gradients travel in few buckets"),
    "group_ckpt_save_file": (str, "", "layouts are kept in the checkpoint's own index"),
    "optimizer_weight_shard_aggregated_save": (
        bool,
        False,
        "use CheckpointConfig(integrated_save)",
    ),
    "dump_local_norm_path": (str, "", "use Cell hooks"),
    "dump_device_local_norm": (bool, False, "use Cell hooks"),
    "init_param_in_compile": (bool, True, "compiling never fills parameters twice"),
    "auto_parallel_new_interface": (bool, False, "both interfaces mean the same"),
    "gradient_fp32_sync": (bool, True, "gradients below float32 are always summed in float32"),
    "enable_alltoall": (bool, False, "it concerns operator sharding"),
    "communi_parallel_mode": (
        str,
        "all_group_parallel",
        "groups overlap as torch.distributed does",
    ),
    "pipeline_segments": (int, 1, "a stage that comes again begins its next chunk"),
    "pipeline_result_broadcast": (
        bool,
        False,
        "every process of a pipeline gets the last stage's result",
    ),
    "auto_pipeline": (bool, False, "Cells say their stage by pipeline_stage"),
    "dump_local_norm": (bool, False, "use Cell hooks"),
}


def set_auto_parallel_context(**kwargs: Any) -> None:
    """Set how this job is parallel: `parallel_mode`, `gradients_mean`, `device_num` and others.

    Raises ValueError for names or modes MindSpore does not know, TypeError for wrong types.
    """
    for name, value in kwargs.items():
        if name in _USED:
            instance("set_auto_parallel_context", name, value, _USED[name][0])
            _check_value(name, value)
            if name == "strategy_ckpt_config":
                _take_strategy(value)
                continue
            if name in _SEARCH_MODES:
                settings.parallel.update(dict.fromkeys(_SEARCH_MODES, value))
                continue
        elif name in _IGNORED:
            kind, default, why = _IGNORED[name]
            instance("set_auto_parallel_context", name, value, kind)
            if value != default:
                no_effect("set_auto_parallel_context", name, value, why)
        elif name in _REFUSED:
            _refuse(name, value)
        else:
            known = sorted((*_USED, *_IGNORED, *_REFUSED))
            raise ValueError(
                f"Set context keyword {name} is not recognized! Known: {', '.join(known)}{hint(name, known)}."
            )
        settings.parallel[name] = value


def _take_strategy(config: dict[str, Any]) -> None:
    """strategy_ckpt_config; ValueError for an unknown member, TypeError for another type."""
    unknown = sorted(set(config) - set(_STRATEGY))
    if unknown:
        raise ValueError(f"Unknown config: {unknown}; strategy_ckpt_config has {list(_STRATEGY)}.")
    for name, value in config.items():
        kind, _, option = _STRATEGY[name]
        instance("set_auto_parallel_context", f"strategy_ckpt_config[{name!r}]", value, kind)
        settings.parallel[option or name] = value


def _refuse(name: str, value: Any) -> None:
    default, remedy = _REFUSED[name]
    instance("set_auto_parallel_context", name, value, type(default))
    if type(default) is int and value < 1:
        raise ValueError(
            f"The context configuration parameter '{name}' must be 1 or more, but got {value}."
        )
    if value != default:
        raise NotImplementedError(f"set_auto_parallel_context({name}={value}): {remedy}.")


def _check_value(name: str, value: Any) -> None:
    if name == "parallel_mode" and value not in ParallelMode.MODE_LIST:
        raise ValueError(
            "The context configuration parameter 'parallel_mode' only support 'stand_alone', "
            "'data_parallel', 'hybrid_parallel', 'semi_auto_parallel' and 'auto_parallel', but got "
            f"the value : {value}."
        )
    if name == "pipeline_config":
        _check_pipeline(value)
    if name == "parallel_optimizer_config":
        _check_optimizer(value)
    if name in _SEARCH_MODES and value not in (*SEARCHES, "sharding_propagation"):
        raise ValueError(
            f"The context configuration parameter '{name}' only support 'recursive_programming', "
            f"'dynamic_programming' and 'sharding_propagation', but got the value: {value}."
        )
    limits = {
        "device_num": (1, 4096), "global_rank": (0, 4095), "pipeline_stages": (1, sys.maxsize)
    }  # fmt: skip
    low, high = limits.get(name, (None, None))
    if low is not None and not low <= value <= high:
        raise ValueError(
            f"The context configuration parameter '{name}' must be in [{low}, {high}], but got {value}."
        )


def _check_optimizer(config: dict[str, Any]) -> None:
    """parallel_optimizer_config; ValueError for unknown members and values, TypeError for another type."""
    where, unknown = "set_auto_parallel_context", sorted(set(config) - set(_OPTIMIZER))
    if unknown:
        raise ValueError(
            f"Unknown config: {unknown}; parallel_optimizer_config has {list(_OPTIMIZER)}."
        )
    for name, value in config.items():
        kind, is_allowed, wanted = _OPTIMIZER[name]
        instance(where, name, value, kind)
        if not is_allowed(value):
            raise ValueError(f"For '{where}', '{name}' should be {wanted}, but got {value!r}.")


def _check_pipeline(config: dict[str, Any]) -> None:
    names = ("pipeline_interleave", "pipeline_scheduler")
    for name in config:
        if name not in names:
            raise ValueError(f"Unknown config: [{name!r}]; pipeline_config has {list(names)}.")
    for name in names:
        if name not in config:
            raise KeyError(f"pipeline_config needs {name!r} as well, but got {config!r}.")
    interleave = boolean(
        "set_auto_parallel_context", "pipeline_interleave", config["pipeline_interleave"]
    )
    scheduler = choice(
        "set_auto_parallel_context", "pipeline_scheduler", config["pipeline_scheduler"], SCHEDULERS
    )
    if not interleave and scheduler != "1f1b":
        raise TypeError(
            f"When pipeline_interleave is False, {scheduler!r} is not supported, only '1f1b' is allowed."
        )


def searches() -> bool:
    """Whether the context says to search for strategies."""
    parallel_options = settings.parallel
    auto = parallel_options.get("parallel_mode") == ParallelMode.AUTO_PARALLEL
    one_stage = parallel_options.get("pipeline_stages", 1) == 1
    propagates = get_auto_parallel_context("sharding_propagation")
    return (
        auto
        and one_stage
        and not propagates
        and get_auto_parallel_context("search_mode") in SEARCHES
    )


def get_auto_parallel_context(attr_key: str) -> Any:
    """The value of one option of the parallel context.

    `attr_key`: a name `set_auto_parallel_context` takes, such as 'parallel_mode' or 'device_num';
    what was not set has its default.

    Raises ValueError for names MindSpore does not know. As in MindSpore.
    """
    if attr_key in _DERIVED:
        return _DERIVED[attr_key](settings.parallel)
    if attr_key not in _KNOWN_OPTIONS:
        raise ValueError(f"Get context keyword {attr_key} is not recognized!")
    if attr_key in _REFUSED:
        return _REFUSED[attr_key][0]
    if attr_key == "strategy_ckpt_config":
        return {
            name: settings.parallel.get(option or name, default)
            for name, (_, default, option) in _STRATEGY.items()
        }
    if attr_key in settings.parallel:
        return settings.parallel[attr_key]
    from_launcher = {"device_num": "WORLD_SIZE", "global_rank": "RANK"}
    if attr_key in from_launcher and settings.parallel.get("initialized"):
        return int(os.environ.get(from_launcher[attr_key], _USED[attr_key][1]))
    return (_USED.get(attr_key) or _IGNORED[attr_key])[1]


def reset_auto_parallel_context() -> None:
    """Set every option of the parallel context back to its default."""
    initialized = settings.parallel.get("initialized")
    settings.parallel.clear()
    if initialized:
        settings.parallel["initialized"] = initialized


_algo_defaults: dict[str, Any] = {
    "fully_use_devices": False,
    "elementwise_op_strategy_follow": False,
    "enable_algo_approxi": False,
    "algo_approxi_epsilon": 0.1,
    "tensor_slice_align_enable": False,
    "tensor_slice_align_size": 16,
}
_algo: dict[str, Any] = dict(_algo_defaults)


def set_algo_parameters(**kwargs: object) -> None:
    """Accepted; the search for strategies has no such settings."""
    for name, value in kwargs.items():
        if name not in _algo:
            raise ValueError(f"Set context keyword {name} is not recognized!")
        if value != _algo_defaults[name]:
            no_effect("set_algo_parameters", name, value, "the search has no such setting")
        _algo[name] = value


def get_algo_parameters(attr_key: str) -> Any:
    """The value that `set_algo_parameters` was given for `attr_key`, a str; ValueError for unknown names."""
    if attr_key not in _algo:
        raise ValueError(f"Get context keyword {attr_key} is not recognized!")
    return _algo[attr_key]


def reset_algo_parameters() -> None:
    """Set the algorithm parameters back to their defaults."""
    _algo.update(_algo_defaults)


_KNOWN_OPTIONS = {**_USED, **_IGNORED, **_REFUSED}
# Asked for only: parts of pipeline_config, and whether a script chose full_batch itself.
_DERIVED = {
    "pipeline_interleave": lambda held: held.get("pipeline_config", {}).get(
        "pipeline_interleave", False
    ),
    "pipeline_scheduler": lambda held: held.get("pipeline_config", {}).get(
        "pipeline_scheduler", "1f1b"
    ),
    "full_batch_is_set": lambda held: "full_batch" in held,
}


class _AutoParallelContext:
    """What old scripts reach as `auto_parallel_context()`: the same options through methods."""

    def __getattr__(self, name: str) -> Any:
        verb, _, option = name.partition("_")
        if verb == "get" and (option in _KNOWN_OPTIONS or option in _DERIVED):
            return lambda: get_auto_parallel_context(option)
        if verb == "set" and option in _KNOWN_OPTIONS:
            return lambda value: set_auto_parallel_context(**{option: value})
        raise AttributeError(f"msacc's auto_parallel_context() does not have {name!r}.")

    def set_all_reduce_fusion_split_indices(self, indices: list[int], group: str = "") -> None:
        """Accepted; gradients are reduced in buckets of fixed size."""
        no_effect(
            "auto_parallel_context",
            "all_reduce_fusion_split_indices",
            indices,
            "buckets have a fixed size",
        )
        no_effects("auto_parallel_context", "buckets have a fixed size", group=(group, ""))

    set_all_reduce_fusion_split_sizes = set_all_reduce_fusion_split_indices


_context = _AutoParallelContext()


def auto_parallel_context() -> _AutoParallelContext:
    """The parallel context as an object."""
    return _context
