"""What torch has CUDA kernels for, by its own tables: they tell dtypes for a CPU and for CUDA, and need no device."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

# Types that no op here computes with, or whose kernels the tables leave to the card that is found.
_NOT_OURS = frozenset(
    (torch.bfloat16, torch.complex32, torch.float8_e4m3fn, torch.float8_e5m2)
    + (torch.float8_e4m3fnuz, torch.float8_e5m2fnuz)
)
# The ops of torch's dispatcher that functions of other names lead to.
_LOWER = {
    "nn.functional.avg_pool1d": ("avg_pool1d", "avg_pool2d"),
    "nn.functional.avg_pool3d": ("avg_pool3d",),
    "nn.functional.avg_pool2d": ("avg_pool2d",),
    "nn.functional.conv2d": ("convolution",),
    "nn.functional.max_pool2d": ("max_pool2d_with_indices",),
    "nn.functional.max_pool3d": ("max_pool3d_with_indices",),
    "nn.functional.upsample_bilinear": ("upsample_bilinear2d",),
    "nn.functional.interpolate": ("upsample_bilinear2d", "upsample_bicubic2d"),
    "histogram": ("histogram", "histogram_bin_ct", "histogram_bins_tensor"),
}
_WORDS = {
    torch.uint8: "Byte",
    torch.int8: "Char",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.float16: "Half",
    torch.float32: "Float",
    torch.float64: "Double",
    torch.bool: "Bool",
    torch.uint16: "UInt16",
    torch.uint32: "UInt32",
    torch.uint64: "UInt64",
}
_UNSIGNED = frozenset((torch.uint16, torch.uint32, torch.uint64))
# On unsigned types of 16 bits and more CUDA is taken to have kernels for these alone, which move values.
_MOVES = frozenset(
    ["_to_copy", "copy", "clone", "detach", "cat", "stack", "alias", "view", "view_as", "reshape"]
    + ["_reshape_alias", "as_strided", "expand", "permute", "transpose", "t", "squeeze", "slice"]
    + ["unsqueeze", "select", "split", "split_with_sizes", "unbind", "diagonal", "lift_fresh"]
    + [
        "empty",
        "empty_like",
        "new_empty",
        "zeros",
        "zeros_like",
        "new_zeros",
        "fill",
        "zero",
        "full",
    ]
    + ["full_like", "ones_like", "_unsafe_view", "device", "unfold", "movedim", "empty_strided"]
    + ["new_empty_strided", "resize", "set", "flip", "scalar_tensor", "_local_scalar_dense", "eq"]
)


@functools.cache
def op_db() -> list[Any]:
    """Torch's table of its ops."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal import common_methods_invocations
    # The import forbids to set flags of backends from here on, in the whole process.
    torch.backends.disable_global_flags.__globals__["__allow_nonbracketed_mutation_flag"] = True
    return list(common_methods_invocations.op_db)


@functools.cache
def gaps() -> dict[str, frozenset[torch.dtype]]:
    """The dtypes that torch's table lists for an op on a CPU, and not on CUDA."""
    found: dict[str, frozenset[torch.dtype]] = {}
    for info in op_db():
        lacking = frozenset(info.dtypes) - frozenset(info.dtypesIfCUDA) - _NOT_OURS
        if lacking:
            found[info.name] = found.get(info.name, frozenset()) | lacking
    return found


@functools.cache
def _of_dispatcher() -> dict[str, frozenset[torch.dtype]]:
    lower: dict[str, frozenset[torch.dtype]] = {}
    for name, dtypes in gaps().items():
        for op in _LOWER.get(name, (name,)):
            lower[op] = lower.get(op, frozenset()) | dtypes
    return lower


class CudaKernels(TorchDispatchMode):
    """Raises torch's error for a call that CUDA has no kernel for."""

    REFUSAL = "_cuda\" not implemented for '"

    def __torch_dispatch__(
        self, func: Any, types: Sequence[type], args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        name = func.name().partition("::")[2].partition(".")[0]
        for t in tree_leaves((args, kwargs)):
            device = getattr(t, "fake_device", None)
            if device is not None and device.type == "cuda" and _lacks(name.rstrip("_"), t.dtype):
                raise NotImplementedError(f"\"{name}{self.REFUSAL}{_WORDS[t.dtype]}'")
        return func(*args, **kwargs)


def _lacks(name: str, dtype: torch.dtype) -> bool:
    if dtype in _UNSIGNED:
        return name not in _MOVES
    return dtype in _of_dispatcher().get(name, ())
