"""Arguments of mint.nn's activations and of their functions, those that write into their input too.

MindSpore's CPU build has no kernel for most: their formulas, of elementary operations, stand on its side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.table import Rows, each, group, row

X = rand(3, 4, seed=3)
WIDE = rand(3, 4, low=-9, high=9, seed=1)
EVEN = rand(4, 3, seed=2)


def elu(ms: Any, x: Any, alpha: float) -> Any:
    return ms.ops.where(x > 0, x, alpha * (ms.ops.exp(x) - 1))


def cut(ms: Any, x: Any, low: float, high: float) -> Any:
    inner = ms.ops.where(x < low, low * ms.ops.ones_like(x), x)
    return ms.ops.where(x > high, high * ms.ops.ones_like(x), inner)


def over(ms: Any, x: Any, threshold: float, value: float) -> Any:
    return ms.ops.where(x > threshold, x, value * ms.ops.ones_like(x))


def curve(ms: Any, x: Any) -> Any:
    return 0.5 * x * (1 + ms.ops.tanh(float(np.sqrt(2 / np.pi)) * (x + 0.044715 * x * x * x)))


def same(ms: Any, x: Any) -> Any:
    return 1 / (1 + ms.ops.exp(-x))


def written(call: Callable[..., Any]) -> Callable[..., Any]:
    """The result of `call` and the copy it was given, which holds the result as well."""

    def both(ms: Any, x: Any) -> Any:
        copy = x * 1
        return call(ms, copy), copy

    return both


def twice(formula: Callable[..., Any]) -> Callable[..., Any]:
    return lambda ms, x: (formula(ms, x), formula(ms, x))


FUNCTIONS: Rows = {
    "elu": row(
        lambda ms, x: ms.mint.nn.functional.elu(input=x, alpha=0.5),
        X,
        instead=lambda ms, x: elu(ms, x, 0.5),
    ),
    "elu_inplace": row(
        written(lambda ms, x: ms.mint.nn.functional.elu(x, alpha=0.5, inplace=True)),
        X,
        instead=twice(lambda ms, x: elu(ms, x, 0.5)),
    ),
    "elu_": row(
        written(lambda ms, x: ms.mint.nn.functional.elu_(input=x, alpha=0.3)),
        X,
        instead=twice(lambda ms, x: elu(ms, x, 0.3)),
    ),
    "gelu": row(
        lambda ms, x: ms.mint.nn.functional.gelu(input=x, approximate="tanh"), X, instead=curve
    ),
    "glu": row(lambda ms, x: ms.mint.nn.functional.glu(input=x, dim=0), EVEN),
    "hardtanh": row(
        lambda ms, x: ms.mint.nn.functional.hardtanh(input=x, min_val=-0.5, max_val=0.3),
        X,
        instead=lambda ms, x: cut(ms, x, -0.5, 0.3),
    ),
    "hardtanh_inplace": row(
        written(lambda ms, x: ms.mint.nn.functional.hardtanh(x, inplace=True)),
        X,
        instead=twice(lambda ms, x: cut(ms, x, -1.0, 1.0)),
    ),
    "hardtanh_": row(
        written(lambda ms, x: ms.mint.nn.functional.hardtanh_(input=x, min_val=-1.5, max_val=0.3)),
        X,
        instead=twice(lambda ms, x: cut(ms, x, -1.5, 0.3)),
    ),
    "leaky_relu": row(
        lambda ms, x: ms.mint.nn.functional.leaky_relu(input=x, negative_slope=0.3),
        X,
        instead=lambda ms, x: ms.ops.where(x > 0, x, 0.3 * x),
    ),
    "log_softmax": row(
        lambda ms, x: ms.mint.nn.functional.log_softmax(input=x, dim=0),
        X,
        instead=lambda ms, x: ms.ops.log_softmax(x, 0),
    ),
    "log_softmax_dtype": row(
        lambda ms, x: ms.mint.nn.functional.log_softmax(x, dim=1, dtype=ms.float64),
        X,
        instead=lambda ms, x: ms.ops.log_softmax(x.astype(ms.float64), 1),
        grad=False,
    ),
    "logsigmoid": row(
        lambda ms, x: ms.mint.nn.functional.logsigmoid(input=x),
        X,
        instead=lambda ms, x: ms.ops.log(same(ms, x)),
    ),
    "relu6": row(
        lambda ms, x: ms.mint.nn.functional.relu6(input=x),
        WIDE,
        instead=lambda ms, x: cut(ms, x, 0.0, 6.0),
    ),
    "relu6_inplace": row(
        written(lambda ms, x: ms.mint.nn.functional.relu6(x, inplace=True)),
        WIDE,
        instead=twice(lambda ms, x: cut(ms, x, 0.0, 6.0)),
    ),
    "relu_": row(
        written(lambda ms, x: ms.mint.nn.functional.relu_(input=x)),
        X,
        instead=twice(lambda ms, x: ms.ops.relu(x)),
    ),
    "sigmoid_": row(
        written(lambda ms, x: ms.mint.nn.functional.sigmoid_(input=x)), X, instead=twice(same)
    ),
    "silu_inplace": row(
        written(lambda ms, x: ms.mint.nn.functional.silu(x, inplace=True)),
        X,
        instead=twice(lambda ms, x: x * same(ms, x)),
    ),
    "threshold": row(
        lambda ms, x: ms.mint.nn.functional.threshold(input=x, threshold=0.1, value=-3.0),
        X,
        instead=lambda ms, x: over(ms, x, 0.1, -3.0),
    ),
    "threshold_inplace": row(
        written(lambda ms, x: ms.mint.nn.functional.threshold(x, 0.1, -3.0, inplace=True)),
        X,
        instead=twice(lambda ms, x: over(ms, x, 0.1, -3.0)),
    ),
    "threshold_": row(
        written(lambda ms, x: ms.mint.nn.functional.threshold_(input=x, threshold=-0.2, value=2.0)),
        X,
        instead=twice(lambda ms, x: over(ms, x, -0.2, 2.0)),
    ),
}
LAYERS: Rows = {
    "ELU": row(
        written(lambda ms, x: ms.mint.nn.ELU(alpha=0.5, inplace=True)(x)),
        X,
        instead=twice(lambda ms, x: elu(ms, x, 0.5)),
    ),
    "GELU": row(lambda ms, x: ms.mint.nn.GELU(approximate="tanh")(x), X, instead=curve),
    "Hardshrink": row(lambda ms, x: ms.mint.nn.Hardshrink(lambd=1.1)(x), X),
    "Hardtanh": row(
        written(lambda ms, x: ms.mint.nn.Hardtanh(min_val=-0.5, max_val=0.3, inplace=True)(x)),
        X,
        instead=twice(lambda ms, x: cut(ms, x, -0.5, 0.3)),
    ),
    "LogSoftmax": row(
        lambda ms, x: ms.mint.nn.LogSoftmax(dim=0)(x), X, instead=lambda ms, x: ms.ops.log_softmax(x, 0)
    ),
    "ReLU6": row(
        written(lambda ms, x: ms.mint.nn.ReLU6(inplace=True)(x)),
        WIDE,
        instead=twice(lambda ms, x: cut(ms, x, 0.0, 6.0)),
    ),
    "SiLU": row(
        written(lambda ms, x: ms.mint.nn.SiLU(inplace=True)(x)),
        X,
        instead=twice(lambda ms, x: x * same(ms, x)),
    ),
    "Threshold": row(
        written(lambda ms, x: ms.mint.nn.Threshold(threshold=0.1, value=-3.0, inplace=True)(x)),
        X,
        instead=twice(lambda ms, x: over(ms, x, 0.1, -3.0)),
    ),
}  # fmt: skip
each(__name__, FUNCTIONS, jit=False, rtol=1e-4)
group(__name__, "functions_in_a_graph", FUNCTIONS, rtol=1e-4)
each(__name__, LAYERS, jit=False, rtol=1e-4)


@case(jit=False)
def dropout_inplace(ms: Any, run: Any) -> Arrays:
    """Everything dropped: the copy given is zero as well."""
    if is_mindspore(ms):
        return {"out": np.zeros_like(X), "copy": np.zeros_like(X), "kept": X}
    drop, copy, kept = ms.mint.nn.functional.dropout, ms.Tensor(X), ms.Tensor(X)
    out = drop(copy, 1.0, inplace=True)
    drop(kept, 1.0)
    return {"out": out.asnumpy(), "copy": copy.asnumpy(), "kept": kept.asnumpy()}


@case(jit=False)
def dropout2d(ms: Any, run: Any) -> Arrays:
    """Whole channels are dropped, about a quarter, and the others divided by three quarters."""
    image = np.ones((40, 10, 2, 3), np.float32)
    if is_mindspore(ms):
        return {
            "values": np.array([0, 4 / 3], np.float32),
            "whole": np.array(True),
            "share": np.array(True),
            "copy": np.array([True, False]),
            "idle": image,
        }
    drop = ms.mint.nn.functional.dropout2d
    copy, kept = ms.Tensor(image), ms.Tensor(image)
    out = drop(input=copy, p=0.25, training=True, inplace=True).asnumpy()
    other = drop(input=kept, p=0.25).asnumpy()
    channels = out.reshape(400, 6)
    return {
        "values": np.unique(out),
        "whole": np.array((channels == channels[:, :1]).all()),
        "share": np.array(abs((channels[:, 0] == 0).mean() - 0.25) < 0.1),
        "copy": np.array([(copy.asnumpy() == out).all(), (kept.asnumpy() == other).all()]),
        "idle": drop(input=kept, p=0.9, training=False).asnumpy(),
    }
