"""Arguments of the convolutions, normalizations, embeddings and boxes of mindspore.ops, a to k."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.table import Rows, group, row

LINE, IMAGE, VOLUME = rand(2, 4, 9), rand(2, 4, 7, 6), rand(1, 4, 4, 5, 6)
BOXES = np.array([[0, 0, 4, 4], [1, 1, 5, 6]], np.float32)
TRUTH = np.array([[0, 0, 3, 4], [2, 1, 5, 6]], np.float32)
DELTAS = np.array([[0.1, 0.2, 3.0, -0.5], [0.4, -0.3, 0.2, 5.0]], np.float32)
MEANS, STDS = (0.1, -0.2, 0.3, 0.05), (2.0, 0.5, 1.5, 3.0)
Sides = tuple[int, int]
PLACES = np.array([[0, 3], [1, 3]], np.int32)


def spread(x: np.ndarray, w: np.ndarray, stride: Sides, dilation: Sides, groups: int) -> np.ndarray:
    """Each value of (N, C, H, W) times its kernel, added where the kernel falls; one row and no column to spare."""
    n, c, height, width = x.shape
    _, outs, rows, columns = w.shape
    tall = (height - 1) * stride[0] + (rows - 1) * dilation[0] + 2
    wide = (width - 1) * stride[1] + (columns - 1) * dilation[1] + 1
    out = np.zeros((n, groups * outs, tall, wide), np.float32)
    for i, j, k, m in np.ndindex(height, width, rows, columns):
        y, z = i * stride[0] + k * dilation[0], j * stride[1] + m * dilation[1]
        for channel in range(c):
            first = channel // (c // groups) * outs
            out[:, first : first + outs, y, z] += x[:, channel, i, j, None] * w[channel, :, k, m]
    return out


GROUPS: dict[str, Rows] = {
    "convolved": {
        "line": row(
            lambda ms, x, w, b: ms.ops.conv1d(x, w, b, 2, "pad", 1, dilation=2, groups=2),
            LINE,
            rand(6, 2, 3, seed=1),
            rand(6, seed=2),
        ),
        "image": row(
            lambda ms, x, w: ms.ops.conv2d(x, w, stride=(2, 1), dilation=(1, 2), groups=2),
            IMAGE,
            rand(6, 2, 3, 2, seed=1),
        ),
        "volume_groups": row(
            lambda ms, x, w: ms.ops.conv3d(x, w, groups=2),
            VOLUME,
            rand(6, 2, 2, 3, 2, seed=1),
            grad=False,
        ),
        "volume": row(
            lambda ms, x, w, b: ms.ops.conv3d(
                x,
                w,
                bias=b,
                stride=(1, 2, 1),
                pad_mode="pad",
                padding=(1, 0, 2),
                dilation=(1, 1, 2),
            ),
            VOLUME,
            rand(3, 4, 2, 3, 2, seed=1),
            rand(3, seed=2),
            grad=False,
        ),
    },
    "normalized": {
        "batch": row(
            lambda ms, x, m, v, w, b: ms.ops.batch_norm(x, m, v, w, b, eps=0.1),
            IMAGE,
            rand(4, seed=1),
            rand(4, seed=2, low=0.5),
            rand(4, seed=3),
            rand(4, seed=4),
            grad=False,
        ),
        "group": row(
            lambda ms, x, w, b: ms.ops.group_norm(x, 2, w, b, eps=0.5),
            IMAGE,
            rand(4, seed=3),
            rand(4, seed=4),
        ),
        # MindSpore writes down what `alpha` does and has 1.0 alone so far.
        "elu": row(
            lambda ms, x: ms.ops.elu(x, alpha=2.0),
            IMAGE,
            formula=lambda x: np.where(x > 0, x, 2 * np.expm1(x)),
        ),
    },
    "boxes": {
        "encoded": row(
            lambda ms, a, g: ms.ops.bounding_box_encode(a, g, means=MEANS, stds=STDS),
            BOXES,
            TRUTH,
            grad=False,
        ),
        "decoded": row(
            lambda ms, a, d: ms.ops.bounding_box_decode(
                a, d, (32, 40), means=MEANS, stds=STDS, wh_ratio_clip=0.2
            ),
            BOXES,
            DELTAS,
            grad=False,
        ),
    },
    "deconvolved": {
        "volume": row(
            lambda ms, x, w: ms.ops.conv3d_transpose(inputs=x, weight=w, stride=(2, 1, 2)),
            VOLUME,
            rand(4, 3, 2, 3, 2, seed=1),
            grad=False,
        ),
        "volume_dilated": row(
            lambda ms, x, w: ms.ops.conv3d_transpose(x, w, dilation=(1, 2, 3)),
            VOLUME,
            rand(4, 3, 2, 3, 2, seed=1),
            grad=False,
        ),
        "volume_groups": row(
            lambda ms, x, w: ms.ops.conv3d_transpose(x, w, pad_mode="same", stride=2, group=2),
            VOLUME,
            rand(4, 2, 2, 3, 2, seed=1),
            grad=False,
        ),
        # Ascend's alone.
        "image": row(
            lambda ms, x, w, b: ms.ops.conv_transpose2d(
                input=x,
                weight=w,
                bias=b,
                stride=(2, 3),
                padding=(1, 0),
                output_padding=(1, 0),
                groups=2,
                dilation=(1, 2),
            ),
            IMAGE,
            rand(4, 3, 3, 2, seed=1),
            rand(6, seed=2),
            formula=lambda x, w, b: spread(x, w, (2, 3), (1, 2), 2)[:, :, 1:15] + b[:, None, None],
        ),
        "volume_padded": row(
            lambda ms, x, w: ms.ops.conv3d_transpose(
                x, w, "pad", (1, 0, 0, 1, 1, 1), 2, 1, 1, output_padding=(1, 0, 1)
            ),
            VOLUME,
            rand(4, 3, 3, 3, 3, seed=1),
            grad=False,
        ),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, rtol=1e-4, atol=1e-5)


@case(jit=False)
def running(ms: Any, run: Any) -> Arrays:
    """Training moves the running values by `momentum` and uses the batch's own."""
    mean, var = rand(4, seed=1), rand(4, seed=2, low=0.5)
    kept = [ms.Parameter(ms.Tensor(v), name=n) for n, v in (("mean", mean), ("var", var))]
    weight, bias = ms.Tensor(rand(4, seed=3)), ms.Tensor(rand(4, seed=4))
    out = ms.ops.batch_norm(
        ms.Tensor(IMAGE), *kept, weight, bias, training=True, momentum=0.3, eps=0.01
    )
    return {"out": out.asnumpy(), **{p.name: p.asnumpy() for p in kept}}


