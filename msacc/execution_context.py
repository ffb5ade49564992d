"""set_context and set_device: execution mode, device and options."""

from __future__ import annotations

import logging
import os
from typing import Any

import torch

from msacc.common.checks import instance
from msacc.common.context_defaults import CONTEXT_DEFAULTS
from msacc.common.environment import apply_environment
from msacc.common.keyword_hints import hint
from msacc.common.settings import GRAPH_MODE as GRAPH_MODE
from msacc.common.settings import PYNATIVE_MODE as PYNATIVE_MODE
from msacc.common.settings import TOO_FEW_GPUS, best_device, default_level, settings
from msacc.common.warn_once import no_effect, once

STRICT, COMPATIBLE, LAX = 0, 1, 2
DEBUG, RELEASE = 1, 0
_TARGETS = ("CPU", "GPU", "Ascend", "Davinci")


# Accepted options that change nothing here: their type, default and the reason.
_ASCEND = "it concerns Ascend only"
_GRAPHS = "torch.compile has logs of its own (TORCH_LOGS)"
_MEMORY = "torch manages memory (PYTORCH_CUDA_ALLOC_CONF)"
_IGNORED: dict[str, tuple[Any, Any, str]] = {
    "save_graphs": ((bool, int), False, _GRAPHS),
    "save_graphs_path": (str, ".", _GRAPHS),
    "aoe_tune_mode": (str, "", _ASCEND),
    "aoe_config": (dict, {}, _ASCEND),
    "auto_tune_mode": (str, "NO_TUNE", _ASCEND),
    "enable_reduce_precision": (bool, True, _ASCEND),
    "variable_memory_max_size": (str, "0", _MEMORY),
    "enable_auto_mixed_precision": (bool, False, "use amp_level or Cell.to_float"),
    "inter_op_parallel_num": (int, 0, "torch runs ops in order"),
    "enable_graph_kernel": (bool, False, "graph mode fuses kernels always"),
    "graph_kernel_flags": (str, "", "graph mode fuses kernels always"),
    "reserve_class_name_in_scope": (bool, True, "graphs have no scopes here"),
    "check_bprop": (bool, False, "autograd checks shapes itself"),
    "max_device_memory": (str, "1024GB", _MEMORY),
    "print_file_path": (str, "", "print goes to standard output"),
    "env_config_path": (str, "", _ASCEND),
    "save_compile_cache": (bool, False, "compiled code is always cached on disk"),
    "load_compile_cache": (bool, False, "compiled code is always cached on disk"),
    "enable_compile_cache": (bool, False, "compiled code is always cached on disk"),
    "compile_cache_path": (str, "", "set TORCHINDUCTOR_CACHE_DIR"),
    "mempool_block_size": (str, "1GB", _MEMORY),
    "disable_format_transform": (bool, False, _ASCEND),
    "op_timeout": (int, 900, _ASCEND),
    "ascend_config": (dict, {}, _ASCEND),
    "jit_syntax_level": (int, LAX, "a run is recorded; what cannot be runs op by op"),
    "debug_level": (int, RELEASE, _GRAPHS),
    "jit_enable_inplace_ops": (bool, True, "in-place writes are always allowed"),
    "memory_optimize_level": (str, "O0", "use Cell.recompute"),
    "memory_offload": (str, "OFF", "parameters stay on their device"),
    "enable_dump": (bool, False, "use Cell hooks"),
    "save_dump_path": (str, ".", "use Cell hooks"),
    "enable_profiling": (bool, False, "use msacc.Profiler"),
    "profiling_options": (str, "", "use msacc.Profiler"),
    "enable_sparse": (bool, False, "EmbeddingLookup(sparse=True) says which gradients are by rows"),
    "max_call_depth": (int, 1000, "Python's own recursion limit holds"),
}
_USED: dict[str, Any] = {
    "mode": int,
    "device_target": str,
    "device_id": int,
    "deterministic": str,
    "runtime_num_threads": int,
    "pynative_synchronize": bool,
    "jit_config": dict,
    "jit_level": object,
    "gpu_config": dict,
}


