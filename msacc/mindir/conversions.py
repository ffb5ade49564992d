"""Converts MindIR's numeric codes to the names that msacc's ops take: dtypes, layouts, reductions, modes.

MindSpore turns these arguments into numbers when a graph is made. Here they are by op type and by the place of the
argument among all of the op's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype

if TYPE_CHECKING:
    from collections.abc import Sequence

Convert = Callable[[Any], Any]

_DTYPES = {
    12: mstype.string, 30: mstype.bool_, 32: mstype.int8, 33: mstype.int16, 34: mstype.int32, 35: mstype.int64,
    37: mstype.uint8, 38: mstype.uint16, 39: mstype.uint32, 40: mstype.uint64, 42: mstype.float16,
    43: mstype.float32, 44: mstype.float64, 45: mstype.bfloat16, 51: mstype.complex64, 52: mstype.complex128,
}  # fmt: skip
_NAMES: dict[str, dict[int, str]] = {
    "layout": {0: "NCHW", 1: "NHWC", 14: "NCDHW"},
    "windows": {1: "SAME", 2: "VALID"},
    "reduction": {0: "sum", 1: "mean", 2: "none"},
    "sampling": {0: "bilinear", 1: "nearest"},
    "outside": {0: "zeros", 1: "border", 2: "reflection"},
    "norm": {0: "backward", 1: "forward", 2: "ortho"},
    "rounding": {1: "trunc", 2: "floor"},
    "indexing": {0: "ij", 1: "xy"},
    "gelu": {0: "none", 1: "tanh"},
    "attention": {0: "BSH", 1: "BNSD", 2: "SBH", 3: "BSND", 4: "TND"},
    "padding": {1: "same", 2: "valid"},
    "scatter": {0: "none", 1: "add", 2: "multiply", 3: "update"},
    "qr": {0: "reduced", 1: "complete", 2: "r"},
    "corners": {0: "asymmetric", 1: "align_corners", 2: "half_pixel"},
    "shrink": {0: "full", 1: "same", 2: "valid"},
}
# "op op ...": where the argument stands
_DTYPE_AT = {
    "Cast Empty EmptyLike Ones OnesLikeExt ScalarCast ScalarToTensor ToDtype TupleToTensor Zeros ZerosLikeExt": 1,
    "Argmax Argmin CumsumExt Eye FillScalar FillTensor FullLike LogSoftmaxExt NewEmpty NewOnes NewZeros": 2,
    "Arange LinSpaceExt MeanExt Nansum NewFull ProdExt RandExt Randn RandLikeExt RandnLike RandpermExt "
    "RandpermV2 SearchSorted SumExt": 3,
    "LinalgVectorNorm Norm TraceV2": 4, "RandInt RandIntLike": 5, "MaxPoolWithIndices MaxPoolWithMask": 6,
}  # fmt: skip
_NAME_AT = {
    "AvgPool 3": "windows", "AvgPool 4": "layout", "BiasAdd 2": "layout", "BatchNorm 8": "layout",
    "BCEWithLogitsLoss 4": "reduction", "BinaryCrossEntropy 3": "reduction", "CosineEmbeddingLoss 4": "reduction",
    "KLDiv 2": "reduction", "L1LossExt 2": "reduction", "MSELossExt 2": "reduction", "NLLLoss 3": "reduction",
    "NLLLoss2d 3": "reduction", "SmoothL1Loss 3": "reduction", "SoftMarginLoss 2": "reduction",
    "CrossEntropyLoss 3": "reduction", "Scatter 4": "scatter", "ScatterValue 4": "scatter",
    "GridSampler2D 2": "sampling", "GridSampler2D 3": "outside",
    "GridSampler3D 2": "sampling", "GridSampler3D 3": "outside", "Meshgrid 1": "indexing",
    "DivMod 2": "rounding", "DivMods 2": "rounding", "InplaceDivMod 2": "rounding",
    "InplaceDivMods 2": "rounding", "GeluExt 1": "gelu", "FlashAttentionScore 16": "attention",
    "Conv1DPadding 4": "padding", "Conv2DPadding 4": "padding", "Conv3DPadding 4": "padding",
    "ConvolutionStr 4": "padding", "ExtractImagePatches 4": "windows", "LinalgQr 1": "qr",
    "ResizeLinear1D 2": "corners", "TensorScatterElements 4": "scatter", "FFTWithSize 4": "norm",
    "AvgPoolGrad 5": "windows", "AvgPoolGrad 6": "layout", "BatchNormGrad 8": "layout", "BiasAddGrad 1": "layout",
    "BinaryCrossEntropyGrad 4": "reduction", "KLDivGrad 3": "reduction", "NLLLossGrad 5": "reduction",
    "SmoothL1LossGrad 4": "reduction", "SoftMarginLossGrad 3": "reduction", "GeluGradExt 2": "gelu",
    "GridSampler2DGrad 3": "sampling", "GridSampler2DGrad 4": "outside", "GridSampler3DGrad 3": "sampling",
    "GridSampler3DGrad 4": "outside", "FFT 3": "norm", "FFT2 3": "norm", "FFTN 3": "norm", "IFFT 3": "norm",
    "IFFT2 3": "norm",
    "IFFTN 3": "norm", "HFFT 3": "norm", "HFFT2 3": "norm", "HFFTN 3": "norm", "IHFFT 3": "norm",
    "IHFFT2 3": "norm", "IHFFTN 3": "norm", "RFFT 3": "norm", "RFFT2 3": "norm", "RFFTN 3": "norm",
    "IRFFT 3": "norm", "IRFFT2 3": "norm", "IRFFTN 3": "norm", "DCT 4": "norm", "IDCT 4": "norm",
    "DCTN 4": "norm", "IDCTN 4": "norm", "Correlate 2": "shrink",
}  # fmt: skip


def _type(number: int | None) -> Any:
    """The type of data behind a number; what is no number, such as None, as it is."""
    if isinstance(number, bool) or not isinstance(number, int):
        return number
    if number not in _DTYPES:
        raise RuntimeError(
            f"A graph of this MindIR names the type of data {number}, which msacc does not have."
        )
    return _DTYPES[number]


def _name(kind: str, number: int | None) -> Any:
    if isinstance(number, bool) or not isinstance(number, int):
        return number
    if number not in _NAMES[kind]:
        raise RuntimeError(
            f"A graph of this MindIR gives {number} where msacc knows {_NAMES[kind]}."
        )
    return _NAMES[kind][number]


_TABLE: dict[str, dict[int, Convert]] = {}
for _ops, _place in _DTYPE_AT.items():
    for _op in _ops.split():
        _TABLE.setdefault(_op, {})[_place] = _type
for _row, _kind in _NAME_AT.items():
    _op, _place_text = _row.split()
    _TABLE.setdefault(_op, {})[int(_place_text)] = functools.partial(_name, _kind)


def _spatial(value: Sequence[int]) -> Any:
    """What is said of each dimension, without the batch's and the channels' in front."""
    return value[2:] if isinstance(value, tuple) and len(value) == 5 else value


def _plane(value: Sequence[int]) -> Any:
    return value[2:] if isinstance(value, tuple) and len(value) == 4 else value


def _sizes(value: Any) -> Any:
    """Sizes, of which -1 is the input's own."""
    return tuple(None if size == -1 else size for size in value)


