"""Arguments of convolutions, normalizations, embeddings and boxes as functions (names a-k)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel import is_mindspore
from tests.parity.grouped import Row, register, row
from tests.parity.harness import Arrays, case, rand

LINE, IMAGE, VOLUME = rand(2, 4, 9), rand(2, 4, 7, 6), rand(1, 4, 4, 5, 6)
BOXES = np.array([[0, 0, 4, 4], [1, 1, 5, 6]], np.float32)
TRUTH = np.array([[0, 0, 3, 4], [2, 1, 5, 6]], np.float32)
DELTAS = np.array([[0.1, 0.2, 3.0, -0.5], [0.4, -0.3, 0.2, 5.0]], np.float32)
MEANS, STDS = (0.1, -0.2, 0.3, 0.05), (2.0, 0.5, 1.5, 3.0)
PLACES = np.array([[0, 3], [1, 3]], np.int32)

GROUPS: dict[str, dict[str, Row]] = {
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
        "volume": row(
            lambda ms, x, w, b: ms.ops.conv3d(
                x, w, bias=b, stride=(1, 2, 1), pad_mode="pad", padding=(1, 0, 2), dilation=(1, 1, 2)
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
        "elu": row(lambda ms, x: ms.ops.elu(x, alpha=1.0), IMAGE),
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
    "embedded": {
        "plain": row(
            lambda ms, i, w: ms.ops.embedding(input=i, weight=w, padding_idx=3),
            PLACES,
            rand(5, 4),
        ),
        "scaled": row(
            lambda ms, i, w: ms.ops.embedding(i, w, scale_grad_by_freq=True), PLACES, rand(5, 4)
        ),
    },
    "deconvolved": {
        "volume": row(
            lambda ms, x, w: ms.ops.conv3d_transpose(inputs=x, weight=w, stride=(2, 1, 2)),
            VOLUME,
            rand(4, 3, 2, 3, 2, seed=1),
            grad=False,
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
register(__name__, GROUPS, rtol=1e-4, atol=1e-5)
