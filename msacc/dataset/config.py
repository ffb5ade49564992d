"""Settings of the dataset engine.

`set_seed` determines every random order and draw. Settings of MindSpore's own threads,
autotuning and watchdogs are stored and returned, with a notice once that they have no effect.
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
    """How a map handles a row whose processing fails."""

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


def _store_without_effect(name: str, value: object, why: str) -> None:
    if _values[name] != value:
        once(
            f"dataset.config.{name}", f"dataset.config.set_{name}({value!r}) has no effect: {why}."
        )
    _values[name] = value


def _checked_int(
    name: str,
    value: int,
    low: int = 1,
    requirement: str = "isn't of type int",
    subject: str = "Interval given",
) -> int:
    if not check.is_int(value):
        raise check.error_with_note(TypeError, f"{name} {requirement}.", f"Got {value!r}.")
    if not low <= value <= check.INT32_MAX:
        left = "[0" if low == 0 else "(0"
        raise ValueError(
            f"{subject} is not within the required range {left}, INT32_MAX({check.INT32_MAX})]. "
            f"Got {name}: {value}."
        )
    return int(value)


def _checked_bool(name: str, value: object, requirement: str = "must be of type bool") -> bool:
    if not isinstance(value, bool):
        raise check.error_with_note(TypeError, f"{name} {requirement}.", f"Got {value!r}.")
    return value


def set_seed(seed: int) -> None:
    """Seeds the row orders and random transforms of pipelines created from now on.

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
    """Returns the seed; 5489 means that none was set, and orders differ from run to run."""
    return settings.dataset_seed


def set_num_parallel_workers(num: int) -> None:
    """Sets the default number of workers. Only worker processes for Python code use it here."""
    _values["num_parallel_workers"] = _checked_int(
        "num", num, subject="Number of parallel workers given"
    )


def get_num_parallel_workers() -> int:
    """Returns the default number of workers."""
    return int(_values["num_parallel_workers"])


def set_prefetch_size(size: int) -> None:
    """Sets how many rows are computed in advance: by a pipeline for its loop, and by each map in it.

    `size`: an int above 0. Raises TypeError or ValueError for other values. Differs from MindSpore: a pipeline
    prefetches at most 64 MB, and two blocks where user functions run; other operators have no queues.
    """
    _values["prefetch_size"] = _checked_int("size", size, subject="size")


def get_prefetch_size() -> int:
    """Returns the value of `set_prefetch_size`."""
    return int(_values["prefetch_size"])


def set_monitor_sampling_interval(interval: int) -> None:
    """The interval (ms) of MindSpore's performance monitor."""
    _store_without_effect(
        "monitor_sampling_interval", _checked_int("interval", interval), "there is no such monitor"
    )


def get_monitor_sampling_interval() -> int:
    """Returns the value of `set_monitor_sampling_interval`."""
    return int(_values["monitor_sampling_interval"])


def set_auto_num_workers(enable: bool) -> None:
    """Let MindSpore choose the number of workers."""
    _store_without_effect(
        "auto_num_workers", _checked_bool("enable", enable), "workers are only used for Python code"
    )


def get_auto_num_workers() -> bool:
    """Returns the value of `set_auto_num_workers`."""
    return bool(_values["auto_num_workers"])


def set_auto_offload(offload: bool) -> None:
    """Move transforms to the device automatically."""
    _store_without_effect(
        "auto_offload",
        _checked_bool("offload", offload, "must be a bool dtype"),
        "transforms run on the CPU",
    )


def get_auto_offload() -> bool:
    """Returns the value of `set_auto_offload`."""
    return bool(_values["auto_offload"])


def set_autotune_interval(interval: int) -> None:
    """The interval (steps) of MindSpore's autotuning."""
    _store_without_effect(
        "autotune_interval",
        _checked_int("interval", interval, 0, "must be of type int"),
        "there is no autotuning",
    )


def get_autotune_interval() -> int:
    """Returns the value of `set_autotune_interval`."""
    return int(_values["autotune_interval"])


def set_enable_autotune(enable: bool, filepath_prefix: str | None = None) -> None:
    """Tune workers and queues while the pipeline runs."""
    prefix = (filepath_prefix, None)
    no_effects("dataset.config", "there is no autotuning", filepath_prefix=prefix)
    _store_without_effect(
        "enable_autotune", _checked_bool("enable", enable), "there is no autotuning"
    )


def get_enable_autotune() -> bool:
    """Returns the value of `set_enable_autotune`."""
    return bool(_values["enable_autotune"])


def set_callback_timeout(timeout: int) -> None:
    """Sets how long (s) a `WaitedDSCallback` waits for a step or epoch."""
    _values["callback_timeout"] = _checked_int("timeout", timeout, subject="Timeout given")


def get_callback_timeout() -> int:
    """Returns how long (s) a `WaitedDSCallback` waits."""
    return int(_values["callback_timeout"])


def set_numa_enable(numa_enable: bool) -> None:
    """Bind to a NUMA node."""
    _store_without_effect(
        "numa_enable",
        _checked_bool("numa_enable", numa_enable, "must be a boolean dtype"),
        "use numactl instead",
    )


def get_numa_enable() -> bool:
    """Returns the value of `set_numa_enable`."""
    return bool(_values["numa_enable"])


def set_enable_shared_mem(enable: bool) -> None:
    """Sets whether worker processes exchange large arrays through shared memory (the default) or pipes.

    `enable`: a bool. Raises TypeError for other values. Differs from MindSpore: the memory has no name and takes no
    space in /dev/shm, so no size need be set.
    """
    _values["enable_shared_mem"] = _checked_bool("enable", enable)


