"""Settings of the dataset engine.

`set_seed` decides every random order and draw. Settings that steer MindSpore's own threads,
autotuning and watchdogs are kept and given back, and said to be without effect once.
"""

from __future__ import annotations

import os
import random
from enum import IntEnum
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.common.safe_parsing import json_object, read_text
from msacc.common.settings import settings
from msacc.common.warn_once import no_effects, once
from msacc.dataset.debug import DebugHook, PrintMetaDataHook
from msacc.dataset.errors import pipeline_error

UINT32_MAX = 2**32 - 1


class ErrorSamplesMode(IntEnum):
    """What to do with a row whose processing fails."""

    RETURN = 0
    REPLACE = 1
    SKIP = 2


_values: dict[str, Any] = {
    "prefetch_size": 16,
    "num_parallel_workers": min(8, os.cpu_count() or 1),
    "monitor_sampling_interval": 1000,
    "auto_num_workers": False,
    "auto_offload": False,
    "autotune_interval": 0,
    "callback_timeout": 60,
    "debug_mode": False,
    "debug_hooks": [],
    "enable_autotune": False,
    "enable_shared_mem": True,
    "enable_watchdog": True,
    "error_samples_mode": ErrorSamplesMode.RETURN,
    "fast_recovery": True,
    "multiprocessing_start_method": "fork",
    "multiprocessing_timeout_interval": 300,
    "numa_enable": False,
    "sending_batches": 0,
    "iterator_mode": {"do_copy": False, "parallel_convert": False},
}


def _keep(name: str, value: Any, why: str) -> None:
    if _values[name] != value:
        once(
            f"dataset.config.{name}", f"dataset.config.set_{name}({value!r}) has no effect: {why}."
        )
    _values[name] = value


def _whole(
    name: str,
    value: Any,
    low: int = 1,
    wanted: str = "isn't of type int",
    subject: str = "Interval given",
) -> int:
    if not check.is_int(value):
        raise check.told(TypeError, f"{name} {wanted}.", f"Got {value!r}.")
    if not low <= value <= check.INT32_MAX:
        left = "[0" if low == 0 else "(0"
        raise ValueError(
            f"{subject} is not within the required range {left}, INT32_MAX({check.INT32_MAX})]. "
            f"Got {name}: {value}."
        )
    return int(value)


def _flag(name: str, value: Any, wanted: str = "must be of type bool") -> bool:
    if not isinstance(value, bool):
        raise check.told(TypeError, f"{name} {wanted}.", f"Got {value!r}.")
    return value


def set_seed(seed: int) -> None:
    """Seed the row orders and random transforms of pipelines created from now on.

    `seed`: an int from 0 to 2**32 - 1. `mindspore.set_seed` sets this one, too. Python's `random` and
    numpy's are seeded as well: transforms of PIL images draw from them.

    Raises TypeError or ValueError for other values. The order of rows and the draws of transforms are
    then MindSpore's for the same number of workers.
    """
    if not check.is_int(seed):
        raise TypeError(f"seed isn't of type int. Got {seed!r}.")
    if not 0 <= seed <= UINT32_MAX:
        raise ValueError(
            f"seed given is not within the required range [0, UINT32_MAX({UINT32_MAX})]: {seed}."
        )
    settings.dataset_seed = int(seed)
    random.seed(seed)
    np.random.seed(seed)


def get_seed() -> int:
    """The seed; 5489 means that none was set, and orders differ from run to run."""
    return settings.dataset_seed


def set_num_parallel_workers(num: int) -> None:
    """The default number of workers. Only worker processes for Python code use it here."""
    _values["num_parallel_workers"] = _whole("num", num, subject="Number of parallel workers given")


def get_num_parallel_workers() -> int:
    """The default number of workers."""
    return int(_values["num_parallel_workers"])


def set_prefetch_size(size: int) -> None:
    """Set how many rows are made ahead of those that are asked for: by a pipeline for its loop, and by each map in it.

    `size`: an int above 0. Raises TypeError or ValueError for other values. Differs from MindSpore: of a pipeline's
    last rows at most 64 MB are made ahead, of those that functions of a script make two; other operators have no
    queues.
    """
    _values["prefetch_size"] = _whole("size", size, subject="size")


