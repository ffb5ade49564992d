"""Covariance and correlation of observed variables: Float32, whatever the dtype of the data."""

from __future__ import annotations

import functools

import torch


def cov(
    m: torch.Tensor,
    y: torch.Tensor | None = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: float | None = None,
    fweights: torch.Tensor | None = None,
    aweights: torch.Tensor | None = None,
    dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """The covariance matrix of variables in rows (columns for `rowvar=False`), `y` below `m`; Float32 or `dtype`.

    `fweights` says how often each observation counts, in integers; `aweights` weighs it, and here may be a
    float, which MindSpore refuses. The divisor is N - ddof; ddof is 1, or 0 for `bias`.
    Raises ValueError for more than two dimensions, TypeError and RuntimeError for weights that do not fit.
    """
    x = _variables(m, y, rowvar)
    ddof = (0 if bias else 1) if ddof is None else ddof
    if not isinstance(ddof, (int, float)):
        raise TypeError(f"For 'cov', 'ddof' must be a number, but got {ddof!r}.")
    repeats = None if fweights is None else _weights("fweights", fweights, x, integral=True)
    scale = None if aweights is None else _weights("aweights", aweights, x, integral=False)
    out = _covariance(x, repeats, scale, float(ddof)).squeeze()
    return out if dtype is None else out.to(dtype)


def _variables(m: torch.Tensor, y: torch.Tensor | None, rowvar: bool) -> torch.Tensor:
    parts = []
    for t in (m,) if y is None else (m, y):
        if t.ndim > 2:
            raise ValueError(
                f"For 'cov', an array has at most 2 dimensions, but got shape {tuple(t.shape)}."
            )
        t = torch.atleast_2d(t.float())
        parts.append(t if rowvar or t.shape[0] == 1 else t.T)
    return torch.cat(parts)


def _weights(name: str, t: torch.Tensor, x: torch.Tensor, integral: bool) -> torch.Tensor:
    if integral and (t.dtype.is_floating_point or t.dtype is torch.bool):
        raise TypeError(f"For 'cov', '{name}' must be integer, but got {t.dtype}.")
    if t.ndim != 1 or t.shape[0] != x.shape[1]:
        raise RuntimeError(
            f"For 'cov', '{name}' must have one number for each of the {x.shape[1]} observations, "
            f"but got shape {tuple(t.shape)}."
        )
    return t.abs().float()


def _covariance(
    x: torch.Tensor, repeats: torch.Tensor | None, scale: torch.Tensor | None, ddof: float
) -> torch.Tensor:
    weights = [w for w in (repeats, scale) if w is not None]
    w = functools.reduce(torch.mul, weights, torch.ones_like(x[0]))
    total = w.sum()
    # Each repeat is an observation of its own; a weight is not, so that it enters the correction squared.
    divisor = total - ddof * (1 if scale is None else (w * scale).sum() / total)
    centred = x - (x * w).sum(1, keepdim=True) / total
    return centred @ (centred * w).T / divisor


def corrcoef(
    x: torch.Tensor,
    y: torch.Tensor | None = None,
    rowvar: bool = True,
    dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """The correlation coefficients of variables in rows (columns for `rowvar=False`), `y` below `x`.

    Float32 or `dtype`. ValueError for more than two dimensions.
    """
    c = cov(x, y, rowvar)
    deviation = torch.sqrt(torch.diagonal(torch.atleast_2d(c)))
    out = (c / torch.outer(deviation, deviation).reshape(c.shape)).clamp(-1, 1)
    return out if dtype is None else out.to(dtype)