def set_context(**kwargs: object) -> None:
    """Set options of the running environment.

    `mode` (GRAPH_MODE or PYNATIVE_MODE), `device_target`, `device_id`, `deterministic`,
    `runtime_num_threads`, `jit_config`, `jit_level`, `pynative_synchronize` take effect; the other names MindSpore
    knows are accepted and said once to change nothing. A device that is not there is replaced by the
    best one that is. Raises ValueError for unknown names or values, TypeError for wrong types.
    """
    apply_environment()
    for name, value in kwargs.items():
        if name in _USED:
            instance("set_context", name, value, _USED[name])
            _APPLY[name](value)
        elif name in _IGNORED:
            kind, default, why = _IGNORED[name]
            instance("set_context", name, value, kind)
            if value != default:
                no_effect("set_context", name, value, why)
        elif name == "grad_for_scalar":
            raise ValueError(
                "For 'context.set_context', the parameter 'grad_for_scalar' has been removed since MindSpore 2.10: "
                f"give a Tensor to have its gradient, instead of grad_for_scalar={value!r}."
            )
        else:
            known = sorted((*_USED, *_IGNORED))
            raise ValueError(
                f"For 'context.set_context', the keyword argument {name} is not recognized! "
                f"Known: {', '.join(known)}{hint(name, known)}."
            )
        settings.options[name] = value


def _set_mode(mode: int) -> None:
    if mode not in (GRAPH_MODE, PYNATIVE_MODE):
        raise ValueError(
            "For 'context.set_context', the argument 'mode' should be context.GRAPH_MODE (0) or "
            f"context.PYNATIVE_MODE (1), but got {mode}."
        )
    settings.mode = mode


def _set_target(target: str) -> None:
    if target not in _TARGETS:
        raise ValueError(
            "For 'context.set_context', the argument 'device_target' must be one of "
            f"{list(_TARGETS)}, but got {target}."
        )
    if target == "CPU":
        settings.device = torch.device("cpu")
    else:
        best = best_device()
        if TOO_FEW_GPUS in os.environ:
            raise RuntimeError(
                f"For 'set_context', the argument 'device_target' is {target!r}, and msrun was started with "
                f"{os.environ[TOO_FEW_GPUS]}."
            )
        device_name = "GPU" if target == "GPU" else "Ascend"
        if best.type == "cpu" or device_name == "Ascend":
            name = "CPU" if best.type == "cpu" else "GPU"
            once(
                f"device:{target}",
                f"no {device_name} device here: running on {name}.",
                logging.INFO,
            )
        index = settings.options.get("device_id")
        _use(best, index)
    settings.device_is_set = True


def _use(device: torch.device, index: int | None) -> None:
    """Make `device` current; on CUDA a launched process keeps to the card of its local rank."""
    if device.type == "cuda":
        local = os.environ.get("LOCAL_RANK")
        index = int(local) if local else (index or 0)
        count = torch.cuda.device_count()
        if index >= count:
            raise ValueError(
                f"'device_id' should be below the {count} CUDA devices here, but got {index}."
            )
        torch.cuda.set_device(index)
        device = torch.device("cuda", index)
    settings.device = device


def _set_device_id(device_id: int) -> None:
    if not 0 <= device_id <= 4095:
        raise ValueError(
            f"For 'set_context', 'device_id' should be in [0, 4095], but got {device_id}."
        )
    if settings.device.type == "cuda":
        _use(torch.device("cuda"), device_id)


def _set_deterministic(value: str) -> None:
    if value not in ("ON", "OFF"):
        raise ValueError(
            f"For 'set_context', 'deterministic' should be 'ON' or 'OFF', but got {value!r}."
        )
    torch.use_deterministic_algorithms(value == "ON", warn_only=True)


def _set_threads(count: int) -> None:
    if count < 1:
        raise ValueError(
            f"For 'set_context', 'runtime_num_threads' should be 1 or more, but got {count}."
        )
    torch.set_num_threads(count)