def get_enable_shared_mem() -> bool:
    """Returns the value of `set_enable_shared_mem`."""
    return bool(_values["enable_shared_mem"])


def set_enable_watchdog(enable: bool) -> None:
    """Watch for hanging worker processes."""
    _store_without_effect(
        "enable_watchdog",
        _checked_bool("enable", enable, "must be a boolean dtype"),
        "there is no watchdog",
    )


def get_enable_watchdog() -> bool:
    """Returns the value of `set_enable_watchdog`."""
    return bool(_values["enable_watchdog"])


def set_multiprocessing_timeout_interval(interval: int) -> None:
    """After how many seconds without data MindSpore warns."""
    name = "multiprocessing_timeout_interval"
    _store_without_effect(name, _checked_int("interval", interval), "there is no watchdog")


def get_multiprocessing_timeout_interval() -> int:
    """Returns the value of `set_multiprocessing_timeout_interval`."""
    return int(_values["multiprocessing_timeout_interval"])


def set_multiprocessing_start_method(start_method: str = "fork") -> None:
    """Sets how worker processes start; only "fork" has an effect here."""
    check.instance(None, "start_method", start_method, str)
    check.choice(None, "start_method", start_method, ["fork", "spawn"])
    _store_without_effect(
        "multiprocessing_start_method", start_method, "worker processes are forked"
    )


def get_multiprocessing_start_method() -> str:
    """Returns the value of `set_multiprocessing_start_method`."""
    return str(_values["multiprocessing_start_method"])


def set_fast_recovery(fast_recovery: bool) -> None:
    """Sets whether resumed training skips rows without reading them."""
    _values["fast_recovery"] = _checked_bool(
        "fast_recovery", fast_recovery, "must be a boolean dtype"
    )


def get_fast_recovery() -> bool:
    """Returns the value of `set_fast_recovery`."""
    return bool(_values["fast_recovery"])


def set_debug_mode(debug_mode_flag: bool, debug_hook_list: list[Any] | None = None) -> None:
    """Installs hooks that see the data before and after each operation of the maps that start from now on.

    `debug_hook_list`: `dataset.debug.DebugHook`s; None stands for one that prints types and shapes. Pipelines run
    synchronously, and the user's functions in this process, whatever the number of workers is. If no seed was set, the
    next iterator sets it to 1. Raises TypeError for a flag that is
    no bool and for other lists.
    """
    _values["debug_mode"] = _checked_bool(
        "debug_mode_flag", debug_mode_flag, "isn't of type boolean"
    )
    hooks = [PrintMetaDataHook()] if debug_hook_list is None else debug_hook_list
    check.instance(None, "debug_hook_list", hooks, list)
    for hook in hooks:
        check.instance(None, "debug_hook_list", hook, DebugHook)
    _values["debug_hooks"] = list(hooks) if debug_mode_flag else []


def _get_debug_hook_list() -> list[DebugHook]:
    """Returns the hooks of `set_debug_mode`, while it is on."""
    return list(_values["debug_hooks"])


def get_debug_mode() -> bool:
    """Returns the value of `set_debug_mode`."""
    return bool(_values["debug_mode"])


def _worker_count(workers: int) -> int:
    """Returns `workers`, or 1 in the debug mode."""
    return 1 if _values["debug_mode"] else workers


def set_error_samples_mode(error_samples_mode: ErrorSamplesMode) -> None:
    """Sets how a map handles a row that fails: raise (RETURN), REPLACE it by another one, or SKIP it.

    Raises TypeError for other types.
    """
    check.instance(None, "error_samples_mode", error_samples_mode, ErrorSamplesMode)
    _values["error_samples_mode"] = error_samples_mode


def get_error_samples_mode() -> ErrorSamplesMode:
    """Returns the value of `set_error_samples_mode`; RETURN by default."""
    return ErrorSamplesMode(_values["error_samples_mode"])


def set_iterator_mode(do_copy: bool = False, parallel_convert: bool = False) -> None:
    """Sets how iterators create tensors; here they share memory with the batch."""
    mode = {
        "do_copy": _checked_bool("do_copy", do_copy),
        "parallel_convert": _checked_bool("parallel_convert", parallel_convert),
    }
    _store_without_effect("iterator_mode", mode, "tensors share memory with the batch")


def get_iterator_mode() -> dict[str, bool]:
    """Returns the value of `set_iterator_mode`."""
    return dict(_values["iterator_mode"])


def set_sending_batches(batch_num: int) -> None:
    """How many batches MindSpore sends to an Ascend device."""
    _store_without_effect(
        "sending_batches",
        _checked_int("batch_num", batch_num, 0, "must be an int dtype", "batch_num"),
        "it concerns Ascend only",
    )


def set_video_backend(backend: str) -> None:
    """Who decodes videos: 'CPU', or 'Ascend' for DVPP, which msacc does not have.

    Raises TypeError for no str, ValueError for another name, NotImplementedError for 'Ascend'.
    """
    if not isinstance(backend, str):
        raise TypeError(f"Argument backend with value {backend!r} is not of type [<class 'str'>].")
    if backend not in ("CPU", "Ascend"):
        raise ValueError(
            f"Input backend is not within the valid set of ['CPU', 'Ascend'], but got {backend!r}."
        )
    if backend == "Ascend":
        raise NotImplementedError(
            "msacc decodes videos on the CPU: take away set_video_backend('Ascend')."
        )


def get_video_backend() -> str:
    """Always 'CPU'."""
    return "CPU"


def load(file: str) -> None:
    """Loads settings from a JSON file with MindSpore's names (seed, numParallelWorkers, ...).

    Raises RuntimeError for other content and invalid values, OSError for a file that cannot be opened.
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
