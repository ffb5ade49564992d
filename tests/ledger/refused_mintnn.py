"""Rows of mint.nn and of the communication between processes."""

from __future__ import annotations

from msacc.mint import nn
from tests.ledger.refused import Row, rows
