"""Embeddings, and the small layers around arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

IDS = np.array([[0, 4, 2], [1, 1, 3]], np.int32)


@case
def embedding(ms: Any, run: Any) -> Any:
    nn = ms.nn
    nets = [nn.Embedding(5, 3), nn.Embedding(5, 3, True), nn.Embedding(5, 3, padding_idx=1)]
    return merge(
        ints=cells(ms, run, nets, IDS, grad=False),
        longs=cells(ms, run, nets[:2], IDS.astype(np.int64), grad=False),
        outside=cells(ms, run, [nets[1]], np.array([7, -1, 2], np.int32), grad=False),
        lookup=cells(
            ms, run, [nn.EmbeddingLookup(5, 3)], np.array([7, -1, 2], np.int32), grad=False
        ),
        padding={"row": nn.Embedding(5, 3, padding_idx=1).embedding_table.asnumpy()[1]},
    )


@case
def embedding_gradient(ms: Any, run: Any) -> Any:
    nets = [fixed(ms, ms.nn.Embedding(5, 3)), fixed(ms, ms.nn.Embedding(5, 3, True))]
    ids, scale = ms.Tensor(IDS), ms.Tensor(rand(2, 3, 3))
    return {
        f"grad{i}": ms.grad(lambda x, net=net: (net(x) * scale).sum(), None, net.embedding_table)(
            ids
        ).asnumpy()
        for i, net in enumerate(nets)
    }


def fixed(ms: Any, net: Any) -> Any:
    net.embedding_table.set_data(ms.Tensor(rand(5, 3)))
    return net


@case
def arrays(ms: Any, run: Any) -> Any:
    nn = ms.nn
    x = rand(2, 3)
    nets = [
        nn.Pad(((1, 0), (2, 1))),
        nn.Pad(((1, 0), (2, 1)), "REFLECT"),
        nn.Pad(((2, 1), (0, 3)), "SYMMETRIC"),
        nn.Norm(),
        nn.Norm(axis=1, keep_dims=True),
        nn.Norm(axis=0),
        nn.Flatten(),
        nn.Flatten(0),
        nn.Unflatten(1, (1, 3)),
        nn.Identity(),
        nn.L1Regularizer(0.5),
        nn.Moments(axis=0, keep_dims=True),
        nn.Moments(),
        nn.ReduceLogSumExp(1),
        nn.Tril(),
        nn.Triu(),
    ]
    return merge(
        one=cells(ms, run, nets, x),
        hot=run(nn.OneHot(depth=4), np.array([0, 3, 5], np.int64)),
        hot_axis=run(nn.OneHot(0, 3, 2.0, -1.0), np.array([0, 2], np.int32)),
        product=run(
            lambda a, b: (nn.MatMul(False, True)(a, b), nn.MatMul(True)(a, b)),
            x,
            rand(2, 3, seed=1),
        ),
        span={"span": nn.Range(1, 8, 2)().asnumpy(), "ints": nn.Range(3)().asnumpy()},
    )


@case
def padding_layers(ms: Any, run: Any) -> Any:
    nn = ms.nn
    nets = [
        nn.ConstantPad1d((1, 2), 0.5),
        nn.ConstantPad2d((1, 0, 2, 1), 2),
        nn.ConstantPad3d(1, 1.0),
        nn.ZeroPad2d((1, 2, 0, 1)),
        nn.ReflectionPad2d((1, 2, 1, 0)),
        nn.ReplicationPad2d((1, 2, 3, 0)),
    ]
    return merge(
        image=cells(ms, run, nets, rand(1, 2, 3, 4)),
        line=cells(ms, run, [nn.ReflectionPad1d((1, 2)), nn.ReplicationPad1d(2)], rand(1, 2, 4)),
    )


@case
def padding_functions(ms: Any, run: Any) -> Any:
    ops = ms.ops
    pairs = ms.Tensor(np.array([[0, 0], [1, 0], [1, 2], [2, 3]]))
    return run(
        lambda x: (
            ops.pad(x, (1, 2)),
            ops.pad(x, (1, 2, -1, 3), value=5),
            ops.pad(x, (1, 2, 0, 1), "reflect"),
            ops.pad(x, [1, 0, 2, 1], "replicate"),
            ops.Pad(((0, 0), (0, 1), (1, 1), (2, 2)))(x),
            ops.MirrorPad("SYMMETRIC")(x, pairs),
        ),
        rand(1, 2, 3, 4),
    )


@case
def time_distributed(ms: Any, run: Any) -> Any:
    nn = ms.nn
    nets = [nn.TimeDistributed(nn.Dense(4, 2), 1, 0), nn.TimeDistributed(nn.Dense(4, 2), 1)]
    return cells(ms, run, nets, rand(2, 3, 4))


@case
def blocks(ms: Any, run: Any) -> Any:
    nn = ms.nn
    conv = [nn.Conv2dBnAct(2, 3, 3, has_bn=True, activation="leakyrelu"), nn.Conv2dBnAct(2, 3, 1)]
    dense = [nn.DenseBnAct(4, 3, has_bn=True, activation="relu")]
    return merge(
        conv=cells(ms, run, conv, rand(2, 2, 3, 3)), dense=cells(ms, run, dense, rand(5, 4))
    )


@case(jit=False)
def dropouts(ms: Any, run: Any) -> Any:
    nn = ms.nn
    x = ms.Tensor(np.ones((8, 8, 4, 4), np.float32))
    result = {}
    for i, net in enumerate(
        [nn.Dropout(p=0.5), nn.Dropout(0.5), nn.Dropout2d(0.5), nn.Dropout3d(0.5)]
    ):
        value = x if i < 3 else x.reshape(8, 8, 4, 2, 2)
        result[f"values{i}"] = np.unique(net.set_train()(value).asnumpy())
        result[f"eval{i}"] = net.set_train(False)(value).asnumpy()
    return result


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    nn = ms.nn
    x = rand(2, 3)
    return merge(
        padding_idx=run.raises(lambda: nn.Embedding(5, 3, padding_idx=9)),
        float_ids=run.raises(nn.Embedding(5, 3), x),
        vocab=run.raises(lambda: nn.Embedding(5.0, 3)),
        one_hot=run.raises(lambda: nn.Embedding(5, 3, 1)),
        target=run.raises(lambda: nn.EmbeddingLookup(5, 3, target="TPU")),
        sparse=run.raises(lambda: nn.EmbeddingLookup(5, 3, sparse=False)),
        drop_p=run.raises(lambda: nn.Dropout(p=1.0)),
        drop_negative=run.raises(lambda: nn.Dropout(p=-0.1)),
        drop_keep=run.raises(lambda: nn.Dropout(keep_prob=0.0)),
        drop_kind=run.raises(lambda: nn.Dropout(p="a")),
        drop2=run.raises(lambda: nn.Dropout2d(1.5)),
        flatten=run.raises(nn.Flatten(), x[0]),
        pad_rank=run.raises(nn.Pad(((1, 1),)), x),
        pad_kind=run.raises(lambda: nn.Pad([(1, 1), (1, 1)])),
        pad_mode=run.raises(lambda: nn.Pad(((1, 1), (1, 1)), "foo")),
        pad_negative=run.raises(nn.Pad(((-1, 1), (1, 1))), x),
        pad_reflect=run.raises(nn.Pad(((2, 1), (1, 1)), "REFLECT"), x),
        regularizer=run.raises(lambda: nn.L1Regularizer(0)),
        roll=run.raises(lambda: nn.Roll([1, 1], [0])),
    )
