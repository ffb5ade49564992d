"""Refused and said-once arguments of the top level, Model, callbacks, profilers and data pipelines."""

from __future__ import annotations

from tests.ledger import refused_audio, refused_data, refused_runtime, refused_training
from tests.ledger.row import Row

ROWS: tuple[Row, ...] = (
    *refused_training.ROWS,
    *refused_data.ROWS,
    *refused_audio.ROWS,
    *refused_runtime.ROWS,
)