def get_prefetch_size() -> int:
    """What `set_prefetch_size` was given."""
    return int(_values["prefetch_size"])


def set_monitor_sampling_interval(interval: int) -> None:
    """The interval (ms) of MindSpore's performance monitor."""
    _keep("monitor_sampling_interval", _whole("interval", interval), "there is no such monitor")


def get_monitor_sampling_interval() -> int:
    """What `set_monitor_sampling_interval` was given."""
    return int(_values["monitor_sampling_interval"])


def set_auto_num_workers(enable: bool) -> None:
    """Let MindSpore choose the number of workers."""
    _keep("auto_num_workers", _flag("enable", enable), "workers are only used for Python code")


def get_auto_num_workers() -> bool:
    """What `set_auto_num_workers` was given."""
    return bool(_values["auto_num_workers"])


def set_auto_offload(offload: bool) -> None:
    """Move transforms to the device automatically."""
    _keep(
        "auto_offload",
        _flag("offload", offload, "must be a bool dtype"),
        "transforms run on the CPU",
    )


def get_auto_offload() -> bool:
    """What `set_auto_offload` was given."""
    return bool(_values["auto_offload"])


def set_autotune_interval(interval: int) -> None:
    """The interval (steps) of MindSpore's autotuning."""
    _keep(
        "autotune_interval",
        _whole("interval", interval, 0, "must be of type int"),
        "there is no autotuning",
    )


def get_autotune_interval() -> int:
    """What `set_autotune_interval` was given."""
    return int(_values["autotune_interval"])


def set_enable_autotune(enable: bool, filepath_prefix: str | None = None) -> None:
    """Tune workers and queues while the pipeline runs."""
    prefix = (filepath_prefix, None)
    no_effects("dataset.config", "there is no autotuning", filepath_prefix=prefix)
    _keep("enable_autotune", _flag("enable", enable), "there is no autotuning")


def get_enable_autotune() -> bool:
    """What `set_enable_autotune` was given."""
    return bool(_values["enable_autotune"])


def set_callback_timeout(timeout: int) -> None:
    """How long (s) a `WaitedDSCallback` waits for a step or epoch."""
    _values["callback_timeout"] = _whole("timeout", timeout, subject="Timeout given")


def get_callback_timeout() -> int:
    """How long (s) a `WaitedDSCallback` waits."""
    return int(_values["callback_timeout"])


def set_numa_enable(numa_enable: bool) -> None:
    """Bind to a NUMA node."""
    _keep(
        "numa_enable",
        _flag("numa_enable", numa_enable, "must be a boolean dtype"),
        "use numactl instead",
    )


def get_numa_enable() -> bool:
    """What `set_numa_enable` was given."""
    return bool(_values["numa_enable"])


def set_enable_shared_mem(enable: bool) -> None:
    """Whether worker processes hand large arrays over in shared memory (the default) or through pipes.

    `enable`: a bool. Raises TypeError for other values. Differs from MindSpore: the memory has no name and takes no
    space in /dev/shm, so no size need be set.
    """
    _values["enable_shared_mem"] = _flag("enable", enable)


def get_enable_shared_mem() -> bool:
    """What `set_enable_shared_mem` was given."""
    return bool(_values["enable_shared_mem"])


def set_enable_watchdog(enable: bool) -> None:
    """Watch for hanging worker processes."""
    _keep(
        "enable_watchdog",
        _flag("enable", enable, "must be a boolean dtype"),
        "there is no watchdog",
    )


def get_enable_watchdog() -> bool:
    """What `set_enable_watchdog` was given."""
    return bool(_values["enable_watchdog"])


def set_multiprocessing_timeout_interval(interval: int) -> None:
    """After how many seconds without data MindSpore warns."""
    name = "multiprocessing_timeout_interval"
    _keep(name, _whole("interval", interval), "there is no watchdog")


def get_multiprocessing_timeout_interval() -> int:
    """What `set_multiprocessing_timeout_interval` was given."""
    return int(_values["multiprocessing_timeout_interval"])