def _set_jit(config: dict[str, Any]) -> None:
    level = config.get("jit_level", settings.jit_level) or default_level()
    if level not in ("", "O0", "O1", "O2"):
        raise ValueError(
            f"For 'jit_config', 'jit_level' should be O0, O1 or O2, but got {level!r}."
        )
    settings.jit_level = level
    for name in config.keys() - {"jit_level"}:
        if name not in ("infer_boost", "exc_mode"):
            raise ValueError(
                "For 'context.set_context', the key of argument 'jit_config' must be one of 'jit_level', "
                f"'infer_boost', but got {name}."
            )
        no_effect("set_context(jit_config)", name, config[name])


def _set_level(level: str) -> None:
    if not isinstance(level, str):
        raise RuntimeError(
            f"For 'set_context', 'jit_level' should be 'O0', 'O1' or 'O2', but got {level!r}."
        )
    if level in ("", "O0", "O1", "O2"):
        settings.jit_level = level or default_level()
    else:
        no_effect("set_context", "jit_level", level, "the levels are O0, O1 and O2")


# torch's defaults are MindSpore's: convolutions may use TF32, matrix products not.
_TF32: dict[str, Any] = {
    "conv_allow_tf32": torch.backends.cudnn,
    "matmul_allow_tf32": torch.backends.cuda.matmul,
}


def _set_gpu(config: dict[str, Any]) -> None:
    for name, value in config.items():
        if name in _TF32:
            _TF32[name].allow_tf32 = bool(value)
        else:
            no_effect("set_context(gpu_config)", name, value, "cuDNN chooses its algorithms")


def _set_synchronize(on: bool) -> None:
    if on and settings.device.type == "cuda":
        no_effect(
            "set_context", "pynative_synchronize", on, "set CUDA_LAUNCH_BLOCKING=1 before starting"
        )


_APPLY: dict[str, Any] = {
    "mode": _set_mode,
    "device_target": _set_target,
    "device_id": _set_device_id,
    "deterministic": _set_deterministic,
    "runtime_num_threads": _set_threads,
    "jit_config": _set_jit,
    "jit_level": _set_level,
    "gpu_config": _set_gpu,
    "pynative_synchronize": _set_synchronize,
}


# Options that are read otherwise than set.
_AS_NUMBERS: dict[str, dict[Any, int]] = {
    "memory_optimize_level": {"O0": 0, "O1": 1},
    "save_graphs": {False: 0, True: 2},
}


def get_context(attr_key: str) -> Any:
    """The value of one option of the running environment.

    `attr_key`: a name `set_context` takes, such as 'mode' or 'device_target', or one that MindSpore's
    compiler holds; what was not set has its default.

    Raises ValueError for names MindSpore does not know. Differs from MindSpore: 'device_target' is
    the device in use, so 'GPU' where 'Ascend' was asked for and a GPU is there; a name that is no
    str is a ValueError, too.
    """
    current_values = {
        "mode": settings.mode,
        "device_target": "GPU" if settings.device.type == "cuda" else "CPU",
        "device_id": settings.options.get("device_id", settings.device.index or 0),
    }
    if attr_key in current_values:
        return current_values[attr_key]
    if attr_key in _TF32:
        return _TF32[attr_key].allow_tf32
    if attr_key in settings.options or attr_key in _IGNORED:
        value = settings.options.get(attr_key, _IGNORED.get(attr_key, (None, None))[1])
        if attr_key in _AS_NUMBERS and type(value) is not int:
            return _AS_NUMBERS[attr_key].get(value, value)
        return value
    if attr_key in CONTEXT_DEFAULTS:
        return settings.options.get("gpu_config", {}).get(attr_key, CONTEXT_DEFAULTS[attr_key])
    defaults = {
        "deterministic": "OFF",
        "runtime_num_threads": torch.get_num_threads(),
        "jit_level": settings.options.get("jit_config", {}).get("jit_level", ""),
        "pynative_synchronize": False,
    }
    if attr_key in defaults or attr_key in _USED:
        return defaults.get(attr_key)
    raise ValueError(f"For 'context.get_context', the argument {attr_key} is not recognized!")


