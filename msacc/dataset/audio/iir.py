"""Recursive (IIR) filters."""

from __future__ import annotations

import numpy as np


def lfilter(x: np.ndarray, a: np.ndarray, b: np.ndarray, clamp: bool) -> np.ndarray:
    """Applies the difference equation with denominator `a` and numerator `b` along the last axis of `x`.

    Coefficients are rounded to the type of `x` as in MindSpore; the sums are float64.
    """
    from scipy import signal  # slow to import

    kind = x.dtype
    a, b = np.asarray(a, kind), np.asarray(b, kind)
    b, a = (b / a[0]).astype(np.float64), (a / a[0]).astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        y = signal.lfilter(b, a, x.astype(np.float64))
        return (np.clip(y, -1.0, 1.0) if clamp else y).astype(kind)
