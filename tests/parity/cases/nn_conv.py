"""Convolutions and dense layers."""

from __future__ import annotations

from typing import Any

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

IMAGE = rand(2, 4, 7, 6)


@case(rtol=1e-4, atol=1e-5, jit=False)
def conv2d_same(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv2d
    nets = [
        conv(4, 3, 3),
        conv(4, 3, 3, 2, has_bias=True),
        conv(4, 2, (2, 4), (1, 3)),
        conv(4, 2, 3, 2, dilation=2),
        conv(4, 4, 1, 2, group=2),
        conv(4, 4, 3, 2, group=4, has_bias=True),
    ]
    return cells(ms, run, nets, IMAGE)


@case(rtol=1e-4, atol=1e-5, jit=False)
def conv2d_pad(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv2d
    nets = [
        conv(4, 3, 3, pad_mode="valid", has_bias=True),
        conv(4, 2, 3, pad_mode="pad", padding=1),
        conv(4, 2, (3, 2), 2, pad_mode="pad", padding=(1, 0, 2, 1)),
        conv(4, 2, 3, pad_mode="pad", padding=2, dilation=2, group=2),
    ]
    return cells(ms, run, nets, IMAGE)


@case(rtol=1e-4, atol=1e-5)
def conv1d(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv1d
    nets = [
        conv(4, 3, 4, has_bias=True),
        conv(4, 3, 3, 2, pad_mode="valid"),
        conv(4, 4, 3, 2, pad_mode="pad", padding=2, dilation=2, group=2),
    ]
    return cells(ms, run, nets, rand(2, 4, 9))


@case(rtol=1e-4, atol=1e-5, jit=False)
def conv3d(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv3d
    nets = [
        conv(2, 2, 3, 2, has_bias=True),
        conv(2, 2, (2, 1, 3), pad_mode="valid"),
        conv(2, 2, 3, 2, pad_mode="pad", padding=(1, 0, 1, 1, 0, 1)),
    ]
    return cells(ms, run, nets, rand(1, 2, 4, 5, 4))


@case(rtol=1e-4, atol=1e-5, jit=False)
def conv2d_transpose(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv2dTranspose
    nets = [
        conv(4, 3, 3, 2, has_bias=True),
        conv(4, 2, 4, 3),
        conv(4, 2, 2, 3),
        conv(4, 2, 3, 2, pad_mode="valid"),
        conv(4, 2, 2, 3, pad_mode="valid"),
        conv(4, 2, 4, 2, pad_mode="pad", padding=1, has_bias=True),
        conv(4, 2, 3, 2, pad_mode="pad", padding=(1, 0, 0, 1)),
        conv(4, 2, 3, 2, pad_mode="pad", padding=1, output_padding=1, has_bias=True),
        conv(4, 2, 3, 2, dilation=2),
    ]
    return cells(ms, run, nets, rand(1, 4, 3, 2))


@case(rtol=1e-4, atol=1e-5, jit=False)
def conv1d_transpose(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv1dTranspose
    nets = [
        conv(4, 3, 3, 2, has_bias=True),
        conv(4, 2, 3, pad_mode="pad", padding=1),
        conv(4, 2, 2, 3, pad_mode="valid"),
    ]
    return cells(ms, run, nets, rand(2, 4, 5))


@case(rtol=1e-4, atol=1e-5, jit=False)
def conv3d_transpose(ms: Any, run: Any) -> Any:
    conv = ms.nn.Conv3dTranspose
    nets = [
        conv(2, 2, 3, 2, has_bias=True),
        conv(2, 1, 2, 3, pad_mode="valid"),
        conv(2, 1, 3, 2, pad_mode="pad", padding=1, output_padding=1),
    ]
    return cells(ms, run, nets, rand(1, 2, 2, 3, 2))


@case(rtol=1e-4, atol=1e-5)
def one_of_each(ms: Any, run: Any) -> Any:
    """What the cases above check op by op, here as a graph too."""
    nn = ms.nn
    nets = [nn.Conv2d(4, 3, 3, 2, has_bias=True), nn.Conv2dTranspose(4, 2, 3, 2)]
    return merge(
        image=cells(ms, run, nets, IMAGE),
        volume=run(lambda x, w: ms.ops.conv3d(x, w), rand(1, 2, 3, 3, 3), rand(2, 2, 2, 2, 2)),
    )


@case(rtol=1e-4, atol=1e-5)
def dense(ms: Any, run: Any) -> Any:
    nets = [
        ms.nn.Dense(4, 3),
        ms.nn.Dense(4, 3, has_bias=False, activation="relu"),
        ms.nn.Dense(4, 3, activation=ms.nn.Softmax(axis=1)),
    ]
    bi = ms.nn.BiDense(4, 3, 2)
    return merge(
        two=cells(ms, run, nets, rand(5, 4)),
        three=cells(ms, run, nets, rand(2, 3, 4)),
        one=cells(ms, run, nets[:2], rand(4)),
        bi=cells(ms, run, [bi], rand(5, 4), rand(5, 3)),
    )


@case(rtol=1e-4, atol=1e-5)
def functions(ms: Any, run: Any) -> Any:
    ops = ms.ops

    def two(x: Any, w: Any, b: Any) -> Any:
        return (
            ops.conv2d(x, w),
            ops.conv2d(x, w, b, 2, "same"),
            ops.conv2d(x, w, None, 1, "pad", (1, 2), 2),
            ops.conv2d(x, w, b, pad_mode="pad", padding=1, stride=(2, 1)),
            ops.bias_add(ops.conv2d(x, w), b),
        )

    def one(x: Any, w: Any, b: Any) -> Any:
        return ops.conv1d(x, w, b, 2, "same"), ops.conv1d(x, w, None, 1, "pad", 1)

    weight, bias = rand(3, 4, 3, 3, seed=1), rand(3, seed=2)
    return merge(
        two=run(two, IMAGE, weight, bias),
        one=run(one, rand(2, 4, 8), rand(3, 4, 3), bias),
        three=run(
            lambda x, w: ops.conv3d(x, w, None, 2, "same"), rand(1, 2, 4, 4, 4), rand(2, 2, 3, 3, 3)
        ),
    )


@case(rtol=1e-4, atol=1e-5)
def primitives(ms: Any, run: Any) -> Any:
    ops = ms.ops
    conv = ops.Conv2D(3, 3, pad_mode="same", stride=2)
    padded = ops.Conv2D(3, (3, 3), pad_mode="pad", pad=(1, 1, 0, 0), dilation=2)
    back = ops.Conv2DTranspose(3, 3, pad_mode="same", stride=2)
    volume = ops.Conv3D(2, 3, pad_mode="pad", pad=1)
    return merge(
        conv=run(
            lambda x, w, b: (conv(x, w), padded(x, w), ops.BiasAdd()(conv(x, w), b)),
            IMAGE, rand(3, 4, 3, 3, seed=1), rand(3, seed=2),
        ),
        back=run(lambda y, w: back(y, w, (1, 2, 6, 5)), rand(1, 3, 3, 3), rand(3, 2, 3, 3)),
        volume=run(volume, rand(1, 2, 3, 3, 3), rand(2, 2, 3, 3, 3)),
    )  # fmt: skip


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    conv, dense = ms.nn.Conv2d, ms.nn.Dense
    wrong: dict[str, Any] = {
        "kernel": {"kernel_size": 0},
        "kernel_float": {"kernel_size": 3.0},
        "kernel_list": {"kernel_size": [3, 3]},
        "kernel_short": {"kernel_size": (3,)},
        "stride": {"stride": 0},
        "stride_long": {"stride": (1, 1, 1)},
        "dilation": {"dilation": 0},
        "pad_mode": {"pad_mode": "x"},
        "pad_mode_upper": {"pad_mode": "SAME"},
        "padding": {"padding": 1},
        "padding_list": {"pad_mode": "pad", "padding": [1, 1, 1, 1]},
        "padding_short": {"pad_mode": "pad", "padding": (1, 1)},
        "padding_negative": {"pad_mode": "pad", "padding": -1},
        "group": {"group": 3},
        "bias": {"has_bias": 1},
        "channels": {"in_channels": 0},
    }
    base = {"in_channels": 2, "out_channels": 4, "kernel_size": 3}
    result = {
        key: run.raises(lambda given=given: conv(**{**base, **given}))
        for key, given in wrong.items()
    }
    image, row = rand(1, 2, 4, 4), rand(2, 3)
    return merge(
        **result,
        input_channels=run.raises(conv(3, 4, 3), image),
        input_rank=run.raises(conv(2, 4, 3), image[0]),
        input_half=run.raises(conv(2, 4, 3), image.astype("float16")),
        input_double=run.raises(conv(2, 4, 3), image.astype("float64")),
        input_small=run.raises(conv(2, 4, 7, pad_mode="valid"), image),
        dense_columns=run.raises(dense(5, 4), row),
        dense_half=run.raises(dense(3, 4), row.astype("float16")),
        dense_double=run.raises(dense(3, 4), row.astype("float64")),
        dense_int=run.raises(dense(3, 4), row.astype("int32")),
        dense_zero=run.raises(lambda: dense(0, 4)),
        dense_float=run.raises(lambda: dense(3.0, 4)),
        dense_bias=run.raises(lambda: dense(3, 4, has_bias=1)),
        dense_activation=run.raises(lambda: dense(3, 4, activation="foo")),
        dense_activation_kind=run.raises(lambda: dense(3, 4, activation=3)),
        dense_weight=run.raises(lambda: dense(3, 4, weight_init=ms.Tensor(rand(3, 4)))),
        dense_none=run.raises(lambda: dense(3, 4)(None)),
        transpose_output_padding=run.raises(
            lambda: ms.nn.Conv2dTranspose(2, 2, 3, 2, "pad", 1, 2)(ms.Tensor(image))
        ),
    )
