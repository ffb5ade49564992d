"""Rows of mint.nn."""

from __future__ import annotations

from msacc.mint import nn
from tests.ledger.row import rows

ROWS = (
    *rows(
        "mindspore.mint.nn.ConvTranspose2d",
        "padding_mode",
        lambda: nn.ConvTranspose2d(4, 2, 3, padding_mode="reflect"),
        ValueError,
        "There is nothing but zeros around it, in MindSpore too.",
    ),
)
