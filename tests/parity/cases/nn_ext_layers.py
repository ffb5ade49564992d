"""Arguments of layers with Ext at the end, and of the sum of sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.table import Rows, each, row

IMAGE = rand(2, 3, 6, 6)
PLACES = np.array([[0, 3, 3], [1, 0, 4]], np.int32)
WINDOW: dict[str, Any] = {"kernel_size": 3, "stride": 2, "padding": 1, "dilation": 2}


def sparse(ms: Any, columns: list[int], values: Any) -> Any:
    return ms.CSRTensor(
        ms.Tensor([0, 1, 2], ms.int32), ms.Tensor(columns, ms.int32), values, (2, 4)
    )


def sparse_sum(ms: Any, first: Any, second: Any, alpha: Any, beta: Any) -> Any:
    total = sparse(ms, [0, 1], first).add(b=sparse(ms, [0, 3], second), alpha=alpha, beta=beta)
    return total.indptr, total.indices, total.values


ROWS: Rows = {
    "layer_norm": row(
        lambda ms, x: ms.nn.LayerNormExt(6)(x),
        IMAGE,
        instead=lambda ms, x: ms.nn.LayerNorm([6], epsilon=1e-5)(x),
    ),
    "max_pool": row(
        lambda ms, x: ms.nn.MaxPool2dExt(**WINDOW, return_indices=True)(x),
        IMAGE,
        instead=lambda ms, x: ms.ops.max_pool2d(x, *WINDOW.values(), return_indices=True),
    ),
}
each(__name__, ROWS, rtol=1e-4, atol=1e-5, jit=False)


@case(jit=False)
def csr_add(ms: Any, run: Any) -> Arrays:
    numbers = (rand(2), rand(2, seed=1), np.array(2.0, np.float32), np.array(-3.0, np.float32))
    return run(lambda *given: sparse_sum(ms, *given), *numbers, grad=False)  # type: ignore[no-any-return]


@case(jit=False)
def dropouts_in_place(ms: Any, run: Any) -> Arrays:
    """Ascend's alone: what is dropped is written into the input, unless the layer does not train."""
    if is_mindspore(ms):
        return {
            **{f"{name}{i}": np.zeros_like(IMAGE) for name in ("whole", "maps") for i in range(2)},
            "kept": IMAGE,
        }
    layers = {
        "whole": ms.nn.DropoutExt(p=1.0, inplace=True),
        "maps": ms.nn.Dropout2dExt(p=1.0, inplace=True),
    }
    result = {}
    for name, layer in layers.items():
        x = ms.Tensor(IMAGE)
        out = layer.set_train()(x)
        result.update({f"{name}0": out.asnumpy(), f"{name}1": x.asnumpy()})
    return {**result, "kept": layers["whole"].set_train(False)(ms.Tensor(IMAGE)).asnumpy()}


@case(jit=False)
def embedding_types(ms: Any, run: Any) -> Arrays:
    wrong = {
        "num_embeddings": 3.0,
        "embedding_dim": 2.0,
        "max_norm": 1,
        "norm_type": 2,
        "scale_grad_by_freq": 1,
        "sparse": None,
    }
    good = {"num_embeddings": 3, "embedding_dim": 2}
    result = {
        name: run.raises(lambda n=name, v=value: ms.nn.EmbeddingExt(**{**good, n: v}).cls_name)
        for name, value in wrong.items()
    }
    return {name: one["raises"] for name, one in result.items()}


def shrunk(table: np.ndarray) -> np.ndarray:
    """The rows that are asked for, none longer than 0.5."""
    rows = table.copy()
    for i in np.unique(PLACES):
        size = np.abs(rows[i]).sum()
        rows[i] *= 0.5 / (size + 1e-7) if size > 0.5 else 1.0
    return rows


@case(jit=False)
def embedding(ms: Any, run: Any) -> Arrays:
    """Ascend's alone: rows shrink in the table, gradients are divided by how often a row is asked for."""
    table = rand(5, 4)
    if is_mindspore(ms):
        asked = (np.bincount(PLACES.ravel(), minlength=5) > 0)[:, None]
        gradient = np.repeat(asked, 4, 1).astype(np.float32)
        return {"out": shrunk(table)[PLACES], "table": shrunk(table), "share": gradient}
    places, given = ms.Tensor(PLACES), {"_weight": ms.Tensor(table)}
    short = ms.nn.EmbeddingExt(5, 4, max_norm=0.5, norm_type=1.0, **given)
    out = short(places).asnumpy()
    shared = ms.nn.EmbeddingExt(5, 4, scale_grad_by_freq=True, _weight=ms.Tensor(table))
    gradient = ms.grad(lambda x: shared(x).sum(), None, shared.trainable_params())(places)[0]
    return {"out": out, "table": short.weight.asnumpy(), "share": gradient.asnumpy()}
