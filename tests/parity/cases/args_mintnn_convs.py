"""Arguments of mint.nn's convolutions: what pads them, groups, dilation, and the dtype of their parameters.

MindSpore's CPU build has no kernels for mint's: `ops` convolves on its side, what comes before is numpy's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.affine import affine, widened
from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.nets import cells
from tests.parity.table import Rows, each, group, row

IMAGE = rand(2, 4, 6, 5)
VOLUME = rand(1, 2, 4, 5, 4)
LINE = rand(2, 4, 9)
Build = Callable[[Any], Any]

FUNCTIONS: Rows = {
    "conv1d": row(
        lambda ms, x, w, b: ms.mint.nn.functional.conv1d(
            input=x, weight=w, bias=b, stride=2, padding=3, dilation=2, groups=2
        ),
        LINE,
        rand(6, 2, 3, seed=1),
        rand(6, seed=2),
        instead=lambda ms, x, w, b: ms.ops.conv1d(x, w, b, 2, "pad", 3, 2, 2),
    ),
    "conv2d": row(
        lambda ms, x, w, b: ms.mint.nn.functional.conv2d(
            input=x, weight=w, bias=b, stride=(2, 1), padding=(1, 2), dilation=(1, 2), groups=2
        ),
        IMAGE,
        rand(6, 2, 3, 2, seed=1),
        rand(6, seed=2),
        instead=lambda ms, x, w, b: ms.ops.conv2d(x, w, b, (2, 1), "pad", (1, 2), (1, 2), 2),
    ),
    "conv2d_same": row(
        lambda ms, x, w: ms.mint.nn.functional.conv2d(x, w, padding="same"),
        IMAGE,
        rand(3, 4, 3, 3, seed=1),
        instead=lambda ms, x, w: ms.ops.conv2d(x, w, None, 1, "pad", 1),
    ),
    "conv3d": row(
        lambda ms, x, w, b: ms.mint.nn.functional.conv3d(
            input=x, weight=w, bias=b, stride=(1, 2, 1), padding=(1, 0, 1), dilation=2, groups=2
        ),
        VOLUME,
        rand(4, 1, 2, 2, 2, seed=1),
        rand(4, seed=2),
        instead=lambda ms, x, w, b: ms.ops.conv3d(
            x, w, b, (1, 2, 1), "pad", (1, 0, 1), 2, 2
        ),
    ),
}  # fmt: skip
each(__name__, FUNCTIONS, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "functions_in_a_graph", FUNCTIONS, rtol=1e-4, atol=1e-5)


def spread(before: tuple[int, int], after: tuple[int, int], stride: int) -> Callable[..., Any]:
    """Zeros between the pixels and around them: a transposed convolution is a plain one over this."""

    def place(x: np.ndarray) -> np.ndarray:
        between = np.zeros((len(x), *((n - 1) * stride + 1 for n in x.shape[1:])))
        between[:, ::stride, ::stride] = x
        return np.pad(between, [(0, 0), *zip(before, after, strict=True)])

    return affine(place)


def transposed(ms: Any, net: Any, x: Any, after: tuple[int, int]) -> Any:
    """Stride 2 and a 3 x 3 kernel without padding; `after` is 2 and the output padding."""
    weight = ms.ops.flip(net.weight, (2, 3)).swapaxes(0, 1)
    return ms.ops.conv2d(spread((2, 2), after, 2)(ms, x), weight, net.bias, 1, "valid")


# Name -> (the layer, MindSpore's way to what it computes, the input).
LAYERS: dict[str, tuple[Build, Callable[..., Any], np.ndarray]] = {
    "Conv1d_reflect": (
        lambda ms: ms.mint.nn.Conv1d(4, 3, 3, padding=2, padding_mode="reflect"),
        lambda ms, net, x: ms.ops.conv1d(
            widened((2, 2), "reflect")(ms, x), net.weight, net.bias, 1, "valid"
        ),
        LINE,
    ),
    "Conv1d_same_circular": (
        lambda ms: ms.mint.nn.Conv1d(
            4, 3, 4, padding="same", dilation=3, padding_mode="circular", bias=False
        ),
        lambda ms, net, x: ms.ops.conv1d(
            widened((4, 5), "wrap")(ms, x), net.weight, None, 1, "valid", 0, 3
        ),
        LINE,
    ),
    "Conv2d_dilated": (
        lambda ms: ms.mint.nn.Conv2d(4, 3, (2, 3), dilation=(3, 2)),
        lambda ms, net, x: ms.ops.conv2d(x, net.weight, net.bias, 1, "valid", 0, (3, 2)),
        IMAGE,
    ),
    "Conv2d_same_replicate": (
        lambda ms: ms.mint.nn.Conv2d(
            4, 3, (2, 3), padding="same", dilation=(3, 2), padding_mode="replicate"
        ),
        lambda ms, net, x: ms.ops.conv2d(
            widened((2, 2, 1, 2), "edge")(ms, x), net.weight, net.bias, 1, "valid", 0, (3, 2)
        ),
        IMAGE,
    ),
    "Conv2d_valid_reflect": (
        lambda ms: ms.mint.nn.Conv2d(4, 3, 2, 2, padding="valid", padding_mode="reflect"),
        lambda ms, net, x: ms.ops.conv2d(x, net.weight, net.bias, 2, "valid"),
        IMAGE,
    ),
    "Conv3d_replicate": (
        lambda ms: ms.mint.nn.Conv3d(
            2, 3, 2, padding=(1, 0, 2), padding_mode="replicate", bias=False
        ),
        lambda ms, net, x: ms.ops.conv3d(
            widened((2, 2, 0, 0, 1, 1), "edge")(ms, x), net.weight, None, 1, "valid"
        ),
        VOLUME,
    ),
    "ConvTranspose2d": (
        lambda ms: ms.mint.nn.ConvTranspose2d(4, 2, 3, 2),
        lambda ms, net, x: transposed(ms, net, x, (2, 2)),
        IMAGE,
    ),
}


def layer(name: str) -> Callable[[Any, Any], Arrays]:
    build, plain, x = LAYERS[name]

    def body(ms: Any, run: Any) -> Arrays:
        net = build(ms)
        if is_mindspore(ms):
            net.construct = lambda x: plain(ms, net, x)
        return cells(ms, run, [net], x)

    body.__module__ = __name__
    return body


for _name in LAYERS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(layer(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def transposed_to_a_size(ms: Any, run: Any) -> Arrays:
    """One row and no column more than the smallest of the sizes that fit."""
    net = ms.mint.nn.ConvTranspose2d(4, 2, 3, 2)
    net.weight.set_data(ms.Tensor(rand(4, 2, 3, 3, seed=1)))
    net.bias.set_data(ms.Tensor(rand(2, seed=2)))
    if is_mindspore(ms):
        return run(lambda x: transposed(ms, net, x, (3, 2)), IMAGE)
    return run(lambda x: net(input=x, output_size=(14, 11)), IMAGE)


@case(jit=False)
def parameters(ms: Any, run: Any) -> Arrays:
    """Names, shapes and dtypes, which need no kernel."""
    nn = ms.mint.nn
    layers = {
        "Conv3d": nn.Conv3d(2, 3, 2, bias=False, dtype=ms.float16),
        "ConvTranspose2d": nn.ConvTranspose2d(4, 2, 3, dtype=ms.float64),
    }
    return {
        name: np.array([f"{p.name} {p.shape} {p.dtype}" for p in net.get_parameters()])
        for name, net in layers.items()
    }
