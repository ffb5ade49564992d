"""Classes derived from layers and losses, as research code writes them: they call the primitives inherited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

IMAGES = rand(2, 4, 5, 6)
ROWS = rand(3, 4)


def _fill(cell: Any, ms: Any) -> Any:
    """Fixed parameters, the same on both sides."""
    for i, parameter in enumerate(cell.get_parameters()):
        low = 0.5 if "var" in parameter.name else -1
        values = rand(*parameter.shape, seed=i + 1, low=low, high=1.5)
        parameter.set_data(ms.Tensor(values))
    return cell


def derived(
    name: str, base: str, args: Any, *inputs: np.ndarray, **options: Any
) -> Callable[..., Any]:
    """Register a case: `base` derived with the decorated function as its construct."""

    def register(construct: Callable[..., Any]) -> Callable[..., Any]:
        def body(ms: Any, run: Any) -> Any:
            def run_construct(self: Any, *tensors: Any) -> Any:
                return construct(self, *tensors)

            cls = type(name, (getattr(ms.nn, base),), {"construct": run_construct})
            made = args(ms) if callable(args) else args
            return run(_fill(cls(*made), ms), *inputs)

        case(name=name, jit=False, **options)(body)
        return construct

    return register


@derived("layer_norm_2d", "LayerNorm", ((4,),), IMAGES, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    y, _, _ = self.layer_norm(x.transpose(0, 2, 3, 1), self.gamma, self.beta)
    return y.transpose(0, 3, 1, 2)


@derived(
    "layer_norm_statistics",
    "LayerNorm",
    ((5, 6), 2, 2, "ones", "zeros", 1e-3),
    IMAGES,
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any) -> Any:
    return self.layer_norm(x, self.gamma, self.beta)


@derived(
    "standardised_convolution",
    "Conv2d",
    (4, 3, 3, 1, "pad", 1, 1, 1, True),
    IMAGES,
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any) -> Any:
    mean = self.weight.mean((1, 2, 3), True)
    out = self.conv2d(x, (self.weight - mean) * 2)
    return self.bias_add(out, self.bias) if self.has_bias else out


@derived(
    "convolution_of_groups",
    "Conv2d",
    (4, 4, (3, 2), (2, 1), "same", 0, 1, 2),
    IMAGES,
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any) -> Any:
    return self.conv2d(x, self.weight) * self.group


@derived(
    "convolution_1d",
    "Conv1d",
    (4, 3, 3, 1, "same", 0, 1, 1, True),
    rand(2, 4, 6),
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any) -> Any:
    out = self.bias_add(self.conv2d(self.expand_dims(x, 2), self.weight), self.bias)
    return self.squeeze(out), out.reshape(self.shape(x)[0], -1)


@derived(
    "convolution_3d",
    "Conv3d",
    (2, 3, 2, 1, "valid", 0, 1, 1, True),
    rand(1, 2, 3, 4, 4),
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any) -> Any:
    return self.bias_add(self.conv3d(x, self.weight), self.bias)


@derived(
    "transposed_2d",
    "Conv2dTranspose",
    (4, 3, 3, 2, "pad", 1, 0, 1, 1, True),
    IMAGES,
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any) -> Any:
    n, _, h, w = self.shape(x)
    size = (n, self.out_channels, (h - 1) * 2 + 1, (w - 1) * 2 + 1)
    return self.bias_add(self.conv2d_transpose(x, self.weight, size), self.bias) * int(self.is_pad)


@derived("transposed_1d", "Conv1dTranspose", (4, 3, 3, 2), rand(2, 4, 5), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    x = self.expand_dims(x, 2)
    n, _, h, w = self.shape(x)
    return self.squeeze(self.conv2d_transpose(x, self.weight, (n, self.out_channels, h, w * 2)))


@derived("low_rank_dense", "Dense", (4, 3), rand(2, 5, 4), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    shape = self.shape_op(x)
    flat = self.reshape(x, (-1, shape[-1]))
    out = self.bias_add(self.matmul(flat, self.weight), self.bias)
    return self.reshape(out, shape[:-1] + (self.out_channels,))


@derived("bilinear_dense", "BiDense", (4, 3, 2), ROWS, rand(3, 3, seed=1), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any, y: Any) -> Any:
    parts = [
        (self.matmul(x, self.weight[o]) * y).sum(1, keepdims=True) for o in range(self.out_channels)
    ]
    return (parts[0] + parts[1]) * self.in_channels


@derived("batch_norm_in_use", "BatchNorm2d", (4,), IMAGES, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.bn_infer(x, self.gamma, self.beta, self.moving_mean, self.moving_variance)[0]


@derived("batch_norm_in_training", "BatchNorm2d", (4, 1e-3, 0.8), IMAGES, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    out = self.bn_train(x, self.gamma, self.beta, self.moving_mean, self.moving_variance)[0]
    return self.reshape(out, self.shape(x)[:2] + (-1,))


@derived("batch_norm_by_hand", "BatchNorm1d", (4,), ROWS, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    mean = self.reduce_mean(x, 0)
    spread = self.reduce_mean(self.square(self.sub_mean(x, mean)), 0)
    return self.mul_mean(self.cast(x, self.dtype(x)), self.gamma) / self.sqrt(
        self.mul_var(spread, spread) + 1
    )


@derived("pooled_maximum", "MaxPool2d", (3, 2, "same"), IMAGES)
def _(self: Any, x: Any) -> Any:
    return self.max_pool(x) - x.mean()


@derived("pooled_maximum_1d", "MaxPool1d", (3, 2), rand(2, 4, 7))
def _(self: Any, x: Any) -> Any:
    return self.squeeze(self.max_pool(self.expand(x, 2)))


@derived("padded_maximum", "MaxPool2d", (3, 2, "pad", 1), IMAGES)
def _(self: Any, x: Any) -> Any:
    out, places = self.max_pool(x.expand_dims(2))
    return out.squeeze(2), places


@derived("pooled_mean", "AvgPool2d", (3, 2, "same"), IMAGES, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.avg_pool(x * x)


@derived("padded_mean", "AvgPool2d", (3, 2, "pad", 1, False, False), IMAGES, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.avg_pool(x.expand_dims(2)).squeeze(2)


@derived("pooled_mean_1d", "AvgPool1d", (2, 2), rand(2, 4, 6), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.squeeze(self.avg_pool(self.expand(x, 2))) + self.reduce_mean(x, 2)


@derived("pooled_mean_3d", "AvgPool3d", (2, 2, "pad", 1), rand(1, 2, 4, 4, 4), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.avg_pool(x)


@derived("adaptive_mean", "AdaptiveAvgPool2d", ((2, 3),), IMAGES, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.adaptive_avgpool2d(x) * 2


@derived("normed_embedding", "Embedding", (6, 3), np.array([[0, 5], [2, 2]], np.int32))
def _(self: Any, ids: Any) -> Any:
    flat = self.reshape_flat(ids, self.shp_flat)
    rows = self.gather(self.embedding_table, flat, 0)
    hot = self.one_hot(flat, self.vocab_size, self.on_value, self.off_value)
    shape = self.get_shp(ids) + (self.embedding_size,)
    return self.reshape(rows, shape), self.array_mul(hot, self.embedding_table)


@derived("dropout_off", "Dropout", (0.5, 0.0), ROWS)
def _(self: Any, x: Any) -> Any:
    out, mask = self.dropout(x)
    return out, mask.shape[0] * x


@derived("leaky", "ReLU", (), ROWS)
def _(self: Any, x: Any) -> Any:
    return self.relu(x) - 0.1 * self.relu(-x)


@derived("swish", "Sigmoid", (), ROWS, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return x * self.sigmoid(x)


@derived("tempered", "Softmax", (-1,), ROWS, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.softmax(x / 2)


@derived("tempered_log", "LogSoftmax", (0,), ROWS, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.log_softmax(x / 2)


@derived("elu_twice", "ELU", (), ROWS, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.elu(self.elu(x))


@derived("gated", "GLU", (1,), ROWS, rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    first, second = self.spilt(x)
    return first * self.sigmoid(second) * 2


@derived("weighted_loss", "LossBase", ("sum",), ROWS, rand(3, 4, seed=1), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any, y: Any) -> Any:
    squares = (x - y) * (x - y)
    return (
        self.reduce_mean(squares, self.get_axis(x))
        + self.get_loss(squares, 0.5)
        + self.reduce_sum(self.mul(x, y))
    )


@derived("robust_l1", "SmoothL1Loss", (0.5, "none"), ROWS, rand(3, 4, seed=1), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any, y: Any) -> Any:
    return self.get_loss(self.smooth_l1_loss(x, y), 2.0)


@derived(
    "smoothed_entropy",
    "SoftmaxCrossEntropyWithLogits",
    (True, "mean"),
    ROWS,
    np.array([1, 0, 3], np.int32),
    rtol=1e-4,
    atol=1e-5,
)
def _(self: Any, x: Any, y: Any) -> Any:
    hot = self.one_hot(y, 4, self.on_value, self.off_value)
    soft = hot * 0.9 + 0.025
    return self.get_loss(self.softmax_cross_entropy(x, soft)[0]), self.sparse_softmax_cross_entropy(
        x, y
    )


@derived("absolute_error", "MAELoss", (), ROWS, rand(3, 4, seed=1), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any, y: Any) -> Any:
    return self.get_loss(self.abs(x - y), 3.0)


@derived("root_error", "RMSELoss", (), ROWS, rand(3, 4, seed=1), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any, y: Any) -> Any:
    return self.MSELoss(x, y) * 2


@derived("focal_variant", "FocalLoss", (), rand(3, 4, 2), rtol=1e-4, atol=1e-5)
def _(self: Any, x: Any) -> Any:
    return self.get_loss((1 - self.logsoftmax(x).exp()) ** self.gamma)


@case(jit=False)
def replaced_primitives(ms: Any, run: Any) -> Any:
    """A primitive put in the place of one that the layer's own construct calls."""
    nn, ops = ms.nn, ms.ops

    class Wide(nn.Conv2d):
        def __init__(self) -> None:
            super().__init__(4, 3, 3, pad_mode="valid", has_bias=True)
            self.conv2d = ops.Conv2D(3, 3, pad_mode="same", dilation=2)

    class Soft(nn.LayerNorm):
        def __init__(self) -> None:
            super().__init__((6,))
            self.layer_norm = ops.LayerNorm(-1, -1, 0.1)

    class Bounded(nn.ReLU):
        def __init__(self) -> None:
            super().__init__()
            self.relu = ops.ReLU6()

    class Coarse(nn.MaxPool2d):
        def __init__(self) -> None:
            super().__init__(2)
            self.max_pool = ops.MaxPool(3, 2)

    made = {"conv": Wide(), "norm": Soft(), "relu": Bounded(), "pool": Coarse()}
    return merge(**{name: run(_fill(cell, ms), IMAGES * 4) for name, cell in made.items()})
