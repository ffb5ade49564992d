"""Top-level names for MindSpore's own graphs, file formats and services, which are not supported here."""

from __future__ import annotations

import gc
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.settings import settings
from msacc.common.unsupported_names import unsupported
from msacc.common.warn_once import no_effect

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

_MINDIR = "MindIR is read by load() for nn.GraphCell, and not written; export() writes ONNX and torch's PT2"
_HIDING = (
    "hiding weights needs MindSpore's rewrite of graphs; save_checkpoint(enc_key=…) encrypts them"
)


def no_inline(fn: Callable[..., Any] | None = None) -> Any:
    """`fn` itself: equal parts of a graph are not compiled anew for being called often. A decorator for None."""
    return (lambda inner: inner) if fn is None else fn


def _function_forbid_reuse(func: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself: a graph is compiled for what it calls, not kept by name. TypeError for no function."""
    if not isinstance(func, FunctionType):
        raise TypeError(
            f"Decorator _function_forbid_reuse can only be used for function type, but got {func}."
        )
    return func


def ms_memory_recycle() -> None:
    """Collect what nothing refers to, and give unused device memory back."""
    gc.collect()
    if settings.device.type == "cuda":
        torch.cuda.empty_cache()


def set_mindio_server_info(data_block_pool_capacity_in_gb: int = 100) -> None:
    """Accepted; there is no MindIO server. `data_block_pool_capacity_in_gb` has no effect, which is said once."""
    no_effect(
        "set_mindio_server_info",
        "data_block_pool_capacity_in_gb",
        data_block_pool_capacity_in_gb,
        "there is no MindIO server",
    )


def mindio_preload(ckpt_file_name: str) -> bool:
    """Whether a MindIO server loads the file `ckpt_file_name` ahead: never; that is said once."""
    no_effect("mindio_preload", "ckpt_file_name", ckpt_file_name, "there is no MindIO server")
    return False


@unsupported("it counts in Ascend's graphs; torch.utils.flop_counter.FlopCounterMode counts here")
def flops_collection(phase: str = "train") -> Any:
    """The operations of a compiled graph of the `phase`. Not here: raises NotImplementedError."""
    raise NotImplementedError


@unsupported(_MINDIR)
def load_mindir(file_name: str) -> Any:
    """Read the MindIR file `file_name`. Not here: raises NotImplementedError."""
    raise NotImplementedError


@unsupported(_MINDIR)
def save_mindir(model: object, file_name: str) -> None:
    """Write the MindIR `model` to `file_name`. Not here: raises NotImplementedError."""
    raise NotImplementedError


@unsupported(_HIDING)
def obfuscate_ckpt(
    network: Cell,
    ckpt_files: str,
    target_modules: object = None,
    obf_config: object = None,
    saved_path: str = "./",
    obfuscate_scale: int = 100,
) -> Any:
    """Hide the weights of a checkpoint. Not here: raises NotImplementedError.

    Not looked at: `network`, `ckpt_files`, `target_modules`, `obf_config`, `saved_path` and `obfuscate_scale`.
    """
    raise NotImplementedError


@unsupported(_HIDING)
def load_obf_params_into_net(
    network: Cell,
    target_modules: object = None,
    obf_ratios: object = None,
    obf_config: object = None,
    data_parallel_num: int = 1,
    **kwargs: object,
) -> Any:
    """Load hidden weights. Not here: raises NotImplementedError.

    Not looked at: `network`, `target_modules`, `obf_ratios`, `obf_config` and `data_parallel_num`.
    """
    raise NotImplementedError


class DeviceCtx:
    """`with DeviceCtx(name):` make tensors on a device: "CPU", "GPU", "Ascend" or "meta".

    Raises ValueError for another name or a negative `device_id`, NotImplementedError for a device that is not this
    process's, both when it is entered.
    """

    def __init__(self, name: str, device_id: int | None = None):
        self.name, self.device_id = name, device_id

    def __enter__(self) -> DeviceCtx:
        if self.name not in ("CPU", "GPU", "Ascend", "meta"):
            raise ValueError(
                f"For DeviceCtx, the name must be 'CPU', 'GPU', 'Ascend' or 'meta', but got {self.name!r}."
            )
        if self.device_id is not None and self.device_id < 0:
            raise ValueError(
                f"For DeviceCtx, 'device_id' must not be negative, got {self.device_id}."
            )
        current = "GPU" if settings.device.type == "cuda" else "CPU"
        if self.name != current:
            raise NotImplementedError(
                f"msacc keeps all tensors on the process's one device ({current}), not on {self.name!r}; "
                "parameters made in "
                "no_init_parameters() take no memory until they are filled."
            )
        return self

    def __exit__(self, *error: object) -> None:
        pass


class MSContext:
    """What scripts ask MindSpore's core about Ascend: there is none."""

    @classmethod
    def get_instance(cls) -> MSContext:
        """One to ask."""
        return cls()

    def get_ascend_soc_version(self) -> str:
        """The name of Ascend's chip: empty, as on MindSpore's CPU build."""
        return ""

    def is_ascend_plugin_loaded(self) -> bool:
        """Whether Ascend's part of MindSpore is there: no."""
        return False


class security:
    """What scripts ask about the build that writes nothing to disk."""

    @staticmethod
    def enable_security() -> bool:
        """Whether this is that build: no, summaries, checkpoints and dumps are written."""
        return False
