"""Arguments of layers with random results: what holds for any draw is compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand

# Name -> axes behind the channels of an input.
CHANNELS = {"Dropout1d": (7,), "Dropout2d": (4, 5), "Dropout3d": (2, 3, 4)}


def whole_channels(name: str) -> Callable[[Any, Any], Arrays]:
    """Each channel is zero or scaled as a whole; with p 0.75 about a quarter of 400 stays."""

    def body(ms: Any, run: Any) -> Arrays:
        x = rand(20, 20, *CHANNELS[name], low=0.5)
        layer = getattr(ms.nn, name)(p=0.75).set_train()
        out = layer(ms.Tensor(x)).asnumpy().reshape(400, -1)
        zero, scaled = (out == 0).all(1), np.isclose(out, 4 * x.reshape(400, -1)).all(1)
        left = layer.set_train(False)(ms.Tensor(x)).asnumpy()
        return {
            "whole": np.array((zero | scaled).all()),
            "share": np.array(60 < scaled.sum() < 140),
            "eval": left,
        }

    body.__module__ = __name__
    return body


for _name in CHANNELS:
    case(name=_name, jit=False)(whole_channels(_name))


@case(jit=False)
def slopes(ms: Any, run: Any) -> Arrays:
    """Slopes from [0.4, 0.6) below zero, each element its own; a range of one value is no chance."""
    x = rand(20, 30)
    out = ms.nn.RReLU(lower=0.4, upper=0.6)(x=ms.Tensor(x)).asnumpy()
    below = (out / x)[x < 0]
    inside = (below >= 0.4 - 1e-6) & (below < 0.6 + 1e-6)
    fixed = ms.nn.RReLU(lower=0.5, upper=0.5)(ms.Tensor(x))
    return {
        "range": np.array([inside.all(), below.min() < 0.42, below.max() > 0.58]),
        "above": out[x >= 0],
        "fixed": fixed.asnumpy(),
    }


@case(jit=False)
def attention(ms: Any, run: Any) -> Arrays:
    """Weights are dropped in training alone, those that are given back with them."""
    layer = ms.nn.MultiheadAttention(4, 2, dropout=0.5)
    x = ms.Tensor(rand(6, 3, 4))
    trained = [layer.set_train()(x, x, x)[0].asnumpy() for _ in range(2)]
    still = [layer.set_train(False)(x, x, x)[0].asnumpy() for _ in range(2)]
    weights = layer.set_train()(x, x, x, average_attn_weights=False)[1].asnumpy()
    return {
        "changes": np.array([np.allclose(*trained), np.allclose(*still)]),
        "dropped": np.array(0.3 < (weights == 0).mean() < 0.7),
    }
