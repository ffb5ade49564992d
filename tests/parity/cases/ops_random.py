"""Random ops: shapes, dtypes and ranges; the numbers themselves differ by design."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge

X = np.zeros((2, 3), np.float32)


def _kind(*tensors: Any) -> dict[str, np.ndarray]:
    return {f"out{i}": np.array([str(t.dtype), *map(str, t.shape)]) for i, t in enumerate(tensors)}


@case(jit=False)
def kinds(ms: Any, run: Any) -> Any:
    ops, point, number = ms.ops, ms.Tensor(0.0), ms.Tensor(5, ms.int32)
    chance = ms.Tensor([0.5, 0.5])
    return _kind(
        *(
            ops.uniform((2,), point, point + 1),
            ops.uniform((2,), number * 0, number, dtype=ms.int32),
        ),
        *(
            ops.UniformReal()((2, 3)),
            ops.StandardNormal()((2,)),
            ops.UniformInt()((2,), number * 0, number),
        ),
        *(
            ops.normal((2,), 0.0, 1.0),
            ops.normal((2,), ms.Tensor(np.zeros((3, 1), np.float32)), point + 1),
        ),
        *(
            ops.standard_normal((2,)),
            ops.randint(0, 5, (2,)),
            ops.rand(2, 3),
            ops.rand(2, dtype=ms.float16),
        ),
        *(
            ops.randn(2, 3),
            ops.randperm(4),
            ops.multinomial(chance, 3),
            ops.multinomial(chance, 2, False),
        ),
        *(
            ops.bernoulli(ms.Tensor(X), 0.5),
            ops.shuffle(ms.Tensor(X)),
            ops.laplace((2,), point, point + 1),
        ),
        *(
            ops.rand_like(ms.Tensor(X)),
            ops.randn_like(ms.Tensor(X)),
            ops.random_categorical(ms.Tensor(X), 3),
        ),
        *(
            ops.Multinomial()(ms.Tensor([[0.5, 0.5]]), 3),
            *ops.RandomChoiceWithMask(5)(ms.Tensor(X) == 0),
        ),
    )


@case(jit=False)
def certain_outcomes(ms: Any, run: Any) -> Any:
    """Draws that can come out one way only, up to order."""
    ops, mask = ms.ops, ms.Tensor([[True, False], [False, False]])
    places, real = ops.RandomChoiceWithMask(3)(mask)
    return {
        "perm": np.sort(ops.randperm(5).asnumpy()),
        "places": places.asnumpy(),
        "real": real.asnumpy(),
        "never": ops.bernoulli(ms.Tensor(X), 0.0).asnumpy(),
        "always": ops.bernoulli(ms.Tensor(X), 1.0).asnumpy(),
        "one": ops.randint(3, 4, (2,)).asnumpy(),
        "class": ops.multinomial(ms.Tensor([0.0, 1.0]), 4).asnumpy(),
    }


@case(jit=False)
def seeds(ms: Any, run: Any) -> Any:
    """The same seed draws the same numbers, another one others."""
    draws = []
    for seed in (1, 1, 2):
        ms.set_seed(seed)
        draws.append(ms.ops.standard_normal((8,)).asnumpy())
    return {
        "same": np.array((draws[0] == draws[1]).all()),
        "other": np.array((draws[0] == draws[2]).all()),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        like=run.raises(lambda x: ops.randint_like(x, 0, 3), X),
        floats=run.raises(lambda x: ops.rand(2, dtype=ms.int32), X),
        chance=run.raises(lambda x: ops.bernoulli(x, 1.5), X),
    )
