"""Arguments of mindspore.numpy that scripts give by keyword."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, rand

X = rand(2, 3, 1)
Y = rand(2, 3, 1, seed=1)

CALLS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "argmax": lambda np_, ms, x, y: np_.argmax(x, axis=1),
    "argmin": lambda np_, ms, x, y: np_.argmin(x, axis=1),
    "full": lambda np_, ms, x, y: np_.full((2, 2), 3, dtype=ms.float16),
    "full_like": lambda np_, ms, x, y: np_.full_like(x, 3, dtype=ms.int32, shape=(4,)),
    "meshgrid": lambda np_, ms, x, y: np_.meshgrid(
        x[:, 0, 0], y[0, :, 0], sparse=True, indexing="ij"
    ),
    "norm": lambda np_, ms, x, y: np_.norm(x, ord=2, axis=1, keepdims=True),
    "squeeze": lambda np_, ms, x, y: np_.squeeze(x, axis=2),
    "stack": lambda np_, ms, x, y: np_.stack([x, y], axis=1),
    "transpose": lambda np_, ms, x, y: np_.transpose(x, axes=(1, 0, 2)),
    "zeros_like": lambda np_, ms, x, y: np_.zeros_like(x, dtype=ms.int32, shape=(4,)),
    "ones_like": lambda np_, ms, x, y: np_.ones_like(x, dtype=ms.int32, shape=(4,)),
    "array": lambda np_, ms, x, y: np_.array([1, 2], dtype=ms.float16, copy=False, ndmin=2),
    "arange": lambda np_, ms, x, y: np_.arange(start=1, stop=7, step=2, dtype=ms.float32),
    "linspace": lambda np_, ms, x, y: np_.linspace(
        0, 4, num=4, endpoint=False, dtype=ms.float32, axis=0
    ),
    "eye": lambda np_, ms, x, y: np_.eye(3, 4, k=1, dtype=ms.int32),
    "tri": lambda np_, ms, x, y: np_.tri(3, 4, k=1, dtype=ms.int32),
    "tril": lambda np_, ms, x, y: np_.tril(x[:, :, 0], k=-1),
    "triu": lambda np_, ms, x, y: np_.triu(x[:, :, 0], k=1),
    "concatenate": lambda np_, ms, x, y: np_.concatenate((x, y), axis=1),
    "mean": lambda np_, ms, x, y: np_.mean(x, axis=1, keepdims=True, dtype=ms.float32),
    "sum": lambda np_, ms, x, y: np_.sum(x, axis=1, keepdims=True, dtype=ms.float32, initial=2.0),
    "std": lambda np_, ms, x, y: np_.std(x, axis=1, ddof=1, keepdims=True),
    "var": lambda np_, ms, x, y: np_.var(x, axis=1, ddof=1, keepdims=True),
    "cumsum": lambda np_, ms, x, y: np_.cumsum(x, axis=1, dtype=ms.float32),
    "flip": lambda np_, ms, x, y: np_.flip(x, axis=1),
    "roll": lambda np_, ms, x, y: np_.roll(x, 1, axis=1),
    "rot90": lambda np_, ms, x, y: np_.rot90(x, k=2, axes=(1, 0)),
    "tile": lambda np_, ms, x, y: np_.tile(x, reps=(1, 2, 1)),
    "repeat": lambda np_, ms, x, y: np_.repeat(x, 2, axis=1),
    "split": lambda np_, ms, x, y: np_.split(x, 3, axis=1),
    "trace": lambda np_, ms, x, y: np_.trace(x, offset=1, axis1=0, axis2=1, dtype=ms.float32),
    "diagonal": lambda np_, ms, x, y: np_.diagonal(x, offset=1, axis1=1, axis2=0),
    "average": lambda np_, ms, x, y: np_.average(x, axis=1, weights=y * y, returned=True),
    "clip": lambda np_, ms, x, y: np_.clip(x, -0.5, 0.5, dtype=ms.float32),
    "where": lambda np_, ms, x, y: np_.where(x > 0, x, y),
    "tensordot": lambda np_, ms, x, y: np_.tensordot(x, y, axes=([0, 1], [0, 1])),
    "count_nonzero": lambda np_, ms, x, y: np_.count_nonzero(x, axis=1, keepdims=True),
    "isclose": lambda np_, ms, x, y: np_.isclose(x, y, rtol=0.5, atol=0.5, equal_nan=True),
    "nan_sum": lambda np_, ms, x, y: np_.nansum(x, axis=1, keepdims=True, dtype=ms.float32),
    "cov": lambda np_, ms, x, y: np_.cov(x[:, :, 0], rowvar=False, bias=True),
    "diff": lambda np_, ms, x, y: np_.diff(x, n=1, axis=1),
    "trapz": lambda np_, ms, x, y: np_.trapz(x[:, :, 0], dx=0.5, axis=0),
    "searchsorted": lambda np_, ms, x, y: np_.searchsorted(
        ms.Tensor([1.0, 2.0, 2.0]), ms.Tensor([2.0]), side="right"
    ),
    "take": lambda np_, ms, x, y: np_.take(x, ms.Tensor([0, 5], ms.int32), axis=1, mode="clip"),
    "expand_dims": lambda np_, ms, x, y: np_.expand_dims(x, axis=1),
    "swapaxes": lambda np_, ms, x, y: np_.swapaxes(x, axis1=0, axis2=1),
    "amax": lambda np_, ms, x, y: np_.amax(x, axis=1, keepdims=True, initial=0.1),
    "amin": lambda np_, ms, x, y: np_.amin(x, axis=1, keepdims=True, initial=0.1),
    "unique": lambda np_, ms, x, y: np_.unique(ms.Tensor([2, 1, 2], ms.int32), return_inverse=True),
}


def called(name: str) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        np_ = importlib.import_module(f"{ms.__name__}.numpy")
        out = CALLS[name](np_, ms, ms.Tensor(X), ms.Tensor(Y))
        parts = out if isinstance(out, (tuple, list)) else (out,)
        return {str(i): as_array(part) for i, part in enumerate(parts)}

    body.__module__ = __name__
    return body


for _name in CALLS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(called(_name))


@case(jit=False)
def nothing(ms: Any, run: Any) -> Arrays:
    """What an empty array holds is left open."""
    made = importlib.import_module(f"{ms.__name__}.numpy").empty((2, 3), dtype=ms.float16)
    return {"shape": np.array(made.shape), "dtype": np.array(str(made.dtype))}
