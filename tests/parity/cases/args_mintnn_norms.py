"""Arguments of mint.nn's batch normalisation and of functional.normalize.

MindSpore's CPU build has SyncBatchNorm alone: the documented formula stands on its side for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, is_mindspore, merge, rand
from tests.parity.table import Rows, each, group, row

IMAGE = rand(2, 4, 3, 5)
LINE = rand(3, 4, 5)
VOLUME = rand(2, 4, 2, 3, 2)
MEAN, VARIANCE = rand(4, seed=3), rand(4, seed=4, low=0.5)
WEIGHT, BIAS = rand(4, seed=5), rand(4, seed=6)
KEPT = {"running_mean": MEAN, "running_var": VARIANCE, "weight": WEIGHT, "bias": BIAS}


def normal(ms: Any, x: Any, weight: Any, bias: Any, eps: float, *kept: Any) -> Any:
    """Each channel by its own statistics, or by those that are kept."""
    shape = (1, -1, *[1] * (x.ndim - 2))
    axes = (0, *range(2, x.ndim))
    mean, variance = kept or (x.mean(axes), ((x - x.mean(axes, True)) ** 2).mean(axes))
    scaled = (x - mean.reshape(shape)) / ms.ops.sqrt(variance.reshape(shape) + eps)
    return scaled * weight.reshape(shape) + bias.reshape(shape)


def followed(x: np.ndarray, rate: float) -> Arrays:
    """The running statistics after one batch."""
    axes = (0, *range(2, x.ndim))
    return {
        "running_mean": ((1 - rate) * MEAN + rate * x.mean(axes)).astype(np.float32),
        "running_var": ((1 - rate) * VARIANCE + rate * x.var(axes, ddof=1)).astype(np.float32),
    }


FUNCTIONS: Rows = {
    "batch_norm": row(
        lambda ms, x, w, b: ms.mint.nn.functional.batch_norm(
            input=x,
            running_mean=ms.Tensor(MEAN),
            running_var=ms.Tensor(VARIANCE),
            weight=w,
            bias=b,
            eps=0.1,
        ),
        IMAGE,
        WEIGHT,
        BIAS,
        instead=lambda ms, x, w, b: normal(
            ms, x, w, b, 0.1, ms.Tensor(MEAN), ms.Tensor(VARIANCE)
        ),
    ),
    "batch_norm_training": row(
        lambda ms, x, w, b: ms.mint.nn.functional.batch_norm(
            x, ms.Tensor(MEAN), ms.Tensor(VARIANCE), w, b, training=True, momentum=0.3, eps=0.1
        ),
        IMAGE,
        WEIGHT,
        BIAS,
        instead=lambda ms, x, w, b: normal(ms, x, w, b, 0.1),
    ),
    "normalize": row(
        lambda ms, x: ms.mint.nn.functional.normalize(input=x, p=3.0, dim=0, eps=2.0),
        rand(3, 4, low=0.1),
        instead=lambda ms, x: x / ms.ops.clamp((x * x * x).sum(0, keepdims=True) ** (1 / 3), min=2.0),
    ),
}  # fmt: skip
each(__name__, FUNCTIONS, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "functions_in_a_graph", FUNCTIONS, rtol=1e-4, atol=1e-5)


@case(jit=False, rtol=1e-4, atol=1e-5)
def statistics_follow(ms: Any, run: Any) -> Arrays:
    if is_mindspore(ms):
        return followed(IMAGE, 0.3)
    mean, variance = ms.Tensor(MEAN), ms.Tensor(VARIANCE)
    x = ms.Tensor(IMAGE)
    ms.mint.nn.functional.batch_norm(x, mean, variance, None, None, True, momentum=0.3)
    return {"running_mean": mean.asnumpy(), "running_var": variance.asnumpy()}


# Name -> (the layer, its input, eps, momentum, whether it has a weight and whether it keeps statistics).
LAYERS: dict[str, tuple[Callable[[Any], Any], np.ndarray, float, float, bool, bool]] = {
    "BatchNorm1d": (
        lambda ms: ms.mint.nn.BatchNorm1d(4, track_running_stats=False),
        LINE, 1e-5, 0.1, True, False,
    ),
    "BatchNorm2d": (
        lambda ms: ms.mint.nn.BatchNorm2d(4, eps=0.1, momentum=0.3, affine=False),
        IMAGE, 0.1, 0.3, False, True,
    ),
    "BatchNorm3d": (
        lambda ms: ms.mint.nn.BatchNorm3d(4, eps=0.2, momentum=0.4, affine=False),
        VOLUME, 0.2, 0.4, False, True,
    ),
    "BatchNorm3d_bare": (
        lambda ms: ms.mint.nn.BatchNorm3d(4, affine=False, track_running_stats=False),
        VOLUME, 1e-5, 0.1, False, False,
    ),
}  # fmt: skip


def batch_norm(name: str) -> Callable[[Any, Any], Arrays]:
    build, x, eps, rate, affine, tracked = LAYERS[name]

    def formula(ms: Any, training: bool) -> Callable[[Any], Any]:
        weight, bias = (ms.Tensor(WEIGHT if affine else np.ones(4, np.float32)),
                        ms.Tensor(BIAS if affine else np.zeros(4, np.float32)))  # fmt: skip
        after = followed(x, rate)
        kept = () if training or not tracked else [ms.Tensor(value) for value in after.values()]
        return lambda x: normal(ms, x, weight, bias, eps, *kept)

    def body(ms: Any, run: Any) -> Arrays:
        net = build(ms).set_train()
        for p in net.get_parameters():
            if p.name in KEPT:
                p.set_data(ms.Tensor(KEPT[p.name]))
        names = {"names": np.array([f"{p.name} {p.shape}" for p in net.get_parameters()])}
        if is_mindspore(ms):
            state = followed(x, rate) if tracked else {}
            trained, later = formula(ms, True), formula(ms, False)
            return merge(n=names, state=state, eval=run(later, x), train=run(trained, x))
        net(input=ms.Tensor(x))
        state = {p.name: as_array(p) for p in net.get_parameters() if p.name.startswith("running")}
        net.set_train(False)
        later = run(net, x)
        return merge(n=names, state=state, eval=later, train=run(net.set_train(), x))

    body.__module__ = __name__
    return body


for _name in LAYERS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(batch_norm(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def sync_batch_norm(ms: Any, run: Any) -> Arrays:
    """Of one process: the group is the world."""
    net = ms.mint.nn.SyncBatchNorm(
        num_features=4, eps=0.1, momentum=0.3, affine=False, process_group="hccl_world_group"
    ).set_train()
    out = net(input=ms.Tensor(IMAGE)).asnumpy()
    state = {p.name: as_array(p) for p in net.get_parameters()}
    net.set_train(False)
    return merge(eval=run(net, IMAGE), state=state, train={"out": out})


@case(jit=False)
def dtypes(ms: Any, run: Any) -> Arrays:
    nn = ms.mint.nn
    layers = {
        "BatchNorm1d": nn.BatchNorm1d(4, dtype=ms.float16),
        "SyncBatchNorm": nn.SyncBatchNorm(4, track_running_stats=False, dtype=ms.float64),
    }
    return {
        name: np.array([f"{p.name} {p.shape} {p.dtype}" for p in net.get_parameters()])
        for name, net in layers.items()
    }