def set_device(device_target: str, device_id: int | None = None) -> None:
    """Choose the device that tensors lie on and ops run on.

    `device_target`: 'CPU', 'GPU' or 'Ascend'.
    `device_id`: its number, 0 to 4095 (a launched process keeps to the GPU of its local rank).

    Raises ValueError for another target or a number with no GPU to it, TypeError when `device_id` is no int.

    Differs from MindSpore: a device that is not there is no error; the best one that is (GPU before CPU) is
    taken instead, and 'Ascend' always means that.
    """
    if not isinstance(device_target, str) or device_target not in _TARGETS[:3]:
        raise ValueError(
            f"The argument 'device_target' must be one of {list(_TARGETS[:3])}, but got {device_target!r}"
            + ("; 'GPU' is MindSpore's word for CUDA devices." if device_target == "cuda" else ".")
        )
    if device_id is not None:
        set_context(device_id=device_id)
    set_context(device_target=device_target)


def get_current_device() -> Any:
    """(device_target, device_id) of the device in use."""
    return get_context("device_target"), get_context("device_id")


def set_deterministic(deterministic: bool) -> None:
    """Ask torch for deterministic kernels where it has them.

    The environment variables that go with it, HCCL_DETERMINISTIC and TE_PARALLEL_COMPILER, are set or taken away as in
    MindSpore; nothing here reads them. Raises TypeError unless a bool. Differs from MindSpore: it may be called again.
    """
    instance("set_deterministic", "deterministic", deterministic, bool)
    set_context(deterministic="ON" if deterministic else "OFF")
    for name, (on, off) in _DETERMINISTIC.items():
        current = os.environ.get(name)
        if deterministic and current not in on:
            os.environ[name] = on[0]
        elif not deterministic and current and current != off:
            del os.environ[name]


# Values that go with it, the first of which is set, and the one that goes without it.
_DETERMINISTIC = {
    "HCCL_DETERMINISTIC": (("true", "strict"), "false"),
    "TE_PARALLEL_COMPILER": (("1",), "0"),
}


def set_recursion_limit(recursion_limit: int = 1000) -> None:
    """Accepted; Python's own recursion limit holds, not `recursion_limit`."""
    set_context(max_call_depth=recursion_limit)


def get_jit_config() -> dict[str, Any]:
    """The options `jit_config` has set."""
    return {"jit_level": settings.jit_level}


def set_ps_context(**kwargs: object) -> None:
    """Refused when it turns the parameter server on; msacc has none."""
    if kwargs.get("enable_ps"):
        raise NotImplementedError(
            "msacc has no parameter-server mode (set_ps_context(enable_ps=True)), and MindSpore 2.10 no "
            "Cell.set_param_ps any more. Take away set_ps_context and set_param_ps, and start the workers "
            "alone, msrun --worker_num=8 train.py: data parallel gives the sums that the servers did."
        )
    for name, value in kwargs.items():
        if name not in (*_PS_DEFAULTS, "client_password", "server_password"):
            raise ValueError(f"Set PS context keyword {name} is not recognized!")
        if value != _PS_DEFAULTS.get(name):
            no_effect(
                "set_ps_context",
                name,
                "..." if "password" in name else value,
                "there is no parameter server",
            )


_PS_DEFAULTS = {"enable_ps": False, "enable_ssl": False, "config_file_path": ""}


def get_ps_context(attr_key: str) -> Any:
    """The value of `attr_key` of a job without parameter servers; ValueError for unknown names."""
    if attr_key not in _PS_DEFAULTS:
        raise ValueError(f"Get PS context keyword {attr_key} is not recognized!")
    return _PS_DEFAULTS[attr_key]


def reset_ps_context() -> None:
    """Nothing to reset: there is no parameter server."""


def set_offload_context(offload_config: dict[str, Any]) -> None:
    """Accepted; parameters and activations stay on their device."""
    instance("set_offload_context", "offload_config", offload_config, dict)
    no_effect("set_offload_context", "offload_config", offload_config, "nothing is offloaded")
