"""Rows of mint.nn."""

from __future__ import annotations

from msacc.mint import nn
from tests.ledger.row import rows

ROWS = (
    *rows(
        "mindspore.nn.EmbeddingExt",
        "sparse",
        lambda: nn.Embedding(4, 2, sparse=True),
        ValueError,
        "There are no sparse gradients of tables, in MindSpore too.",
    ),
    *rows(
        "mindspore.mint.nn.ConvTranspose2d",
        "padding_mode",
        lambda: nn.ConvTranspose2d(4, 2, 3, padding_mode="reflect"),
        ValueError,
        "There is nothing but zeros around it, in MindSpore too.",
    ),
)
