"""mindspore.mint, as far as MindSpore's CPU build runs it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(2, 3)
C = rand(2, 3, 4, seed=1)
V = rand(3, seed=2)
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)


@case
def arithmetic(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return run(
        lambda x, v: (
            *(mint.add(x, v, alpha=2), mint.sub(x, 1, alpha=2), mint.div(x, v, rounding_mode="floor"), mint.square(x)),
            *(mint.clamp(x, -1, 1), mint.remainder(x, 2), mint.exp(x), mint.sin(x), mint.abs(x),
                mint.where(x > 0, x, v)),
            *(mint.matmul(x, x.T), mint.special.erfc(x), mint.eq(x, v), mint.isnan(x), mint.nan_to_num(x)),
        ),
        X, V,
    )  # fmt: skip


@case
def reductions(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return run(
        lambda x: (
            *(mint.max(x), mint.max(x, 1), mint.max(x, dim=1, keepdim=True), mint.max(x, x + 1), mint.min(x, 0, True)),
            *(mint.sum(x, dim=1, keepdim=True), mint.mean(x, 1, True), mint.mean(x, dim=0), mint.prod(x, 1)),
            *(mint.amax(x), mint.amax(x, 1), mint.all(x > 0, dim=1), mint.any(x > 0)),
        ),
        X,
    )  # fmt: skip


@case
def whole_numbers(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return run(
        lambda i: (mint.sum(i), mint.cumprod(i, 1), mint.pow(i, 2), mint.nonzero(i > 0)[0]),
        INTS,
        grad=False,
    )


@case
def shapes(ms: Any, run: Any) -> Any:
    mint = ms.mint
    places = ms.Tensor([[0], [1]])
    return run(
        lambda x, c: (
            *(mint.flatten(c, 1), mint.flatten(c), mint.flatten(c, start_dim=0, end_dim=1), mint.permute(c, (2, 0, 1))),
            *(mint.transpose(c, 0, 1), *mint.split(x, 2, dim=1), *mint.chunk(x, 2, dim=1)),
            *(mint.narrow(x, 1, 0, 2), mint.gather(x, 1, places), mint.scatter(x, 1, places, x[:, :1] * 2)),
            *(mint.cat((x, x), dim=1), mint.squeeze(x[None], dim=0), mint.unsqueeze(x, dim=1)),
            *(mint.swapaxes(x, 0, 1), mint.tile(x, (2, 1)), *mint.meshgrid(x[0], x[1])),
        ),
        X, C,
    )  # fmt: skip


@case
def slices(ms: Any, run: Any) -> Any:
    """Without gradients, on which MindSpore's CPU build fails."""
    return run(lambda x: (ms.mint.select(x, 0, 1), *ms.mint.unbind(x, dim=1)), X, grad=False)


@case(jit=False)
def python_values(ms: Any, run: Any) -> Any:
    mint, x = ms.mint, ms.Tensor(X)
    return {
        "close": np.array(mint.allclose(x, x)),
        "item": np.array(mint.item(x.sum()) == float(x.sum())),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    mint = ms.mint
    return merge(
        shapes=run.raises(lambda x: mint.add(x, mint.permute(x, (1, 0))), X),
        axis=run.raises(lambda x: mint.sum(x, 7), X),
        unknown=run.raises(lambda x: mint.sum(x, axis=1, nonsense=2), X),
    )
