"""Arguments of mindspore.scipy that its CPU build refuses or has yet to use, by their meaning in scipy."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.together import by_formula, group

# Two columns that are nearly one: the second singular value is 3e-4 of the first.
NARROW = np.array([[1, 2], [2, 4.001], [3, 6]], np.float32)


def linalg(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.scipy.linalg")


group(
    __name__,
    "lu",
    [
        (
            lambda ms, a: linalg(ms).lu(a, permute_l=True),
            lambda ms, a: [
                (lambda p, low, up: (ms.ops.matmul(p.astype(ms.float32), low), up))(
                    *linalg(ms).lu(a)
                )
            ],
        )
    ],
    rand(3, 4),
    grad=False,
    jit=False,
)
by_formula(
    __name__,
    "least_squares",
    [
        (
            lambda ms, a, b: linalg(ms).lstsq(a, b, rcond=0.1)[0],
            lambda a, b: np.linalg.lstsq(a, b, rcond=0.1)[0],
        )
    ],
    NARROW,
    np.array([1, 2, 4], np.float32),
    jit=False,
    rtol=1e-4,
)
