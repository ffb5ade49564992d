"""Recursive (IIR) filters, computed by blocks: a Python loop over samples would be slow."""

from __future__ import annotations

import numpy as np

_BLOCK = 128
# Impulse responses are truncated beyond this value, so that float64 can hold the sums.
_HUGE = 1e60


def lfilter(x: np.ndarray, a: np.ndarray, b: np.ndarray, clamp: bool) -> np.ndarray:
    """Applies the difference equation with denominator `a` and numerator `b` along the last axis of `x`.

    Coefficients are rounded to the type of `x` as in MindSpore; the sums are float64.
    """
    kind = x.dtype
    a, b = np.asarray(a, kind), np.asarray(b, kind)
    b, a = (b / a[0]).astype(np.float64), (a[1:] / a[0]).astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        y = _recursive_part(_fir(x.astype(np.float64), b), a)
        return (np.clip(y, -1.0, 1.0) if clamp else y).astype(kind)


def _fir(x: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Returns weighted sums of the last samples."""
    out = b[0] * x
    for lag in range(1, min(len(b), x.shape[-1])):
        if b[lag]:
            out[..., lag:] += b[lag] * x[..., :-lag]
    return out


def _recursive_part(u: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Computes y[n] = u[n] - a[0] y[n-1] - a[1] y[n-2] ..., along the last axis."""
    a = np.trim_zeros(a, "b")
    if not len(a):
        return u
    time = u.shape[-1]
    free = _free_responses(a, min(_BLOCK, time))
    size = free.shape[1]
    blocks = -(-time // size)
    rows = np.zeros((u.size // time, blocks * size))
    rows[:, :time] = u.reshape(-1, time)
    driven = rows.reshape(-1, blocks, size) @ _forced_response(free)
    states = _states(driven, free)
    out = driven + states @ free
    return out.reshape(len(rows), -1)[:, :time].reshape(u.shape)


def _free_responses(a: np.ndarray, size: int) -> np.ndarray:
    """Returns the free responses (order, size): row k follows an output of 1 k+1 samples ago, without input.

    Fewer than `size` samples where they grow without bound.
    """
    order = len(a)
    out = np.zeros((order, order + size))
    out[:, :order] = np.eye(order)[:, ::-1]
    for n in range(order, order + size):
        out[:, n] = -(out[:, n - order : n] @ a[::-1])
        if n > order and np.abs(out[:, n]).max() > _HUGE:
            return out[:, order:n]
    return out[:, order:]


def _forced_response(free: np.ndarray) -> np.ndarray:
    """Returns the matrix from a block of inputs to its outputs, from a zero state."""
    size = free.shape[1]
    # After an input of 1 the filter is in the state of the first free response.
    impulse = np.concatenate([[1.0], free[0]])[:size]
    lags = np.arange(size)[None, :] - np.arange(size)[:, None]
    return np.where(lags >= 0, impulse[np.maximum(lags, 0)], 0.0)


def _states(driven: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Returns the last outputs before each block, the newest first: (rows, blocks, order)."""
    order, size = free.shape
    if size < order:
        return _states_of_short_blocks(driven, free)
    step = free[:, : -order - 1 : -1]
    ends = driven[:, :, : -order - 1 : -1]
    states = np.zeros((driven.shape[0], driven.shape[1], order))
    for i in range(1, driven.shape[1]):
        states[:, i] = ends[:, i - 1] + states[:, i - 1] @ step
    return states


def _states_of_short_blocks(driven: np.ndarray, free: np.ndarray) -> np.ndarray:
    """`_states` for states that span several blocks."""
    order, size = free.shape
    states = np.zeros((driven.shape[0], driven.shape[1], order))
    for i in range(1, driven.shape[1]):
        newest = (driven[:, i - 1] + states[:, i - 1] @ free)[:, ::-1]
        states[:, i] = np.concatenate([newest, states[:, i - 1, : order - size]], axis=1)
    return states
