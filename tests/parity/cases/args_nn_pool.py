"""Arguments of pooling layers, and of the layers that undo a maximum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand

LINE = rand(2, 3, 11)
IMAGE = rand(2, 3, 7, 9)
VOLUME = rand(1, 2, 7, 6, 8)
SAMPLES = rand(2, 3, 2, seed=5, low=0.05, high=0.95)
DEEP_SAMPLES = rand(1, 2, 3, seed=6, low=0.05, high=0.95)

# Name -> (the layer, its input).
LAYERS: dict[str, tuple[Callable[[Any], Any], np.ndarray]] = {
    "avg1d": (
        lambda ms: ms.nn.AvgPool1d(
            3, 2, pad_mode="pad", padding=1, ceil_mode=True, count_include_pad=False
        ),
        rand(2, 3, 10),
    ),
    "avg3d": (
        lambda ms: ms.nn.AvgPool3d(
            (3, 2, 2), 2, pad_mode="pad", padding=1, ceil_mode=True, divisor_override=5
        ),
        VOLUME,
    ),
    "max1d": (
        lambda ms: ms.nn.MaxPool1d(
            3, 2, pad_mode="pad", padding=1, dilation=2, return_indices=True, ceil_mode=True
        ),
        rand(2, 3, 12),
    ),
    "max3d": (
        lambda ms: ms.nn.MaxPool3d(
            2, 2, pad_mode="pad", dilation=(2, 1, 2), return_indices=True, ceil_mode=True
        ),
        VOLUME,
    ),
    "adaptive_max3d": (
        lambda ms: ms.nn.AdaptiveMaxPool3d(output_size=(3, 4, 2), return_indices=True),
        VOLUME,
    ),
    "fractional2d": (
        lambda ms: ms.nn.FractionalMaxPool2d(
            kernel_size=(2, 3),
            output_size=(4, 3),
            return_indices=True,
            _random_samples=ms.Tensor(SAMPLES),
        ),
        IMAGE,
    ),
    "fractional2d_ratio": (
        lambda ms: ms.nn.FractionalMaxPool2d(
            kernel_size=2, output_ratio=(0.5, 0.4), _random_samples=ms.Tensor(SAMPLES)
        ),
        IMAGE,
    ),
    "fractional3d": (
        lambda ms: ms.nn.FractionalMaxPool3d(
            kernel_size=(2, 1, 3),
            output_size=(4, 3, 2),
            return_indices=True,
            _random_samples=ms.Tensor(DEEP_SAMPLES),
        ),
        VOLUME,
    ),
    "fractional3d_ratio": (
        lambda ms: ms.nn.FractionalMaxPool3d(
            kernel_size=2, output_ratio=(0.5, 0.7, 0.4), _random_samples=ms.Tensor(DEEP_SAMPLES)
        ),
        VOLUME,
    ),
    "power1d": (
        lambda ms: ms.nn.LPPool1d(norm_type=3, kernel_size=3, stride=2, ceil_mode=True),
        np.abs(rand(2, 3, 10)),
    ),
    "power2d": (
        lambda ms: ms.nn.LPPool2d(norm_type=3, kernel_size=(3, 2), stride=(2, 3), ceil_mode=True),
        np.abs(IMAGE),
    ),
}


def called(
    build: Callable[[Any], Any], x: np.ndarray, graded: bool
) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        result: Arrays = run(build(ms), x, grad=graded)
        return result

    body.__module__ = __name__
    return body


# MindSpore's CPU has no kernel for the gradient of the fractional pool of Float32 images.
for _name, (_build, _x) in LAYERS.items():
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(
        called(_build, _x, not _name.startswith("fractional2d"))
    )

# Name -> (the layer that undoes, the one it undoes, sizes given to the call, input).
UNDONE: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any], Any, np.ndarray]] = {
    "unpool1d": (
        lambda ms: ms.nn.MaxUnpool1d(kernel_size=3, stride=2, padding=1),
        lambda ms: ms.nn.MaxPool1d(3, 2, pad_mode="pad", padding=1, return_indices=True),
        (2, 3, 12),
        LINE,
    ),
    "unpool2d": (
        lambda ms: ms.nn.MaxUnpool2d(kernel_size=3, stride=2, padding=1),
        lambda ms: ms.nn.MaxPool2d(3, 2, pad_mode="pad", padding=1, return_indices=True),
        (2, 3, 8, 10),
        IMAGE,
    ),
    "unpool3d": (
        lambda ms: ms.nn.MaxUnpool3d(kernel_size=3, stride=2, padding=1),
        lambda ms: ms.nn.MaxPool3d(3, 2, pad_mode="pad", padding=1, return_indices=True),
        (1, 2, 8, 6, 7),
        rand(1, 2, 7, 5, 7),
    ),
}


def undone(name: str) -> Callable[[Any, Any], Arrays]:
    undo, pool, size, x = UNDONE[name]

    def body(ms: Any, run: Any) -> Arrays:
        pooled, places = pool(ms)(ms.Tensor(x))
        layer = undo(ms)
        sized = layer(x=pooled, indices=places, output_size=size)
        return {"sized": sized.asnumpy(), "plain": layer(pooled, places).asnumpy()}

    body.__module__ = __name__
    return body


for _name in UNDONE:
    case(name=_name, jit=False)(undone(_name))