def set_multiprocessing_start_method(start_method: str = "fork") -> None:
    """How worker processes start; "fork" is the only way here."""
    check.instance(None, "start_method", start_method, str)
    check.choice(None, "start_method", start_method, ["fork", "spawn"])
    _keep("multiprocessing_start_method", start_method, "worker processes are forked")


def get_multiprocessing_start_method() -> str:
    """What `set_multiprocessing_start_method` was given."""
    return str(_values["multiprocessing_start_method"])


def set_fast_recovery(fast_recovery: bool) -> None:
    """Skip rows without reading them when training resumes."""
    _values["fast_recovery"] = _flag("fast_recovery", fast_recovery, "must be a boolean dtype")


def get_fast_recovery() -> bool:
    """What `set_fast_recovery` was given."""
    return bool(_values["fast_recovery"])


def set_debug_mode(debug_mode_flag: bool, debug_hook_list: list[Any] | None = None) -> None:
    """Have hooks look at the data before and after each operation of the maps that start from now on.

    `debug_hook_list`: `dataset.debug.DebugHook`s; None stands for one that prints types and shapes. Pipelines run
    synchronously in any case. If no seed was set, the next iterator sets it to 1. Raises TypeError for a flag that is
    no bool and for other lists.
    """
    _values["debug_mode"] = _flag("debug_mode_flag", debug_mode_flag, "isn't of type boolean")
    hooks = [PrintMetaDataHook()] if debug_hook_list is None else debug_hook_list
    check.instance(None, "debug_hook_list", hooks, list)
    for hook in hooks:
        check.instance(None, "debug_hook_list", hook, DebugHook)
    _values["debug_hooks"] = list(hooks) if debug_mode_flag else []


def _get_debug_hook_list() -> list[DebugHook]:
    """The hooks at work: those of `set_debug_mode`, while it is on."""
    return list(_values["debug_hooks"])


def get_debug_mode() -> bool:
    """What `set_debug_mode` was given."""
    return bool(_values["debug_mode"])


def set_error_samples_mode(error_samples_mode: ErrorSamplesMode) -> None:
    """What a map does with a row that fails: raise (RETURN), REPLACE it by another one, or SKIP it.

    Raises TypeError for what is no ErrorSamplesMode.
    """
    check.instance(None, "error_samples_mode", error_samples_mode, ErrorSamplesMode)
    _values["error_samples_mode"] = error_samples_mode


def get_error_samples_mode() -> ErrorSamplesMode:
    """What `set_error_samples_mode` was given; RETURN at first."""
    return ErrorSamplesMode(_values["error_samples_mode"])


def set_iterator_mode(do_copy: bool = False, parallel_convert: bool = False) -> None:
    """How iterators make tensors; they share memory with the batch here."""
    mode = {
        "do_copy": _flag("do_copy", do_copy),
        "parallel_convert": _flag("parallel_convert", parallel_convert),
    }
    _keep("iterator_mode", mode, "tensors share memory with the batch")


def get_iterator_mode() -> dict[str, bool]:
    """What `set_iterator_mode` was given."""
    return dict(_values["iterator_mode"])


def set_sending_batches(batch_num: int) -> None:
    """How many batches MindSpore sends to an Ascend device."""
    _keep(
        "sending_batches",
        _whole("batch_num", batch_num, 0, "must be an int dtype", "batch_num"),
        "it concerns Ascend only",
    )


def load(file: str) -> None:
    """Settings from a JSON file with MindSpore's names (seed, numParallelWorkers, ...).

    Raises RuntimeError for other content and values that the settings refuse, OSError where it cannot be opened.
    """
    names = {
        "seed": set_seed,
        "numParallelWorkers": set_num_parallel_workers,
        "workerConnectorSize": set_prefetch_size,
        "opConnectorSize": set_prefetch_size,
        "monitorSamplingInterval": set_monitor_sampling_interval,
    }
    try:
        for name, value in json_object(read_text(file)).items():
            if name in names:
                names[name](value)
    except (ValueError, TypeError) as error:
        raise pipeline_error(f"config.load: {file} cannot be taken: {error}") from error
