"""What MindSpore's CPU build has no kernel for: the documented formula stands on its side."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand

IMAGE = rand(2, 4, 6, 5)
WEIGHT, BIAS = rand(3, 4, seed=1), rand(3, seed=2)
STEPS = [(rand(3, 4, seed=10 + i), rand(3, seed=20 + i)) for i in range(3)]


def trained(ms: Any, build: Any) -> Arrays:
    """A weight and a bias after three steps of the optimizer that `build` makes."""
    params = [
        ms.Parameter(ms.Tensor(value), name=name) for name, value in (("w", WEIGHT), ("bias", BIAS))
    ]
    optimizer = build(params)
    for grads in STEPS:
        optimizer(tuple(ms.Tensor(g) for g in grads))
    return {p.name: p.asnumpy().copy() for p in params}


@case(jit=False, rtol=1e-4, atol=1e-5)
def lamb(ms: Any, run: Any) -> Arrays:
    if not is_mindspore(ms):
        return trained(
            ms,
            lambda p: ms.nn.Lamb(
                params=p, learning_rate=0.1, beta1=0.7, beta2=0.9, eps=1e-2, weight_decay=0.1
            ),
        )
    result = {}
    for at, (name, p) in enumerate((("w", WEIGHT), ("bias", BIAS))):
        m, v, decay = np.zeros_like(p), np.zeros_like(p), 0.1
        for step, grads in enumerate(STEPS, 1):
            m, v = 0.7 * m + 0.3 * grads[at], 0.9 * v + 0.1 * grads[at] ** 2
            u = m / (1 - 0.7**step) / (np.sqrt(v / (1 - 0.9**step)) + 1e-2) + decay * p
            p = p - 0.1 * np.linalg.norm(p) / np.linalg.norm(u) * u
        result[name] = p.astype(np.float32)
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def lars(ms: Any, run: Any) -> Arrays:
    """Only what `lars_filter` lets through is scaled and decayed."""
    if not is_mindspore(ms):
        return trained(
            ms,
            lambda p: ms.nn.LARS(
                ms.nn.Momentum(p, 0.1, 0.9, weight_decay=0.01),
                epsilon=0.01,
                coefficient=0.1,
                use_clip=True,
                lars_filter=lambda x: x.name == "w",
            ),
        )
    result = {}
    for at, (name, p) in enumerate((("w", WEIGHT), ("bias", BIAS))):
        moved = np.zeros_like(p)
        for grads in STEPS:
            g = grads[at]
            if name == "w":
                size, length = np.linalg.norm(p), np.linalg.norm(g)
                ratio = 0.1 * size / (length + 0.01 * size + 0.01)
                g = min(ratio / 0.1, 1.0) * (g + 0.01 * p)
            moved = 0.9 * moved + g
            p = p - 0.1 * moved
        result[name] = p.astype(np.float32)
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def scaled_step(ms: Any, run: Any) -> Arrays:
    """A scaled step that does not overflow is the plain step."""
    x, y = ms.Tensor(rand(4, 3)), ms.Tensor(rand(4, 2, seed=1))
    net = ms.nn.Dense(3, 2, weight_init="ones", bias_init="zeros")
    whole = ms.nn.WithLossCell(net, ms.nn.MSELoss())
    optimizer = ms.nn.SGD(net.trainable_params(), 0.1)
    step = ms.nn.TrainOneStepCell(whole, optimizer)
    if not is_mindspore(ms):
        scale = ms.nn.FixedLossScaleUpdateCell(loss_scale_value=64)
        step = ms.nn.TrainOneStepWithLossScaleCell(
            network=whole, optimizer=optimizer, scale_sense=scale
        )
    step.set_train()
    step(x, y)
    return {"weight": net.weight.asnumpy().copy()}


def normalized(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    centred = x - x.mean((2, 3), keepdims=True)
    scaled = centred / np.sqrt(x.var((2, 3), keepdims=True) + eps)
    return scaled * gamma[:, None, None] + beta[:, None, None]


@case(jit=False, rtol=1e-4, atol=1e-5)
def instance_norm(ms: Any, run: Any) -> Arrays:
    """No kernel on MindSpore's CPU: the documented formula stands for it."""
    gamma, beta = rand(4, seed=1, low=0.5), rand(4, seed=2)
    full = ms.nn.InstanceNorm2d(
        4, eps=0.1, momentum=0.5, gamma_init=ms.Tensor(gamma), beta_init=ms.Tensor(beta)
    )
    bare = ms.nn.InstanceNorm2d(4, eps=0.1, affine=False)
    if is_mindspore(ms):
        plain = normalized(IMAGE, np.ones(4, np.float32), np.zeros(4, np.float32), 0.1)
        return {"full": normalized(IMAGE, gamma, beta, 0.1), "bare": plain}
    image = ms.Tensor(IMAGE)
    return {"full": full(image).asnumpy(), "bare": bare(image).asnumpy()}


