"""Op types of MindIR that stand for layers: convolutions, pools, norms, activations, losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.ops import LayerNorm
from msacc.ops.nn import (
    activation,
    adaptive_pool,
    conv,
    conv_transpose,
    dropout,
    embedding,
    image,
    norm,
    pad,
    pool,
    resize,
)
from msacc.ops.nn.loss import elementwise as loss
from msacc.ops.nn.loss import margin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor


def _first_of_three(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the result as the first of three values, like MindSpore's op, whose gradient reads statistics."""

    def run(*inputs: object) -> Any:
        return fn(*inputs), None, None

    return run


def _batch_norm(
    input: Any, weight: Any, bias: Any, mean: Any, variance: Any, *rest: object
) -> tuple[Any, Any, Any]:
    return norm.batch_norm_without(input, mean, variance, weight, bias, *rest), None, None


def _padded(mode: str) -> Callable[..., Any]:
    def run(input: Tensor, padding: Sequence[int], *value: object) -> Any:
        return pad.pad(input, padding, mode, *value)

    return run


def _resized(mode: str) -> Callable[..., Any]:
    def run(
        input: Tensor,
        size: Sequence[int] | None,
        scales: Sequence[float] | None,
        align_corners: bool | None = None,
    ) -> Any:
        return resize.interpolate_by_torch(input, size, scales, mode, align_corners)

    return run


def _convolution(
    input: Tensor, weight: Tensor, bias: Any, stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int],
    transposed: bool, output_padding: Sequence[int], groups: int,
) -> Any:  # fmt: skip
    """The convolution of 1, 2 or 3 dimensions that a weight of so many is for."""
    n = weight.ndim - 2
    if transposed:
        if n != 2:
            raise NotImplementedError(
                f"A transposed convolution of {n} dimensions in a MindIR is not supported; of 2 it is."
            )
        return conv_transpose.conv_transpose2d(
            input, weight, bias, stride, padding, output_padding, groups, dilation
        )
    run = {1: conv.conv1d_padded, 2: conv.conv2d_padded, 3: conv.conv3d_padded}[n]
    return run(input, weight, bias, stride, padding, dilation, groups)


def _max_pool1d(input: Any, output_size: Any) -> Any:
    return adaptive_pool.adaptive_max_pool1d(input, output_size, True)


def _layer_norm(x: Any, gamma: Any, beta: Any, axis: int, begin: int, epsilon: float) -> Any:
    return LayerNorm(axis, begin, epsilon)(x, gamma, beta)


def _dropout(input: Any, p: Any, *_: object) -> Any:
    """(output, no mask): the numbers are drawn from msacc's own stream."""
    return dropout.dropout(input, p), None


def _dropout_or_not(input: Any, p: Any, training: bool, *_: object) -> Any:
    return dropout.dropout(input, p, training)


LAYERS: dict[str, Callable[..., Any]] = {
    "Conv1DExt": conv.conv1d_padded, "Conv2DExt": conv.conv2d_padded, "Conv3DExt": conv.conv3d_padded,
    "Conv1DPadding": conv.conv1d_padded, "Conv2DPadding": conv.conv2d_padded, "Conv3DPadding": conv.conv3d_padded,
    "ConvTranspose2D": conv_transpose.conv_transpose2d, "AvgPool1D": pool.avg_pool1d_by_window,
    "AvgPool2D": pool.avg_pool2d_by_window, "AvgPool3DExt": pool.avg_pool3d_by_window,
    "AdaptiveAvgPool1D": adaptive_pool.adaptive_avg_pool1d, "AdaptiveAvgPool2DExt": adaptive_pool.adaptive_avg_pool2d,
    "AdaptiveAvgPool3DExt": adaptive_pool.adaptive_avg_pool3d, "BatchNormExt": _batch_norm,
    "AdaptiveMaxPool1D": _max_pool1d,
    "GroupNorm": _first_of_three(norm.group_norm), "LayerNormExt": _first_of_three(norm.layer_norm),
    "SiLU": activation.silu,
    "EluExt": activation.elu, "GeluExt": activation.gelu, "Hardtanh": activation.hardtanh,
    "LeakyReLUExt": activation.leaky_relu_of_floats, "MishExt": activation.mish, "SeLUExt": activation.selu,
    "SoftplusExt": activation.softplus, "Threshold": activation.threshold, "Embedding": embedding.embedding,
    "PixelShuffle": image.pixel_shuffle, "Col2ImExt": image.fold, "Im2ColExt": image.unfold,
    "ConstantPadND": _padded("constant"), "ReflectionPad1D": _padded("reflect"), "ReflectionPad2D": _padded("reflect"),
    "ReflectionPad3D": _padded("reflect"), "ReplicationPad1D": _padded("replicate"),
    "ReplicationPad2D": _padded("replicate"), "ReplicationPad3D": _padded("replicate"),
    "UpsampleNearest1D": _resized("nearest"), "UpsampleNearest2D": _resized("nearest"),
    "UpsampleLinear1D": _resized("linear"), "UpsampleBilinear2D": _resized("bilinear"),
    "UpsampleBicubic2D": _resized("bicubic"), "KLDiv": loss.kl_div_with_logs, "L1LossExt": loss.l1_loss,
    "MSELossExt": loss.mse_loss, "CosineEmbeddingLoss": margin.cosine_embedding_loss,
    "LogSigmoid": _first_of_three(activation.logsigmoid), "MaxPoolWithIndices": pool.max_pool2d_indices,
    "MaxPoolWithMask": pool.max_pool2d_indices, "Convolution": _convolution, "ConvolutionStr": _convolution,
    "LayerNormV3": _layer_norm, "DropoutExt": _dropout, "FuncDropoutExt": _dropout_or_not,
}  # fmt: skip
