"""Arguments of mint's functions that join, pick, repeat and compare."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel import is_mindspore
from tests.parity.harness import Arrays, case, rand
from tests.parity.together import by_formula, group

X = rand(3, 4)

group(
    __name__,
    "places",
    [
        (
            lambda ms, x, i, y: ms.mint.index_select(input=x, dim=1, index=i),
            lambda ms, x, i, y: ms.ops.gather(x, i, 1),
        ),
        (
            lambda ms, x, i, y: ms.mint.scatter_add(input=x, dim=1, index=i.reshape(1, 3), src=y),
            lambda ms, x, i, y: ms.ops.tensor_scatter_elements(x, i.reshape(1, 3), y, 1, "add"),
        ),
        (
            lambda ms, x, i, y: ms.mint.stack(tensors=(x, x * 2), dim=1),
            lambda ms, x, i, y: ms.ops.stack((x, x * 2), 1),
        ),
        lambda ms, x, i, y: ms.mint.meshgrid(x[0], y[0], indexing="xy"),
        (lambda ms, x, i, y: ms.mint.clone(input=x), lambda ms, x, i, y: x * 1),
        (lambda ms, x, i, y: ms.mint.frac(input=x), lambda ms, x, i, y: x - ms.ops.trunc(x)),
        lambda ms, x, i, y: ms.mint.special.round(input=x),
        lambda ms, x, i, y: ms.mint.sqrt(input=x * x + 1),
    ],
    X,
    np.array([3, 0, 3]),
    rand(1, 3, seed=1),
)
by_formula(
    __name__,
    "without_kernels",
    [
        (
            lambda ms, x, i: ms.mint.repeat_interleave(input=x, repeats=i, dim=0, output_size=6),
            lambda x, i: np.repeat(x, i, 0),
        ),
        (lambda ms, x, i: ms.mint.diag(input=x, diagonal=1), lambda x, i: np.diag(x, 1)),
        (lambda ms, x, i: ms.mint.diag(x[0], diagonal=-1), lambda x, i: np.diag(x[0], -1)),
        (
            lambda ms, x, i: ms.mint.full((2, 3), 2.5, dtype=ms.float16),
            lambda x, i: np.full((2, 3), 2.5, np.float16),
        ),
    ],
    X,
    np.array([3, 1, 2]),
)


@case(jit=False)
def closeness(ms: Any, run: Any) -> Arrays:
    x, none = ms.Tensor(X), ms.Tensor([1.0, float("nan")])
    close = ms.mint.allclose
    return {
        "relative": np.array([close(x, x * 1.1), close(x, x * 1.1, rtol=0.2)]),
        "absolute": np.array([close(x, x + 0.1), close(x, x + 0.1, atol=0.2)]),
        "nan": np.array([close(none, none), close(none, none, equal_nan=True)]),
    }


@case(jit=False)
def elsewhere(ms: Any, run: Any) -> Arrays:
    """MindSpore's CPU has no kernel for an empty Tensor of mint's."""
    x = ms.Tensor(X)
    made = x if is_mindspore(ms) else ms.mint.empty_like(x, device="cpu")
    return {"kind": np.array(f"{made.shape} {made.dtype}")}
