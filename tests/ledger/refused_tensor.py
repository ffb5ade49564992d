"""Arguments of Tensor's methods, mindspore.numpy and scipy that are refused or said once."""

from __future__ import annotations

import msacc as ms
from msacc.common.initializer import One
from tests.ledger.row import Row, rows

ROWS: list[Row] = [
    *rows(
        "mindspore.Tensor.init_data",
        "slice_index shape opt_shard_group",
        lambda: ms.Tensor(shape=(4,), dtype=ms.float32, init=One()).init_data(
            slice_index=1, shape=(2,), opt_shard_group="g"
        ),
        None,
        "Every process fills the whole tensor.",
    ),
    *rows(
        "mindspore.Tensor.to_",
        "non_blocking",
        lambda: ms.Tensor([1.0]).to_("CPU", non_blocking=True),
        None,
        "Nothing is copied.",
    ),
    *rows(
        "mindspore.numpy.gradient",
        "edge_order",
        lambda: ms.numpy.gradient(ms.Tensor([1.0, 2.0]), edge_order=2),
        NotImplementedError,
        "MindSpore has first differences at the edges alone, too.",
    ),
]
