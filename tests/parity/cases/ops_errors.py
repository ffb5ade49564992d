"""The class of the exception where torch would refuse: shapes, axes and dtypes that do not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

Arrays = dict[str, np.ndarray]
A, B, C = rand(2, 3), rand(4, 5), rand(2, 3, 4)
WHOLE = np.arange(6, dtype=np.int32).reshape(2, 3)
MASK = WHOLE > 2


def refused(**calls: tuple[Any, ...]) -> Callable[..., Arrays]:
    """A case of several calls (function of ms and Tensors, arrays), each of which raises."""

    def body(ms: Any, run: Any) -> Arrays:
        return merge(
            **{
                name: run.raises(lambda *xs, fn=fn: fn(ms, *xs), *arrays)
                for name, (fn, *arrays) in calls.items()
            }
        )

    return body


case(name="broadcast")(
    refused(
        add=(lambda ms, x, y: x + y, A, B),
        sub=(lambda ms, x, y: ms.ops.sub(x, y), A, B),
        less=(lambda ms, x, y: x < y, A, B),
        maximum=(lambda ms, x, y: ms.ops.maximum(x, y), A, B),
        where=(lambda ms, x, y: ms.ops.where(x > 0, x, y), A, B),
        broadcast_to=(lambda ms, x: ms.ops.broadcast_to(x, (4, 3)), A),
        expand=(lambda ms, x: x.expand_as(ms.ops.zeros((4, 3))), A),
        mint_add=(lambda ms, x, y: ms.mint.add(x, y), A, B),
        lerp=(lambda ms, x, y: ms.ops.lerp(x, y, 0.5), A, B),
    )
)

case(name="products")(
    refused(
        matmul=(lambda ms, x, y: ms.ops.matmul(x, y), A, B),
        matmul_dtype=(lambda ms, x, y: ms.ops.matmul(x, y), A, A.T.astype(np.float64)),
        matmul_bool=(lambda ms, x: ms.ops.matmul(x, x.T), MASK),
        matmul_0d=(lambda ms, x, y: ms.ops.matmul(x, y), np.float32(1).reshape(()), A),
        matmul_batches=(lambda ms, x, y: ms.ops.matmul(x, y), C, rand(3, 4, 5)),
        operator_dtype=(lambda ms, x, y: x @ y, A, A.T.astype(np.float16)),
        bmm=(lambda ms, x, y: ms.ops.bmm(x, y), C, C),
        bmm_dtype=(lambda ms, x, y: ms.ops.bmm(x, y), C, rand(2, 4, 3).astype(np.float64)),
        mm=(lambda ms, x, y: ms.ops.mm(x, y), A, B),
        dense=(lambda ms, x, y: ms.ops.dense(x, y), A, B),
        dense_dtype=(lambda ms, x, y: ms.ops.dense(x, y), A, A.astype(np.float64)),
        mint_matmul=(lambda ms, x, y: ms.mint.matmul(x, y), A, B),
        dot=(lambda ms, x, y: ms.ops.dot(x, y), A, B),
        addmm=(lambda ms, x, y: ms.ops.addmm(x, x, y), A, B),
        mv=(lambda ms, x, y: ms.ops.mv(x, y), A, rand(4)),
    )
)

case(name="axes")(
    refused(
        sum=(lambda ms, x: x.sum(5), A),
        mean=(lambda ms, x: ms.ops.mean(x, -3), A),
        argmax=(lambda ms, x: ms.ops.argmax(x, 4), A),
        softmax=(lambda ms, x: ms.ops.softmax(x, 2), A),
        cat=(lambda ms, x: ms.ops.cat((x, x), 2), A),
        stack=(lambda ms, x: ms.ops.stack((x, x), 3), A),
        squeeze=(lambda ms, x: ms.ops.squeeze(x, 4), A),
        expand_dims=(lambda ms, x: ms.ops.expand_dims(x, 4), A),
        cumsum=(lambda ms, x: ms.ops.cumsum(x, 3), A),
        flip=(lambda ms, x: ms.ops.flip(x, (3,)), A),
        sort=(lambda ms, x: ms.ops.sort(x, 3), A),
        split=(lambda ms, x: ms.ops.split(x, 1, 3), A),
        transpose=(lambda ms, x: ms.ops.transpose(x, (0, 2)), A),
        transpose_twice=(lambda ms, x: ms.ops.transpose(x, (0, 0)), A),
        transpose_count=(lambda ms, x: ms.ops.transpose(x, (0, 1, 2)), A),
        flatten=(lambda ms, x: ms.ops.flatten(x, start_dim=2, end_dim=1), C),
        swapaxes=(lambda ms, x: ms.ops.swapaxes(x, 0, 5), A),
        sum_twice=(lambda ms, x: ms.ops.sum(x, (0, 0)), A),
        amax_twice=(lambda ms, x: ms.ops.amax(x, (1, 1)), A),
    )
)

case(name="shapes")(
    refused(
        reshape=(lambda ms, x: x.reshape(4, 2), A),
        reshape_two=(lambda ms, x: x.reshape(-1, -1), A),
        cat=(lambda ms, x, y: ms.ops.cat((x, y)), A, B),
        cat_rank=(lambda ms, x, y: ms.ops.cat((x, y)), A, C),
        stack=(lambda ms, x, y: ms.ops.stack((x, y)), A, B),
        split=(lambda ms, x: ms.ops.split(x, [1, 5], 1), A),
        narrow=(lambda ms, x: ms.ops.narrow(x, 1, 2, 4), A),
        topk=(lambda ms, x: ms.ops.topk(x, 7), A),
        mint_topk=(lambda ms, x: ms.mint.topk(x, 7), A),
        inverse=(lambda ms, x: ms.ops.inverse(x), A),
        det=(lambda ms, x: ms.ops.det(x), A),
        tril=(lambda ms, x: ms.ops.tril(x), rand(3)),
        mse=(lambda ms, x, y: ms.ops.mse_loss(x, y), A, B),
        l1=(lambda ms, x, y: ms.ops.l1_loss(x, y), A, B),
        cross_entropy=(lambda ms, x, y: ms.ops.cross_entropy(x, y), A, np.zeros(5, np.int32)),
        nll=(lambda ms, x, y: ms.ops.nll_loss(x, y), A, np.zeros(5, np.int32)),
        max_pool=(lambda ms, x: ms.ops.max_pool2d(x, 3), A),
        avg_pool=(lambda ms, x: ms.ops.avg_pool2d(x, 9), rand(1, 1, 4, 4)),
        conv2d=(lambda ms, x, w: ms.ops.conv2d(x, w), rand(1, 1, 4, 4), rand(1, 1, 7, 7)),
        pixel_shuffle=(lambda ms, x: ms.ops.pixel_shuffle(x, 3), rand(1, 4, 2, 2)),
        glu=(lambda ms, x: ms.ops.glu(x, 1), A),
        layer_norm=(
            lambda ms, x, g: ms.ops.layer_norm(x, (4,), g, g),
            A,
            np.ones(4, np.float32),
        ),
        masked_select=(lambda ms, x: ms.ops.masked_select(x, ms.Tensor([True, False])), A),
        masked_fill=(lambda ms, x: ms.ops.masked_fill(x, ms.Tensor([True, False]), 0.0), A),
        gather_elements=(
            lambda ms, x: ms.ops.gather_elements(x, 0, ms.Tensor(np.zeros((2, 3, 1), np.int32))),
            A,
        ),
        eye=(lambda ms: ms.ops.eye(-1, 2),),
        pad=(lambda ms, x: ms.ops.pad(x, (1, 1, 1)), A),
        cdist=(lambda ms, x, y: ms.ops.cdist(x, y), A, B),
    )
)

case(name="dtypes")(
    refused(
        neg=(lambda ms, x: -x, MASK),
        bitwise_and=(lambda ms, x: x & x, A),
        bitwise_or=(lambda ms, x: ms.ops.bitwise_or(x, x), A),
        softmax=(lambda ms, x: ms.ops.softmax(x), WHOLE),
        gelu=(lambda ms, x: ms.ops.gelu(x), WHOLE),
        mean=(lambda ms, x: ms.ops.mean(x), MASK),
        stack=(lambda ms, x, y: ms.ops.stack((x, y)), A, WHOLE),
        conv=(
            lambda ms, x, w: ms.ops.conv2d(x, w),
            rand(1, 1, 4, 4),
            rand(1, 1, 3, 3).astype(np.float16),
        ),
        mse=(lambda ms, x: ms.ops.mse_loss(x, x), MASK),
        cholesky=(lambda ms, x: ms.ops.cholesky(x), np.ones((2, 2), np.int32)),
        logical_not=(lambda ms, x: ms.ops.dropout(x), WHOLE),
        add_text=(lambda ms, x: x + "a", A),
        matmul_number=(lambda ms, x: ms.ops.matmul(x, 2), A),
        sum_text=(lambda ms, x: ms.ops.sum(x, "a"), A),
        exp_number=(lambda ms: ms.ops.exp(2.0),),
        relu_text=(lambda ms: ms.ops.relu("a"),),
        gather_float=(lambda ms, x: ms.ops.gather_elements(x, 0, x), A),
    )
)
