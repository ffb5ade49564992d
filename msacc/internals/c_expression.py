"""`mindspore._c_expression`: the names that libraries import from MindSpore's compiled core."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import torch

from msacc.common import philox
from msacc.common.param_info import ParamInfo as ParamInfo
from msacc.common.tensor import Tensor as Tensor
from msacc.common.unsupported_names import unsupported
from msacc.common.unsupported_services import ms_memory_recycle as _ms_memory_recycle
from msacc.common.warn_once import no_effect
from msacc.graph.grad_operation import GradOperation
from msacc.nn.cell import Cell
from msacc.ops.array.creation import empty
from msacc.ops.nn.conv import dense


class MixedPrecisionType(enum.Enum):
    """What a Cell computes in: `Cell.to_float` says it here."""

    NOTSET = 0
    FP16 = 1
    FP32 = 2
    BF16 = 3


# Where MindSpore derives its classes from compiled ones, the classes themselves are given.
TensorPy = Tensor
Cell_ = Cell
GradOperation_ = GradOperation


def is_reboot_node() -> bool:
    """Whether a node takes the place of one that failed: never, here the whole job starts again."""
    return False


def swap_cache(
    host: Tensor, device: Tensor, block_mapping: Tensor, is_device_to_host: bool
) -> None:
    """Copy blocks between two caches of the same block shape; `block_mapping`: rows [from, to], shape (n, 2).

    From `device` to `host` with `is_device_to_host`, else the other way. Raises ValueError for another mapping.
    """
    if len(block_mapping.shape) != 2 or block_mapping.shape[1] != 2:
        raise ValueError(
            f"For 'swap_cache', 'block_mapping' should have the shape (n, 2), but got {block_mapping.shape}."
        )
    source, target = (device, host) if is_device_to_host else (host, device)
    rows = block_mapping._t.long()
    target._t[rows[:, 1]] = source._t[rows[:, 0]].to(target._t.device)


def _random_normal(seed: int, array: np.ndarray, mean: float, sigma: float) -> None:
    """Fill an array with the numbers MindSpore's initializers draw; RuntimeError for another dtype than float32."""
    if array.dtype != np.float32:
        raise RuntimeError(f"Unsupported data type '{array.dtype.char}'.")
    out = torch.empty(array.shape)
    philox.normal(out, seed, mean, sigma)
    array[...] = out.numpy()


# Before release 2.3 it had no underscore.
random_normal = _random_normal


def pyboost_dense(primitive: Any, args: Any) -> Tensor:
    """`ops.dense` as MindSpore's core takes it: the primitive Dense and a list of input, weight, bias.

    ValueError for another primitive.
    """
    if getattr(primitive, "name", None) != "Dense":
        raise ValueError(f"'pyboost_dense' takes the primitive Dense, but got {primitive!r}.")
    result: Tensor = dense(*args)
    return result


def _framework_profiler_step_start() -> None:
    """A mark for MindSpore's own profiler; torch's, which runs here, needs none."""


def _framework_profiler_step_end() -> None:
    """A mark for MindSpore's own profiler; torch's, which runs here, needs none."""


def disable_multi_thread() -> None:
    """Launch kernels from one thread, as it is here always."""


def _empty_instance(
    *size: object, dtype: Any = None, device: str | None = None, pin_memory: bool = False
) -> Tensor:
    """A Tensor whose values are not set: `_empty_instance(2, 3)` or `_empty_instance((2, 3), dtype=…)`.

    It is `mint.empty`. `pin_memory` has no effect, which is said.
    """
    if pin_memory:
        no_effect("_empty_instance", "pin_memory", pin_memory, "memory is not pinned here")
    tensor: Tensor = empty(*size, dtype=dtype, device=device)
    return tensor


def pyboost_empty(primitive: Any, args: Any) -> Tensor:
    """`_empty_instance` as MindSpore's core takes it: the primitive Empty and a list of size, dtype, device.

    ValueError for another primitive.
    """
    if getattr(primitive, "name", None) != "Empty":
        raise ValueError(f"'pyboost_empty' takes the primitive Empty, but got {primitive!r}.")
    size, dtype = args[0], args[1] if len(args) > 1 else None
    return _empty_instance(tuple(size), dtype=dtype, device=args[2] if len(args) > 2 else None)


__all__ = ["Cell_", "ParamInfo", "Tensor", "TensorPy", "_ms_memory_recycle"]


@unsupported(
    "it runs the tape of MindSpore's own autograd; mindspore.grad and value_and_grad derive a function"
)
def run_backward(
    tensors: Any,
    grad_tensors: Any,
    keep_graph: bool,
    create_graph: bool,
    inputs: Any,
    allow_unreachable: bool = True,
    *,
    accumulate_grad: bool = True,
) -> Any:
    """Not here: raises NotImplementedError."""
    raise NotImplementedError


def update_pijit_default_config(**kwargs: object) -> None:
    """Accepted: graphs are torch.compile's, which has no such settings."""
    for name, value in kwargs.items():
        no_effect("update_pijit_default_config", name, value, "graphs are torch.compile's")