@case(jit=False)
def unfold(ms: Any, run: Any) -> Arrays:
    """No kernel on MindSpore's CPU: patches of 2 x 2, row by row, channels innermost of them."""
    layer = ms.nn.Unfold(
        ksizes=[1, 2, 2, 1], strides=[1, 2, 1, 1], rates=[1, 1, 1, 1], padding="same"
    )
    if not is_mindspore(ms):
        return {"out": layer(ms.Tensor(IMAGE)).asnumpy()}
    padded = np.pad(IMAGE, ((0, 0), (0, 0), (0, 0), (0, 1)))
    parts = [padded[:, :, i::2, j : j + 5][:, :, :3] for i in (0, 1) for j in (0, 1)]
    return {"out": np.concatenate(parts, 1)}


@case(jit=False, rtol=1e-4, atol=1e-5)
def soft_margin(ms: Any, run: Any) -> Arrays:
    logits, labels = rand(5, 4), np.sign(rand(5, 4, seed=9))
    loss = ms.nn.SoftMarginLoss(reduction="sum")
    if is_mindspore(ms):
        return {"out": np.log1p(np.exp(-labels * logits)).sum()}
    return {"out": loss(ms.Tensor(logits), ms.Tensor(labels)).asnumpy()}


@case(jit=False, rtol=1e-4, atol=1e-4)
def ssim(ms: Any, run: Any) -> Arrays:
    """Of an image with itself times one half, in windows of one size; SSIM of constants is known."""
    layer = ms.nn.SSIM(max_val=2, filter_size=5, filter_sigma=1.0, k1=0.02, k2=0.05)
    one, two = np.full((1, 1, 8, 8), 0.8, np.float32), np.full((1, 1, 8, 8), 0.4, np.float32)
    if is_mindspore(ms):
        c1 = (0.02 * 2) ** 2
        return {"out": np.array([(2 * 0.8 * 0.4 + c1) / (0.8**2 + 0.4**2 + c1)], np.float32)}
    return {"out": layer(ms.Tensor(one), ms.Tensor(two)).asnumpy()}


# Layers of NHWC images, beside their NCHW selves.
LAST: dict[str, Any] = {
    "conv": lambda nn, layout: nn.Conv2d(
        4, 3, 3, has_bias=True, weight_init="ones", bias_init="ones", data_format=layout
    ),
    "norm": lambda nn, layout: nn.BatchNorm2d(4, eps=0.1, data_format=layout).set_train(),
    "max": lambda nn, layout: nn.MaxPool2d(2, 2, data_format=layout),
    "avg": lambda nn, layout: nn.AvgPool2d(2, 2, data_format=layout),
}


@case(jit=False, rtol=1e-4, atol=1e-5)
def channels_last(ms: Any, run: Any) -> Arrays:
    result = {}
    for name, build in LAST.items():
        layout = "NCHW" if is_mindspore(ms) else "NHWC"
        x = IMAGE if is_mindspore(ms) else IMAGE.transpose(0, 2, 3, 1)
        out = build(ms.nn, layout)(ms.Tensor(np.ascontiguousarray(x))).asnumpy()
        result[name] = out.transpose(0, 2, 3, 1) if is_mindspore(ms) else out
    return result


@case(jit=False, rtol=1e-4, atol=1e-5)
def sync_batch_norm(ms: Any, run: Any) -> Arrays:
    """On one process it is BatchNorm2d."""
    options = {
        "eps": 0.01,
        "momentum": 0.7,
        "gamma_init": ms.Tensor(rand(4, seed=1)),
        "beta_init": ms.Tensor(rand(4, seed=2)),
        "moving_mean_init": ms.Tensor(rand(4, seed=3)),
        "moving_var_init": ms.Tensor(rand(4, seed=4, low=0.5)),
    }
    kind = ms.nn.BatchNorm2d if is_mindspore(ms) else ms.nn.SyncBatchNorm
    full, bare = kind(4, **options).set_train(), kind(4, affine=False).set_train()
    image = ms.Tensor(IMAGE)
    return {
        "full": full(image).asnumpy(),
        "mean": full.moving_mean.asnumpy(),
        "bare": bare(image).asnumpy(),
    }
