"""The operations that compute in float32 under `auto` mixed precision, on every device.

Torch's autocast chooses the operations of the low type; those that it keeps in float32 depend on the device, and
batch normalisation is never one of them. These are MindSpore's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

from msacc.common.autocast import autocast_kinds, without_autocast
from msacc.common.device_gaps import mapped
from msacc.common.tensor_marks import widened
from msacc.graph.execution_state import execution, fixed_dtype
from msacc.ops.core.float16_products import in_float32
from msacc.ops.core.narrow_inputs import keeping_narrow

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOW = (torch.float16, torch.bfloat16)
_MATH = "acos arccos asin arcsin cosh erfinv exp expm1 log log10 log1p log2 reciprocal rsqrt sinh tan pow float_power"
_SUMS = "sum prod cumsum cumprod norm renorm softmax log_softmax cdist pdist"
_NORMS = "batch_norm native_batch_norm layer_norm native_layer_norm group_norm native_group_norm"
_PRODUCTS = "linear matmul mm bmm addmm baddbmm conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d"
_LOSSES = (
    "kl_div smooth_l1_loss multilabel_margin_loss soft_margin_loss triplet_margin_loss multi_margin_loss"
    " binary_cross_entropy_with_logits l1_loss mse_loss nll_loss nll_loss2d cross_entropy softplus"
)


def _torch_functions(*names: str) -> frozenset[Any]:
    """Torch's functions and methods of these names, from all modules that have them."""
    modules = (torch, torch.Tensor, F, torch.special, torch.linalg)
    functions = [
        getattr(module, name, None) for module in modules for name in " ".join(names).split()
    ]
    return frozenset(f for f in functions if f is not None)


FLOAT32 = _torch_functions(_MATH, _SUMS, _NORMS, _LOSSES) | {
    torch.Tensor.__pow__,
    torch.Tensor.__rpow__,
    torch.linalg.vector_norm,
}
_NORM_FUNCTIONS = _torch_functions(_NORMS)
# Compute in the widest type of their inputs; torch's autocast does so with the rest of MindSpore's list.
PROMOTED = _torch_functions("cross")
# They promote by themselves; torch's autocast, which does so too, knows one half-precision type at a time on a CPU.
JOINS = _torch_functions("cat concat concatenate")
_LSTM = frozenset((torch.lstm, torch.ops.msacc.lstm))
PRODUCTS = _torch_functions(_PRODUCTS) | {torch.Tensor.__matmul__}


def to_float32(value: Any) -> Any:
    """Casts float16 and bfloat16 tensors to float32, also in tuples and lists."""
    if isinstance(value, torch.Tensor):
        return widened(value, torch.float32) if value.dtype in _LOW else value
    if isinstance(value, (tuple, list)):
        return type(value)([to_float32(item) for item in value])
    return value


def _rounded(value: Any, low: torch.dtype) -> Any:
    """Casts a float tensor to the low type."""
    is_float = isinstance(value, torch.Tensor) and value.is_floating_point()
    return value.to(low) if is_float else value


def _lstm_in_float32(
    func: Callable[..., Any], low: torch.dtype, args: Any, kwargs: dict[str, Any]
) -> Any:
    """An LSTM of operands that are rounded to `low`, as its results are: oneDNN has no kernel of that type here."""
    wide = mapped((args, kwargs), lambda t: to_float32(_rounded(t, low)))
    with torch.autocast("cpu", enabled=False):
        return mapped(func(*wide[0], **wide[1]), lambda t: _rounded(t, low))


class Float32Functions(TorchFunctionMode):
    """Mode in which the functions above compute in float32.

    `halves`: also float16 products, whose operands are rounded to float16 first, for CPUs without native ones.
    `lstm`: also an LSTM of this low type, for CPUs without a kernel of it.
    """

    def __init__(self, halves: bool = False, lstm: torch.dtype | None = None):
        super().__init__()
        self.halves, self.lstm = halves, lstm

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        if execution.now.autocast is fixed_dtype:
            return func(*args, **kwargs)
        if func in FLOAT32:
            args = tuple([to_float32(arg) for arg in args])
            kwargs = {key: to_float32(value) for key, value in kwargs.items()}
            if func in _NORM_FUNCTIONS and args:
                with keeping_narrow(args[0]):
                    return func(*args, **kwargs)
        elif func in JOINS:
            with without_autocast(autocast_kinds()):
                return func(*args, **kwargs)
        elif func in PROMOTED:
            if any(isinstance(arg, torch.Tensor) and arg.dtype is torch.float32 for arg in args):
                args = tuple([to_float32(arg) for arg in args])
        elif self.lstm is not None and func in _LSTM:
            return _lstm_in_float32(func, self.lstm, args, kwargs)
        elif self.halves and func in PRODUCTS:
            return in_float32(func, *[_rounded(arg, torch.float16) for arg in args], **kwargs)
        return func(*args, **kwargs)
