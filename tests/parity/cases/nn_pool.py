"""Pooling layers and functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

IMAGE = rand(2, 2, 7, 6)
LINE = rand(2, 3, 8)
VOLUME = rand(1, 2, 4, 5, 4, low=-3, high=-1)


@case
def max_pool2d(ms: Any, run: Any) -> Any:
    pool = ms.nn.MaxPool2d
    nets = [
        pool(2, 2),
        pool(3),
        pool((3, 2), (2, 1), pad_mode="same"),
        pool(3, 2, pad_mode="same"),
        pool(2, 2, pad_mode="SAME"),
        pool(3, 2, pad_mode="pad", padding=1),
        pool(2, 2, pad_mode="pad", padding=(1, 0), ceil_mode=True),
        pool(2, 1, pad_mode="pad", dilation=2),
        pool(3, 2, pad_mode="pad", padding=1, return_indices=True),
    ]
    return merge(four=cells(ms, run, nets, IMAGE - 3), three=cells(ms, run, nets[:4], IMAGE[0]))


@case
def avg_pool2d(ms: Any, run: Any) -> Any:
    pool = ms.nn.AvgPool2d
    nets = [
        pool(2, 2),
        pool(3),
        pool((3, 2), (2, 1), pad_mode="same"),
        pool(3, 2, pad_mode="same"),
        pool(2, 2, pad_mode="same", ceil_mode=True),
        pool(3, 2, pad_mode="pad", padding=1),
        pool(3, 2, pad_mode="pad", padding=1, ceil_mode=True, count_include_pad=False),
        pool(2, 2, divisor_override=3),
    ]
    return merge(four=cells(ms, run, nets, IMAGE), three=cells(ms, run, nets[:4], IMAGE[0]))


@case
def pool1d(ms: Any, run: Any) -> Any:
    top, mean = ms.nn.MaxPool1d, ms.nn.AvgPool1d
    nets = [
        top(2, 2),
        top(3, 2, pad_mode="same"),
        top(3, 2, pad_mode="pad", padding=1),
        mean(2, 2),
        mean(3, 2, pad_mode="same"),
        mean(3, 2, pad_mode="pad", padding=1),
    ]
    return merge(three=cells(ms, run, nets, LINE), two=cells(ms, run, nets[:2], LINE[0]))


@case
def pool3d(ms: Any, run: Any) -> Any:
    top, mean = ms.nn.MaxPool3d, ms.nn.AvgPool3d
    nets = [
        top(2, 2),
        top((3, 2, 3), 2, pad_mode="same"),
        top(3, 2, pad_mode="pad", padding=1),
        mean(2, 2),
        mean(3, 2, pad_mode="same"),
        mean(3, 2, pad_mode="same", count_include_pad=False),
        mean(3, 2, pad_mode="pad", padding=1),
    ]
    return cells(ms, run, nets, VOLUME)


@case
def adaptive(ms: Any, run: Any) -> Any:
    nn = ms.nn
    two = [nn.AdaptiveAvgPool2d(3), nn.AdaptiveAvgPool2d((None, 2)), nn.AdaptiveMaxPool2d((4, 3))]
    return merge(
        two=cells(ms, run, two, IMAGE),
        one=cells(ms, run, [nn.AdaptiveAvgPool1d(4), nn.AdaptiveMaxPool1d(2)], LINE),
        indices=run(nn.AdaptiveMaxPool2d(2, True), IMAGE, grad=False),
        three=run(nn.AdaptiveAvgPool3d((2, None, 3)), VOLUME),
    )


@case
def functions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        max=run(lambda x: (ops.max_pool2d(x, 2), ops.max_pool2d(x, 3, 2, 1)), IMAGE),
        indices=run(lambda x: ops.max_pool2d(x, 3, 2, 1, return_indices=True), IMAGE, grad=False),
        avg=run(lambda x: (ops.avg_pool2d(x, 2), ops.avg_pool2d(x, 3, 2, 1, True, False)), IMAGE),
        one=run(lambda x: ops.avg_pool1d(x, 3, 2, 1), LINE),
        three=run(lambda x: (ops.avg_pool3d(x, 2, 2), ops.max_pool3d(x, 2)), VOLUME),
        adaptive=run(
            lambda x: (ops.adaptive_avg_pool2d(x, 2), ops.adaptive_max_pool2d(x, 2)), IMAGE
        ),
        lp=run(lambda x: ops.lp_pool2d(x, 2, 2), np.abs(IMAGE)),
    )


@case
def unpool(ms: Any, run: Any) -> Any:
    ops = ms.ops

    def there_and_back(x: Any) -> Any:
        top, place = ops.max_pool2d(x, 2, 2, return_indices=True)
        return ops.max_unpool2d(top, place, 2)

    return run(there_and_back, rand(1, 2, 4, 4), grad=False)


@case
def primitives(ms: Any, run: Any) -> Any:
    ops = ms.ops
    top, mean = ops.MaxPool(3, 2, "same"), ops.AvgPool((2, 3), 1, "VALID")
    volume = ops.MaxPool3D(2, 2, "same")
    return merge(
        two=run(lambda x: (top(x), mean(x), ops.AdaptiveAvgPool2D(2)(x)), IMAGE),
        argmax=run(
            lambda x: (*ops.MaxPoolWithArgmax(2, 2)(x), *ops.MaxPoolWithArgmax(2, 1)(x)),
            IMAGE, grad=False,
        ),
        volume=run(lambda x: volume(x), VOLUME),
    )  # fmt: skip


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    top, mean = ms.nn.MaxPool2d, ms.nn.AvgPool2d
    image = rand(1, 2, 4, 4)
    return merge(
        zero=run.raises(lambda: top(0)),
        float=run.raises(lambda: top(2.0)),
        mode=run.raises(lambda: top(2, pad_mode="foo")),
        padding=run.raises(lambda: top(2, padding=1)),
        rank=run.raises(top(2), rand(2, 3)),
        large=run.raises(top(5), image),
        stride=run.raises(lambda: mean(2, 0)),
        divisor=run.raises(lambda: mean(2, divisor_override=0)),
        one=run.raises(ms.nn.MaxPool1d(2), image),
    )
