"""Primitives of images and of pooling."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand


@case(rtol=1e-4, atol=1e-5)
def images(ms: Any, run: Any) -> Any:
    ops, pixels = ms.ops, rand(2, 3, 4, 3, low=0, high=1)
    grey = np.zeros((1, 1, 2, 3), np.float32) + np.array([0.0, 0.5], np.float32)[:, None]
    size, odd = ms.Tensor([2, 3], ms.int32), ms.Tensor([3, 5], ms.int32)
    return merge(
        hsv=run(ops.RGBToHSV(), pixels, grad=False),
        grey=run(ops.RGBToHSV(), grey, grad=False),
        rgb=run(ops.HSVToRGB(), pixels, grad=False),
        area=run(lambda x: ops.ResizeArea()(x, size), rand(1, 4, 6, 2), grad=False),
        uneven=run(lambda x: ops.ResizeArea()(x, odd), rand(1, 7, 8, 2), grad=False),
        aligned=run(lambda x: ops.ResizeArea(True)(x, odd), rand(1, 7, 8, 2), grad=False),
        larger=run(lambda x: ops.ResizeArea()(x, odd), rand(1, 2, 2, 2), grad=False),
    )


@case
def pooling(ms: Any, run: Any) -> Any:
    ops = ms.ops
    size = ms.Tensor([2, 2, 2], ms.int32)
    samples = rand(1, 2, 2, low=0, high=1)
    return merge(
        adaptive=run(lambda x: ops.AdaptiveMaxPool3D()(x, size), rand(2, 3, 4, 5), grad=False),
        argmax=run(ops.MaxPool3DWithArgmax(2, 2, 0), rand(2, 1, 4, 5, 4), grad=False),
        padded=run(
            ops.MaxPool3DWithArgmax((3, 2, 3), (2, 1, 2), (1, 1, 0), argmax_type=ms.int32),
            *(rand(1, 2, 4, 5, 6),),
            grad=False,
        ),
        unpool=run(ops.MaxUnpool2D(2, 2, 0), rand(1, 1, 1, 2), np.array([[[[1, 6]]]]), grad=False),
        shaped=run(
            ops.MaxUnpool2D(2, 2, 0, (1, 1, 3, 5)),
            rand(1, 1, 1, 2),
            np.array([[[[1, 7]]]]),
            grad=False,
        ),
        unpool3=run(
            ops.MaxUnpool3D(2, 2, 0), rand(1, 1, 1, 1, 2), np.array([[[[[1, 14]]]]]), grad=False
        ),
        fractional=run(
            ops.FractionalMaxPoolWithFixedKsize(2, (3, 2)), rand(1, 2, 7, 6), samples, grad=False
        ),
        fractional3=run(
            ops.FractionalMaxPool3DWithFixedKsize((2, 2, 2), (2, 3, 2)),
            *(rand(1, 2, 6, 7, 5), rand(1, 2, 3, low=0, high=1)),
            grad=False,
        ),
    )
