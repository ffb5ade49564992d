"""Layers without parameters: each calls one function of mint.nn.functional."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.copy_code import copy_code
from msacc.common.tensor import Tensor
from msacc.mint.nn import functional as F
from msacc.nn.cell import Cell
from msacc.ops.nn.resize import upsample_bilinear_corners

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints

_required = inspect.Parameter.empty


class _Plain(Cell):
    """Calls `_msacc_fn` with the arguments of the call, then those of the constructor."""

    _msacc_fn: Callable[..., Any]


class _OfInput(_Plain):
    def construct(self, input: Tensor) -> Any:
        return self._msacc_fn(input, **self._msacc_settings)


class _Adaptive(_OfInput):
    def extend_repr(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self._msacc_settings.items())


class _OfX(_Plain):
    def construct(self, x: Tensor) -> Any:
        return self._msacc_fn(x, **self._msacc_settings)


class _Loss(_Plain):
    def construct(self, input: Tensor, target: Tensor) -> Any:
        return self._msacc_fn(input, target, **self._msacc_settings)


class _OfLogits(_Plain):
    def construct(self, logits: Tensor, labels: Tensor) -> Any:
        return self._msacc_fn(logits, labels, **self._msacc_settings)


class _OfThree(_Plain):
    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Any:
        return self._msacc_fn(input1, input2, target, **self._msacc_settings)


class _Unpool(_Plain):
    def construct(self, input: Tensor, indices: Tensor, output_size: Ints | None = None) -> Any:
        return self._msacc_fn(input, indices, **self._msacc_settings, output_size=output_size)


class _Dropout(_Plain):
    def construct(self, input: Tensor) -> Any:
        settings: Any = self
        return self._msacc_fn(input, settings.p, True, settings.inplace) if self.training else input


def _cell(
    name: str, fn: Callable[..., Any], base: type[_Plain] = _OfInput, /, **settings: object
) -> type[Cell]:
    """A layer whose constructor takes `settings` and whose call opens `fn`."""
    signature = inspect.Signature(
        [
            inspect.Parameter(key, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value)
            for key, value in settings.items()
        ]
    )

    @copy_code
    def __init__(self: Cell, *args: Any, **kwargs: Any) -> None:
        Cell.__init__(self)
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}{signature}: {error}") from None
        bound.apply_defaults()
        self._msacc_settings = dict(bound.arguments)
        self.__dict__.update(bound.arguments)

    body = {
        "__init__": __init__,
        "__signature__": signature,
        "__doc__": f"`{name}{signature}`, a layer: {fn.__doc__}",
        "__module__": __name__,
        "_msacc_fn": staticmethod(fn),
    }
    return type(name, (base,), body)


# -- activations -----------------------------------------------------------------------------------
ELU = _cell("ELU", F.elu, alpha=1.0, inplace=False)
GELU = _cell("GELU", F.gelu, approximate="none")
GLU = _cell("GLU", F.glu, dim=-1)
Hardshrink = _cell("Hardshrink", F.hardshrink, lambd=0.5)
Hardsigmoid = _cell("Hardsigmoid", F.hardsigmoid)
Hardswish = _cell("Hardswish", F.hardswish)
Hardtanh = _cell("Hardtanh", F.hardtanh, min_val=-1.0, max_val=1.0, inplace=False)
LogSigmoid = _cell("LogSigmoid", F.logsigmoid)
LogSoftmax = _cell("LogSoftmax", F.log_softmax, _OfX, dim=None)
Mish = _cell("Mish", F.mish)
ReLU = _cell("ReLU", F.relu)
ReLU6 = _cell("ReLU6", F.relu6, inplace=False)
SELU = _cell("SELU", F.selu)
SiLU = _cell("SiLU", F.silu, _OfX, inplace=False)
Sigmoid = _cell("Sigmoid", F.sigmoid)
Softmax = _cell("Softmax", F.softmax, dim=None)
Softshrink = _cell("Softshrink", F.softshrink, lambd=0.5)
Tanh = _cell("Tanh", F.tanh)
Threshold = _cell("Threshold", F.threshold, threshold=_required, value=_required, inplace=False)
Dropout = _cell("Dropout", F.dropout, _Dropout, p=0.5, inplace=False)
Dropout2d = _cell("Dropout2d", F.dropout2d, _Dropout, p=0.5, inplace=False)

# -- pooling ---------------------------------------------------------------------------------------
AdaptiveAvgPool1d = _cell(
    "AdaptiveAvgPool1d", F.adaptive_avg_pool1d, _Adaptive, output_size=_required
)
AdaptiveAvgPool2d = _cell(
    "AdaptiveAvgPool2d", F.adaptive_avg_pool2d, _Adaptive, output_size=_required
)
AdaptiveAvgPool3d = _cell(
    "AdaptiveAvgPool3d", F.adaptive_avg_pool3d, _Adaptive, output_size=_required
)
AdaptiveMaxPool1d = _cell(
    "AdaptiveMaxPool1d",
    F.adaptive_max_pool1d,
    _Adaptive,
    output_size=_required,
    return_indices=False,
)
AdaptiveMaxPool2d = _cell(
    "AdaptiveMaxPool2d",
    F.adaptive_max_pool2d,
    _Adaptive,
    output_size=_required,
    return_indices=False,
)
AvgPool1d = _cell(
    "AvgPool1d", F.avg_pool1d, kernel_size=_required, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True,
)  # fmt: skip
AvgPool2d = _cell(
    "AvgPool2d", F.avg_pool2d, kernel_size=_required, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None,
)  # fmt: skip
AvgPool3d = _cell(
    "AvgPool3d", F.avg_pool3d, kernel_size=_required, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None,
)  # fmt: skip
MaxPool2d = _cell(
    "MaxPool2d", F.max_pool2d, kernel_size=1, stride=None, padding=0, dilation=1, return_indices=False,
    ceil_mode=False,
)  # fmt: skip
MaxUnpool2d = _cell(
    "MaxUnpool2d", F.max_unpool2d, _Unpool, kernel_size=_required, stride=None, padding=0
)

# -- images ----------------------------------------------------------------------------------------
Fold = _cell(
    "Fold", F.fold, output_size=_required, kernel_size=_required, dilation=1, padding=0, stride=1
)
Unfold = _cell("Unfold", F.unfold, kernel_size=_required, dilation=1, padding=0, stride=1)
PixelShuffle = _cell("PixelShuffle", F.pixel_shuffle, upscale_factor=_required)
Upsample = _cell(
    "Upsample", F.interpolate, size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None,
)  # fmt: skip
UpsamplingNearest2d = _cell("UpsamplingNearest2d", F.interpolate, size=None, scale_factor=None)
UpsamplingBilinear2d = _cell(
    "UpsamplingBilinear2d", upsample_bilinear_corners, size=None, scale_factor=None
)

# -- losses ----------------------------------------------------------------------------------------
BCELoss = _cell("BCELoss", F.binary_cross_entropy, _Loss, weight=None, reduction="mean")
BCEWithLogitsLoss = _cell(
    "BCEWithLogitsLoss", F.binary_cross_entropy_with_logits, _Loss, weight=None, reduction="mean",
    pos_weight=None,
)  # fmt: skip
CosineEmbeddingLoss = _cell(
    "CosineEmbeddingLoss", F.cosine_embedding_loss, _OfThree, margin=0.0, reduction="mean"
)
CrossEntropyLoss = _cell(
    "CrossEntropyLoss", F.cross_entropy, _Loss, weight=None, ignore_index=-100, reduction="mean",
    label_smoothing=0.0,
)  # fmt: skip
KLDivLoss = _cell("KLDivLoss", F.kl_div, _Loss, reduction="mean", log_target=False)
L1Loss = _cell("L1Loss", F.l1_loss, _OfLogits, reduction="mean")
MSELoss = _cell("MSELoss", F.mse_loss, _Loss, reduction="mean")
NLLLoss = _cell("NLLLoss", F.nll_loss, _Loss, weight=None, ignore_index=-100, reduction="mean")
SmoothL1Loss = _cell("SmoothL1Loss", F.smooth_l1_loss, _Loss, reduction="mean", beta=1.0)
SoftMarginLoss = _cell("SoftMarginLoss", F.soft_margin_loss, _OfLogits, reduction="mean")

__all__ = [
    name
    for name, value in list(vars().items())
    if isinstance(value, type)
    and name[0].isupper()
    and name not in ("Any", "Callable", "Cell", "Tensor")
]