def _axis(value: Any) -> Any:
    """An axis; the numbers that stand for no axis, 1000 and 10000, are None."""
    return None if value in (10000, [1000], (1000,)) else value


def _lower(value: str) -> Any:
    return value.lower().replace("calculated", "pad") if isinstance(value, str) else value


def _index_type(value: int | str) -> Any:
    """The type of positions, which primitives tell as text or as the number of a tensor's type in this format."""
    return {"int32": mstype.int32, "int64": mstype.int64, 3: mstype.int32, 4: mstype.int64}.get(
        value, value
    )


# An attribute that MindSpore's constructor puts down in another form than it takes, by name.
_ATTRIBUTES: dict[str, dict[str, Convert]] = {
    "AvgPool3D MaxPool3D MaxPool3DWithArgmax Conv3D Conv3DTranspose": {
        "kernel_size": _spatial, "strides": _spatial, "stride": _spatial, "dilation": _spatial,
        "output_padding": _spatial, "argmax_type": _index_type, "pad_mode": _lower, "ceil_mode": bool,
    },
    "Conv2DTranspose Conv2DBackpropInput Conv2DBackpropFilter Conv3DBackpropInput Conv3DBackpropFilter": {
        "pad_mode": _lower,
    },
    "AdaptiveAvgPool2D AdaptiveAvgPool3D": {"output_size": _sizes},
    "Quantile NuclearNorm": {"dim": _axis}, "HistogramFixedWidth": {"dtype": {3: "int32"}.get},
    "HammingWindow": {"dtype": {0: mstype.float32, 1: mstype.float16, 11: mstype.float64}.get},
    "MaxPoolWithArgmaxV2": {
        "kernel_size": _plane, "strides": _plane, "pads": _plane, "dilation": _plane, "argmax_type": _index_type,
    },
}  # fmt: skip
_BY_NAME = {op: rules for ops, rules in _ATTRIBUTES.items() for op in ops.split()}


def attribute(op: str, name: str, value: Any) -> Any:
    """The value of an op's attribute as msacc's constructor takes it."""
    rule = _BY_NAME.get(op, {}).get(name)
    return value if rule is None else rule(value)


def conversions(op: str) -> dict[int, Convert]:
    """What the arguments of an op type go through, by their places."""
    return _TABLE.get(op, {})
