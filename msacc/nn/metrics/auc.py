"""Area under a curve."""

from __future__ import annotations

from typing import Any

import numpy as np


def auc(x: np.ndarray, y: np.ndarray, reorder: bool = False) -> Any:
    """The area under the curve y(x) by the trapezoid rule; `reorder` sorts by x first.

    Raises TypeError for what is no numpy array, ValueError for fewer than two points, arrays of
    different length, or an x that neither rises nor falls throughout.
    """
    if not isinstance(x, np.ndarray) or not isinstance(y, np.ndarray):
        raise TypeError(
            f"For 'auc', the argument 'x' and 'y' must all be np.ndarray, but got {type(x)}, {type(y)}"
        )
    if x.shape[:1] != y.shape[:1]:
        raise ValueError(
            f"For 'auc', 'x' and 'y' must be of one length, but got {x.shape} and {y.shape}."
        )
    x, y = _flat(x), _flat(y)
    if x.shape[0] < 2:
        raise ValueError(f"For 'auc', at least 2 points are needed, but got {x.shape[0]}.")
    if reorder:
        order = np.lexsort((y, x))
        x, y = x[order], y[order]
    steps = np.diff(x)
    if np.all(steps <= 0) and np.any(steps < 0):
        x, y = x[::-1], y[::-1]
    elif np.any(steps < 0):
        raise ValueError(
            f"For 'auc', 'x' must rise or fall throughout (or set reorder=True), but got {x}"
        )
    return np.sum((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2.0)


def _flat(a: np.ndarray) -> np.ndarray:
    if a.ndim == 1 or (a.ndim == 2 and a.shape[1] == 1):
        return a.ravel()
    raise ValueError(f"For 'auc', the input must have shape [N] or [N, 1], but got {a.shape}.")
