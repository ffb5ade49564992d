"""Gradients where a value is itself the limit that it is held to: torch's releases differ there."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

X = np.array([-1.0, 0.0, 3.0, 6.0, 7.0], np.float32)


@case
def clamped(ms: Any, run: Any) -> Arrays:
    ops = ms.ops
    return run(
        lambda x: (
            ops.clamp(x, 0, 6),
            x.clamp(min=0),
            x.clip(0.0, 6.0),
            ops.clamp(x, max=6.0),
            ms.mint.clamp(x, 0, 6),
            ops.clamp(x, ms.Tensor(0.0, ms.float32), ms.Tensor(6.0, ms.float32)),
        ),
        X,
    )


@case
def clipped(ms: Any, run: Any) -> Arrays:
    ops = ms.ops
    return run(
        lambda x: (
            ops.clip_by_value(x, 0, 6),
            ops.clip_by_value(x, 0.0),
            ops.clip_by_value(x, ms.Tensor(0.0, ms.float32), ms.Tensor(6.0, ms.float32)),
            ops.hardtanh(x, 0.0, 6.0),
            ms.numpy.clip(x, 0, 6),
        ),
        X,
    )
