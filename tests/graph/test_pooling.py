"""Average pooling, compiled, has the gradient that it has op by op."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms


@pytest.mark.slow
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_windows_over_the_end(rank: int) -> None:
    pool = [ms.ops.avg_pool1d, ms.ops.avg_pool2d, ms.ops.avg_pool3d][rank - 1]
    x = ms.Tensor(np.random.RandomState(0).rand(2, 3, *[6] * rank).astype(np.float32))

    def total(x: ms.Tensor) -> ms.Tensor:
        return (pool(x, 3, 2, 1, True, True) ** 2).sum()

    expected = ms.grad(total)(x)
    found = ms.jit(ms.grad(total), jit_level="O1", fullgraph=True)(x)
    np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-5)
