"""Recurrent primitives, deformable convolution and functional attention."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

# MindSpore takes several layers on the CPU only where both widths are the same.
TIME, BATCH, IN, HIDDEN = 3, 2, 4, 4


def _lstm(ms: Any, run: Any, layers: int, directions: int, bias: int = 0) -> Any:
    count = sum(
        directions * 4 * HIDDEN * (size + HIDDEN)
        for size in (IN, *[directions * HIDDEN] * (layers - 1))
    )
    w = rand(count + bias * layers * directions * 4 * HIDDEN, 1, 1, seed=1, low=-0.5, high=0.5)
    h, c = (rand(layers * directions, BATCH, HIDDEN, seed=s) for s in (2, 3))
    net = ms.ops.LSTM(IN, HIDDEN, layers, bool(bias), directions == 2, 0.0)
    return run(lambda *a: net(*a)[:3], rand(TIME, BATCH, IN), h, c, w, grad=False)


@case
def lstm(ms: Any, run: Any) -> Any:
    return merge(
        one=_lstm(ms, run, 1, 1),
        both=_lstm(ms, run, 1, 2),
        two=_lstm(ms, run, 2, 1),
        bias=_lstm(ms, run, 1, 1, 1),
    )


def _deformed(ms: Any, run: Any, parts: int, groups: int, pads: Any, stride: int, dil: int) -> Any:
    x, weight = rand(2, 4, 6, 7, seed=1), rand(6, 4 // groups, 3, 2, seed=2)
    rows = (6 + pads[0] + pads[1] - 2 * dil - 1) // stride + 1
    columns = (7 + pads[2] + pads[3] - dil - 1) // stride + 1
    offsets = rand(2, 3 * parts * 6, rows, columns, seed=3)
    whole = (1, 1, stride, stride), pads, None, (1, 1, dil, dil), groups, parts

    def call(x: Any, weight: Any, offsets: Any) -> Any:
        return ms.ops.deformable_conv2d(x, weight, offsets, (3, 2), *whole)

    return run(call, x, weight, offsets)


@case(rtol=1e-4, atol=1e-4)
def deformable_conv2d(ms: Any, run: Any) -> Any:
    return merge(
        plain=_deformed(ms, run, 1, 1, (0, 0, 0, 0), 1, 1),
        padded=_deformed(ms, run, 1, 1, (1, 1, 1, 1), 2, 1),
        uneven=_deformed(ms, run, 1, 1, (1, 0, 2, 1), 1, 1),
        dilated=_deformed(ms, run, 1, 2, (1, 1, 1, 1), 1, 2),
        grouped=_deformed(ms, run, 2, 1, (0, 0, 0, 0), 1, 1),
    )


@case(rtol=1e-4, atol=1e-5)
def deformable_offsets(ms: Any, run: Any) -> Any:
    net = ms.ops.DeformableOffsets((1, 1, 1, 1), (1, 1, 0, 0), (3, 2), deformable_groups=2)
    return run(net, rand(2, 4, 6, 7), rand(2, 36, 6, 6, seed=3))


@case(jit=False)
def deformable_refusals(ms: Any, run: Any) -> Any:
    x, weight, offsets = rand(1, 2, 5, 5), rand(3, 2, 3, 3), rand(1, 27, 3, 3)

    def of(*rest: Any, **names: Any) -> Any:
        return run.raises(
            lambda *a: ms.ops.deformable_conv2d(*a, *rest, **names), x, weight, offsets
        )

    good = (3, 3), (1, 1, 1, 1), (0, 0, 0, 0)
    return merge(
        stride=of((3, 3), (1, 2, 1, 1), (0, 0, 0, 0)),
        short=of((3, 3), (1, 1, 1), (0, 0, 0, 0)),
        text=of((3, 3), "1111", (0, 0, 0, 0)),
        first=of(*good, modulated=False),
        number=of(*good, modulated=1),
    )


@case(rtol=1e-4, atol=1e-5)
def attention_forward(ms: Any, run: Any) -> Any:
    q, kv = rand(3, 2, 4, seed=1), rand(5, 2, 4, seed=2)
    inside, bias, outside = rand(12, 4, seed=3), rand(12, seed=4), rand(4, 4, seed=5)
    home = importlib.import_module(f"{ms.__name__}.ops.function.nn_func")
    forward = home.multi_head_attention_forward
    mask = ms.Tensor(np.arange(15).reshape(3, 5) % 4 == 3)

    def call(q: Any, k: Any, w: Any, b: Any, o: Any, **names: Any) -> Any:
        args = (4, 2, w, b, None, None, names.pop("zero", False), 0.0, o, None)
        return forward(q, k, k, *args, training=False, **names)

    def masked(*a: Any) -> Any:
        return call(*a, attn_mask=mask, average_attn_weights=False)

    given = q, kv, inside, bias, outside
    return merge(
        plain=run(call, *given, grad=False),
        masked=run(masked, *given, grad=False),
        zero=run(lambda *a: call(*a, zero=True), *given, grad=False),
        single=run(call, q[:, 0], kv[:, 0], inside, bias, outside, grad=False),
    )
