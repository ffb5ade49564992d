"""Layers without parameters: each a door to one function of mint.nn.functional."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from msacc.mint.nn import functional as F
from msacc.nn.cell import Cell

_required = inspect.Parameter.empty


def _cell(name: str, fn: Callable[..., Any], inputs: int = 1, /, **settings: Any) -> type[Cell]:
    """A Cell whose constructor takes `settings` and whose call gives `inputs` Tensors to `fn`."""
    signature = inspect.Signature(
        [
            inspect.Parameter(key, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value)
            for key, value in settings.items()
        ]
    )

    def __init__(self: Cell, *args: Any, **kwargs: Any) -> None:
        Cell.__init__(self)
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}{signature}: {error}") from None
        bound.apply_defaults()
        self._settings = dict(bound.arguments)
        self.__dict__.update(bound.arguments)

    def construct(self: Cell, *tensors: Any) -> Any:
        if len(tensors) != inputs:
            raise TypeError(f"{name} takes {inputs} Tensors, but got {len(tensors)}.")
        return fn(*tensors, **self._settings)

    body = {
        "__init__": __init__,
        "__signature__": signature,
        "__doc__": f"`functional.{fn.__name__}` as a layer: {name}{signature}.",
        "__module__": __name__,
        "construct": construct,
    }
    return type(name, (Cell,), body)


def _dropout(name: str, fn: Callable[..., Any]) -> type[Cell]:
    base = _cell(name, fn, 1, p=0.5, inplace=False)

    def construct(self: Any, input: Any) -> Any:
        return fn(input, self.p, self.training, self.inplace) if self.training else input

    return type(
        name, (base,), {"construct": construct, "__doc__": base.__doc__, "__module__": __name__}
    )


# -- activations -----------------------------------------------------------------------------------
ELU = _cell("ELU", F.elu, alpha=1.0, inplace=False)
GELU = _cell("GELU", F.gelu, approximate="none")
GLU = _cell("GLU", F.glu, dim=-1)
Hardshrink = _cell("Hardshrink", F.hardshrink, lambd=0.5)
Hardsigmoid = _cell("Hardsigmoid", F.hardsigmoid)
Hardswish = _cell("Hardswish", F.hardswish)
Hardtanh = _cell("Hardtanh", F.hardtanh, min_val=-1.0, max_val=1.0, inplace=False)
LogSigmoid = _cell("LogSigmoid", F.logsigmoid)
LogSoftmax = _cell("LogSoftmax", F.log_softmax, dim=None)
Mish = _cell("Mish", F.mish)
ReLU = _cell("ReLU", F.relu)
ReLU6 = _cell("ReLU6", F.relu6, inplace=False)
SELU = _cell("SELU", F.selu)
SiLU = _cell("SiLU", F.silu, inplace=False)
Sigmoid = _cell("Sigmoid", F.sigmoid)
Softmax = _cell("Softmax", F.softmax, dim=None)
Softshrink = _cell("Softshrink", F.softshrink, lambd=0.5)
Tanh = _cell("Tanh", F.tanh)
Threshold = _cell("Threshold", F.threshold, threshold=_required, value=_required, inplace=False)
Dropout = _dropout("Dropout", F.dropout)
Dropout2d = _dropout("Dropout2d", F.dropout2d)

# -- pooling ---------------------------------------------------------------------------------------
AdaptiveAvgPool1d = _cell("AdaptiveAvgPool1d", F.adaptive_avg_pool1d, output_size=_required)
AdaptiveAvgPool2d = _cell("AdaptiveAvgPool2d", F.adaptive_avg_pool2d, output_size=_required)
AdaptiveAvgPool3d = _cell("AdaptiveAvgPool3d", F.adaptive_avg_pool3d, output_size=_required)
AdaptiveMaxPool1d = _cell(
    "AdaptiveMaxPool1d", F.adaptive_max_pool1d, output_size=_required, return_indices=False
)
AdaptiveMaxPool2d = _cell(
    "AdaptiveMaxPool2d", F.adaptive_max_pool2d, output_size=_required, return_indices=False
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
MaxUnpool2d = _cell("MaxUnpool2d", F.max_unpool2d, 2, kernel_size=_required, stride=None, padding=0)

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
    "UpsamplingBilinear2d", F.upsample_bilinear_corners, size=None, scale_factor=None
)

# -- losses ----------------------------------------------------------------------------------------
BCELoss = _cell("BCELoss", F.binary_cross_entropy, 2, weight=None, reduction="mean")
BCEWithLogitsLoss = _cell(
    "BCEWithLogitsLoss", F.binary_cross_entropy_with_logits, 2, weight=None, reduction="mean",
    pos_weight=None,
)  # fmt: skip
CosineEmbeddingLoss = _cell(
    "CosineEmbeddingLoss", F.cosine_embedding_loss, 3, margin=0.0, reduction="mean"
)
CrossEntropyLoss = _cell(
    "CrossEntropyLoss", F.cross_entropy, 2, weight=None, ignore_index=-100, reduction="mean",
    label_smoothing=0.0,
)  # fmt: skip
KLDivLoss = _cell("KLDivLoss", F.kl_div, 2, reduction="mean", log_target=False)
L1Loss = _cell("L1Loss", F.l1_loss, 2, reduction="mean")
MSELoss = _cell("MSELoss", F.mse_loss, 2, reduction="mean")
NLLLoss = _cell("NLLLoss", F.nll_loss, 2, weight=None, ignore_index=-100, reduction="mean")
SmoothL1Loss = _cell("SmoothL1Loss", F.smooth_l1_loss, 2, reduction="mean", beta=1.0)
SoftMarginLoss = _cell("SoftMarginLoss", F.soft_margin_loss, 2, reduction="mean")

__all__ = [
    name for name, value in list(vars().items()) if isinstance(value, type) and name != "Cell"
]
