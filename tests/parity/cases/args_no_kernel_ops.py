"""Primitives that MindSpore's CPU build has no kernel for, or names its 2.10 dropped: by formula."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

STEPS, BATCH, IN, OUT = 3, 2, 4, 16
IMAGE = rand(2, 4, 6, 5)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


@case(jit=False, rtol=1e-4, atol=1e-5)
def dynamic_rnn(ms: Any, run: Any) -> Arrays:
    x, w = rand(STEPS, BATCH, IN), rand(IN + OUT, 4 * OUT, seed=1) / 4
    b, zero = rand(4 * OUT, seed=2), np.zeros((1, BATCH, OUT), np.float32)
    if not is_mindspore(ms):
        op = ms.ops.DynamicRNN(forget_bias=1.0)
        out = op(*map(ms.Tensor, (x, w, b)), None, ms.Tensor(zero), ms.Tensor(zero))
        return {"y": out[0].asnumpy()}
    h, c, result = zero[0], zero[0], []
    for step in x:
        i, j, f, o = np.split(np.concatenate([step, h], 1) @ w + b, 4, 1)
        c = sigmoid(f + 1.0) * c + sigmoid(i) * np.tanh(j)
        h = sigmoid(o) * np.tanh(c)
        result.append(h)
    return {"y": np.stack(result).astype(np.float32)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def dynamic_gru(ms: Any, run: Any) -> Arrays:
    """Gates laid out as update, reset, candidate."""
    x, zero = rand(STEPS, BATCH, IN), np.zeros((BATCH, OUT), np.float32)
    wi, wh = rand(IN, 3 * OUT, seed=1) / 4, rand(OUT, 3 * OUT, seed=2) / 4
    bi, bh = rand(3 * OUT, seed=3), rand(3 * OUT, seed=4)
    if not is_mindspore(ms):
        op = ms.ops.DynamicGRUV2(gate_order="zrh")
        out = op(*map(ms.Tensor, (x, wi, wh, bi, bh)), None, ms.Tensor(zero))
        return {"y": out[0].asnumpy()}
    h, result = zero, []
    for step in x:
        zi, ri, ni = np.split(step @ wi + bi, 3, 1)
        zh, rh, nh = np.split(h @ wh + bh, 3, 1)
        z, r = sigmoid(zi + zh), sigmoid(ri + rh)
        h = (1 - z) * np.tanh(ni + r * nh) + z * h
        result.append(h)
    return {"y": np.stack(result).astype(np.float32)}


@case(jit=False, rtol=2e-3, atol=2e-3)
def flash_attention(ms: Any, run: Any) -> Arrays:
    """Two heads; positions up to `next_tokens` ahead are seen under a mask of none.

    Float16 is near the formula of Float32.
    """
    q, k, v = (rand(1, 4, 8, seed=i).astype(np.float16) for i in range(3))
    home = importlib.import_module(f"{ms.__name__}.ops.operations.nn_ops")
    op = home.FlashAttentionScore(head_num=2, scale_value=0.5, next_tokens=5, input_layout="BSH")
    if not is_mindspore(ms):
        return {"out": op(*map(ms.Tensor, (q, k, v)))[3].asnumpy()}
    heads = [t.astype(np.float32).reshape(1, 4, 2, 4).transpose(0, 2, 1, 3) for t in (q, k, v)]
    scores = heads[0] @ heads[1].transpose(0, 1, 3, 2) * 0.5
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    out = weights / weights.sum(-1, keepdims=True) @ heads[2]
    return {"out": out.transpose(0, 2, 1, 3).reshape(1, 4, 8).astype(np.float16)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def attention_weights(ms: Any, run: Any) -> Arrays:
    """Separate projections of query, key and value."""
    home = importlib.import_module(f"{ms.__name__}.ops.function.nn_func")
    t = ms.Tensor
    q, k, v = rand(3, 1, 4), rand(5, 1, 3, seed=1), rand(5, 1, 2, seed=2)
    out, weights = home.multi_head_attention_forward(
        query=t(q),
        key=t(k),
        value=t(v),
        embed_dim_to_check=4,
        num_heads=2,
        in_proj_weight=None,
        in_proj_bias=t(rand(12, seed=3)),
        bias_k=None,
        bias_v=None,
        add_zero_attn=False,
        dropout_p=0.0,
        out_proj_weight=t(rand(4, 4, seed=4)),
        out_proj_bias=t(rand(4, seed=5)),
        training=False,
        use_separate_proj_weight=True,
        q_proj_weight=t(rand(4, 4, seed=6)),
        k_proj_weight=t(rand(4, 3, seed=7)),
        v_proj_weight=t(rand(4, 2, seed=8)),
    )
    return {"out": out.asnumpy(), "weights": weights.asnumpy()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def old_interpolate(ms: Any, run: Any) -> Arrays:
    """The names before MindSpore 2.0 mean what size, scale_factor and align_corners do."""
    x, f = ms.Tensor(IMAGE), ms.ops.interpolate
    linear = {"mode": "bilinear", "align_corners": True}
    if is_mindspore(ms):
        sized = f(x, size=(3, 7), **linear)
        return {"sized": sized.asnumpy(), "scaled": f(x, size=(12, 10), **linear).asnumpy()}
    sized = f(x, sizes=(3, 7), mode="bilinear", coordinate_transformation_mode="align_corners")
    scaled = f(x, scales=(1.0, 1.0, 2.0, 2.0), mode="bilinear")
    return {"sized": sized.asnumpy(), "scaled": scaled.asnumpy()}


@case(jit=False)
def partial_by_name(ms: Any, run: Any) -> Arrays:
    """MindSpore's graphs take arguments by place alone."""

    def minus(x: Any, y: Any) -> Any:
        return y - x

    if is_mindspore(ms):
        return {"out": np.array([1.0], np.float32)}
    held = ms.ops.partial(minus, x=ms.Tensor([2.0]))
    return {"out": held(y=ms.Tensor([3.0])).asnumpy()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def channels_last(ms: Any, run: Any) -> Arrays:
    """NHWC beside NCHW, which MindSpore's CPU has alone."""
    layout = "NCHW" if is_mindspore(ms) else "NHWC"
    x = IMAGE if is_mindspore(ms) else np.ascontiguousarray(IMAGE.transpose(0, 2, 3, 1))
    w, bias = rand(3, 4, 2, 2, seed=1), ms.Tensor(rand(4, seed=2))
    weight = w if is_mindspore(ms) else np.ascontiguousarray(w.transpose(0, 2, 3, 1))
    o, t = ms.ops, ms.Tensor(x)
    made = {
        "conv": o.Conv2D(3, 2, data_format=layout)(t, ms.Tensor(weight)),
        "bias": o.BiasAdd(data_format=layout)(t, bias),
        "pool": o.AvgPool(2, 2, data_format=layout)(t),
        "max": o.MaxPool(2, 2, data_format=layout)(t),
    }
    result = {name: out.asnumpy() for name, out in made.items()}
    if is_mindspore(ms):
        return {name: out.transpose(0, 2, 3, 1) for name, out in result.items()}
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def input_gradient(ms: Any, run: Any) -> Arrays:
    w, dout = rand(3, 4, 3, 3, seed=1), rand(2, 3, 3, 3, seed=2)
    op = ms.ops.Conv2DBackpropInput(
        out_channel=3, kernel_size=3, pad_mode="pad", pad=1, stride=2, dilation=1, group=1
    )
    return {"out": op(ms.Tensor(dout), ms.Tensor(w), (2, 4, 6, 5)).asnumpy()}


@case(jit=False, rtol=1e-4, atol=1e-5)
def nesterov(ms: Any, run: Any) -> Arrays:
    """MindSpore's CPU kernel leaves `use_nesterov` out; its documentation has the rule."""
    p = ms.Parameter(ms.Tensor(rand(2, 3)), name="p")
    grads = [rand(2, 3, seed=5), rand(2, 3, seed=6)]
    if not is_mindspore(ms):
        optimizer = ms.nn.Momentum([p], 0.1, 0.9, use_nesterov=True)
        q, moved = (ms.Parameter(ms.Tensor(v), name="q") for v in (rand(2, 3), grads[0] * 0))
        rate, share = ms.Tensor(0.1, ms.float32), ms.Tensor(0.9, ms.float32)
        for grad in grads:
            optimizer((ms.Tensor(grad),))
            ms.ops.ApplyMomentum(use_nesterov=True)(q, moved, rate, ms.Tensor(grad), share)
        return {"p": p.asnumpy(), "q": q.asnumpy()}
    value, moved = rand(2, 3), np.zeros((2, 3), np.float32)
    for grad in grads:
        moved = 0.9 * moved + grad
        value = value - 0.1 * (grad + 0.9 * moved)
    return {"p": value.astype(np.float32), "q": value.astype(np.float32)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def mint_convolution(ms: Any, run: Any) -> Arrays:
    """mint's layers run on Ascend alone; nn's is the same sum."""
    w = ms.Tensor(rand(3, 4, 2, 2, seed=1))
    if is_mindspore(ms):
        net = ms.nn.Conv2d(4, 3, 2, pad_mode="valid", has_bias=False, weight_init=w)
    else:
        net = ms.mint.nn.Conv2d(4, 3, 2, bias=False)
        net.weight.set_data(w)
    return {"out": net(ms.Tensor(IMAGE)).asnumpy()}
