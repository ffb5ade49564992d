"""Arguments of layers of one input: convolutions, padding, matrices, reductions, activations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, is_mindspore, merge, rand

ROWS = rand(5, 4)
LINE = rand(2, 4, 9)
IMAGE = rand(2, 4, 6, 5)
VOLUME = rand(1, 2, 4, 5, 4)
PLACES = np.array([[0, 4], [2, 1]], np.int32)

Build = Callable[[Any], Any]


def values(ms: Any, *shape: int, seed: int = 3) -> Any:
    return ms.Tensor(rand(*shape, seed=seed, low=0.5))


# Name -> (the layer, its inputs).
LAYERS: dict[str, tuple[Build, tuple[np.ndarray, ...]]] = {
    "conv1d_transpose": (
        lambda ms: ms.nn.Conv1dTranspose(
            4, 2, 3, 2, dilation=2, group=2, weight_init=values(ms, 4, 1, 3)
        ),
        (LINE,),
    ),
    "conv3d_transpose": (
        lambda ms: ms.nn.Conv3dTranspose(
            2, 4, 2, 2, dilation=(1, 2, 2), group=2, weight_init=values(ms, 2, 2, 2, 2, 2)
        ),
        (VOLUME,),
    ),
    "conv2d_bn_act": (
        lambda ms: ms.nn.Conv2dBnAct(
            4, 3, 3, weight_init=values(ms, 3, 4, 3, 3), activation="leakyrelu", alpha=0.4
        ),
        (IMAGE,),
    ),
    "dense_bn_act": (
        lambda ms: ms.nn.DenseBnAct(
            4, 3, weight_init=values(ms, 3, 4), activation="leakyrelu", alpha=0.4
        ),
        (ROWS,),
    ),
    "bidense": (
        lambda ms: ms.nn.BiDense(
            4, 3, 2, weight_init=values(ms, 2, 4, 3), bias_init=values(ms, 2, seed=4)
        ),
        (ROWS, rand(5, 3, seed=1)),
    ),
    "bidense_bare": (
        lambda ms: ms.nn.BiDense(4, 3, 2, weight_init=values(ms, 2, 4, 3), has_bias=False),
        (ROWS, rand(5, 3, seed=1)),
    ),
    "linear": (
        lambda ms: ms.nn.Linear(
            4, 3, weight_init=values(ms, 3, 4), bias_init=values(ms, 3, seed=4)
        ),
        (ROWS,),
    ),
    "flatten": (lambda ms: ms.nn.Flatten(end_dim=2), (IMAGE,)),
    "lrn": (
        lambda ms: ms.nn.LRN(2, bias=2.0, alpha=0.3, beta=0.7, norm_region="ACROSS_CHANNELS"),
        (IMAGE,),
    ),
    "log_sum_exp": (lambda ms: ms.nn.ReduceLogSumExp(1, keep_dims=True), (IMAGE,)),
    "reflection_pad3d": (lambda ms: ms.nn.ReflectionPad3d((1, 2, 0, 3, 2, 1)), (VOLUME,)),
    "replication_pad3d": (lambda ms: ms.nn.ReplicationPad3d((1, 2, 0, 3, 2, 1)), (VOLUME,)),
    "softmin": (lambda ms: ms.nn.Softmin(axis=1), (IMAGE,)),
    "upsample": (
        lambda ms: ms.nn.Upsample(
            scale_factor=(1.7, 2.3),
            mode="bilinear",
            align_corners=True,
            recompute_scale_factor=True,
        ),
        (IMAGE,),
    ),
    "upsample_area": (
        lambda ms: ms.nn.Upsample(
            scale_factor=(0.7, 1.5), mode="area", recompute_scale_factor=True
        ),
        (IMAGE,),
    ),
    "embedding_lookup": (
        lambda ms: ms.nn.EmbeddingLookup(5, 3, param_init="ones", dtype=ms.float16),
        (PLACES,),
    ),
    "fields": (
        lambda ms: ms.nn.MultiFieldEmbeddingLookup(
            5, 3, 2, "ones", target="DEVICE", sparse=False, operator="SUM", dtype=ms.float16
        ),
        (PLACES, np.ones((2, 2), np.float32), PLACES % 2),
    ),
    "lgamma": (lambda ms: ms.nn.LGamma(), (np.abs(ROWS) + 0.3,)),
    "digamma": (lambda ms: ms.nn.DiGamma(), (np.abs(ROWS) + 0.3,)),
}


def called(build: Build, inputs: tuple[np.ndarray, ...]) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        net = build(ms).set_train()
        result = run(net, *inputs)
        return merge(ran=result, state={p.name: as_array(p) for p in net.get_parameters()})

    body.__module__ = __name__
    return body


for _name, (_build, _inputs) in LAYERS.items():
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(called(_build, _inputs))


@case(jit=False)
def triangles(ms: Any, run: Any) -> Arrays:
    return merge(
        low=run(lambda x: ms.nn.Tril()(x, k=1), IMAGE),
        high=run(lambda x: ms.nn.Triu()(x, k=-1), IMAGE),
    )


@case(jit=False)
def activations(ms: Any, run: Any) -> Arrays:
    named = ms.nn.get_activation("leakyrelu", prim_name="Net")
    return merge(named=run(named, ROWS), wrong=run.raises(lambda: ms.nn.get_activation("x", "N")))


@case(jit=False, rtol=1e-4, atol=1e-5)
def channels_last(ms: Any, run: Any) -> Arrays:
    """MindSpore has 'NHWC' on GPUs only: images with channels first stand for it."""
    x = LINE if is_mindspore(ms) else np.ascontiguousarray(LINE.transpose(0, 2, 1))
    layer = ms.nn.BatchNorm1d(4, data_format="NCHW" if is_mindspore(ms) else "NHWC").set_train()
    out = layer(ms.Tensor(x)).asnumpy()
    return {"out": out if is_mindspore(ms) else out.transpose(0, 2, 1)}


@case(jit=False, rtol=4e-3, atol=4e-3)
def sync_batch_norm(ms: Any, run: Any) -> Arrays:
    """On one process it is BatchNorm2d, whatever the groups."""
    options: dict[str, Any] = {"use_batch_statistics": False, "dtype": ms.float16}
    if not is_mindspore(ms):
        options["process_groups"] = [[0]]
    kind = ms.nn.BatchNorm2d if is_mindspore(ms) else ms.nn.SyncBatchNorm
    layer = kind(4, moving_mean_init="ones", **options).set_train()
    return run(layer, IMAGE.astype(np.float16), grad=False)