@case(jit=False)
def embedded(ms: Any, run: Any) -> Arrays:
    """Ascend's alone: rows beyond `max_norm` shrink in the table, rows' gradients are divided by their number."""
    table = rand(5, 4)
    if is_mindspore(ms):
        rows = table.copy()
        for i in np.unique(PLACES):
            size = np.abs(rows[i]).sum()
            rows[i] *= 0.5 / (size + 1e-7) if size > 0.5 else 1.0
        counts = np.bincount(PLACES.ravel(), minlength=5)[:, None]
        gradient = np.repeat((counts > 0).astype(np.float32), 4, 1)
        without = np.repeat(counts * (np.arange(5)[:, None] != 3), 4, 1).astype(np.float32)
        return {"out": rows[PLACES], "table": rows, "share": gradient, "without": without}
    weight, places = ms.Parameter(ms.Tensor(table), name="w"), ms.Tensor(PLACES)
    out = ms.ops.embedding(input=places, weight=weight, max_norm=0.5, norm_type=1.0)

    def gradient_of(**given: Any) -> Any:
        return ms.grad(lambda w: ms.ops.embedding(places, w, **given).sum())(ms.Tensor(table))

    return {
        "out": out.asnumpy(),
        "table": weight.asnumpy(),
        "share": gradient_of(scale_grad_by_freq=True).asnumpy(),
        "without": gradient_of(padding_idx=3).asnumpy(),
    }
