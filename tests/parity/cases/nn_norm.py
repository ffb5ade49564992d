"""Normalisation: outputs, gradients, running statistics, parameter names."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

IMAGE = rand(3, 4, 3, 5)


@case(rtol=1e-4, atol=1e-5)
def batch_norm2d(ms: Any, run: Any) -> Any:
    norm = ms.nn.BatchNorm2d

    def nets() -> list[Any]:
        return [
            norm(4),
            norm(4, eps=1e-2, momentum=0.6),
            norm(4, affine=False),
            norm(4, use_batch_statistics=True),
            norm(4, use_batch_statistics=False),
        ]

    return merge(
        train=cells(ms, run, nets(), IMAGE), eval=cells(ms, run, nets(), IMAGE, train=False)
    )


@case(rtol=1e-4, atol=1e-5)
def batch_norm_other_ranks(ms: Any, run: Any) -> Any:
    nn = ms.nn
    return merge(
        rows=cells(ms, run, [nn.BatchNorm1d(4)], rand(5, 4)),
        rows_eval=cells(ms, run, [nn.BatchNorm1d(4)], rand(5, 4), train=False),
        lines=cells(ms, run, [nn.BatchNorm1d(4)], rand(3, 4, 5)),
        volumes=cells(ms, run, [nn.BatchNorm3d(4)], rand(2, 4, 3, 2, 2)),
        sync=cells(ms, run, [nn.SyncBatchNorm(4)], IMAGE, train=False),
    )


@case
def batch_norm_names(ms: Any, run: Any) -> Any:
    net = ms.nn.SequentialCell(ms.nn.Conv2d(1, 2, 3, has_bias=True), ms.nn.BatchNorm2d(2))
    alone = ms.nn.BatchNorm2d(2)
    names = [(p.name, p.requires_grad) for p in [*net.get_parameters(), *alone.get_parameters()]]
    return {"names": np.array([f"{name} {grad}" for name, grad in names])}


@case(rtol=1e-4, atol=1e-5)
def layer_norm(ms: Any, run: Any) -> Any:
    norm = ms.nn.LayerNorm
    nets = [
        norm((5,)),
        norm([3, 5], begin_norm_axis=2, begin_params_axis=2, epsilon=1e-3),
        norm((4, 3, 5), begin_norm_axis=1, begin_params_axis=1),
    ]
    return cells(ms, run, nets, IMAGE)


@case(rtol=5e-3, atol=5e-3)
def half_precision(ms: Any, run: Any) -> Any:
    nets = [ms.nn.LayerNorm((5,)), ms.nn.BatchNorm2d(4), ms.nn.GroupNorm(2, 4)]
    return cells(ms, run, nets, IMAGE.astype(np.float16), grad=False)


@case(rtol=1e-4, atol=1e-5)
def group_norm(ms: Any, run: Any) -> Any:
    nets = [
        ms.nn.GroupNorm(2, 4),
        ms.nn.GroupNorm(4, 4, eps=1e-2),
        ms.nn.GroupNorm(1, 4, affine=False),
    ]
    return cells(ms, run, nets, IMAGE)


@case(rtol=1e-4, atol=1e-5)
def functions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    vector = rand(4, seed=2, low=0.5)
    mean, variance = ms.Tensor(vector), ms.Tensor(vector)
    return merge(
        batch=run(lambda x, w, b: ops.batch_norm(x, mean, variance, w, b), IMAGE, vector, vector),
        group=run(lambda x, w, b: ops.group_norm(x, 2, w, b), IMAGE, vector, vector),
        lrn=run(lambda x: ops.lrn(x, 1, 1.0, 0.5, 0.75), IMAGE),
        unit=run(lambda x: (ops.L2Normalize(axis=1)(x), ops.L2Normalize()(x)), IMAGE),
        length=run(lambda x: (ops.LpNorm(axis=[0, 1], p=1)(x), ops.LpNorm(axis=-1, keep_dims=True)(x)), IMAGE),
    )  # fmt: skip


@case(rtol=1e-4, atol=1e-5)
def primitives(ms: Any, run: Any) -> Any:
    ops = ms.ops
    ones = rand(4, 3, 5, low=0.5)
    return merge(
        layer=run(lambda x, g, b: ops.LayerNorm(1, 1)(x, g, b), IMAGE, ones, ones, grad=False),
        layer_grad=run(lambda x, g, b: ops.LayerNorm(2, 3)(x, g, b)[0], IMAGE, rand(5), rand(5)),
        lrn=cells(ms, run, [ms.nn.LRN(2)], IMAGE),
    )


@case
def clipping(ms: Any, run: Any) -> Any:
    clip, rows = ms.nn.ClipByNorm(), ms.nn.ClipByNorm(axis=1)
    limit = np.array(1.0, np.float32)
    return run(
        lambda x, y, c: (clip(x, c), clip(y, c), rows(x, c)), rand(2, 3), rand(2, 3) / 9, limit
    )


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    nn = ms.nn
    return merge(
        features=run.raises(lambda: nn.BatchNorm1d(0)),
        features_float=run.raises(lambda: nn.BatchNorm1d(2.0)),
        momentum=run.raises(lambda: nn.BatchNorm1d(2, momentum=2)),
        statistics=run.raises(lambda: nn.BatchNorm2d(2, use_batch_statistics=1)),
        channels=run.raises(nn.BatchNorm2d(3), IMAGE),
        rank=run.raises(nn.BatchNorm2d(4), IMAGE[0]),
        rank1=run.raises(nn.BatchNorm1d(4), IMAGE),
        double=run.raises(nn.BatchNorm2d(4), IMAGE.astype(np.float64)),
        layer_int=run.raises(lambda: nn.LayerNorm(4)),
        layer_empty=run.raises(lambda: nn.LayerNorm(())),
        layer_shape=run.raises(nn.LayerNorm((6,)), IMAGE),
        groups=run.raises(lambda: nn.GroupNorm(3, 4)),
        group_channels=run.raises(nn.GroupNorm(2, 6), IMAGE),
    )
