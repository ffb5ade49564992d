"""Rarer methods of Tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import as_array, case, merge, rand

X = rand(2, 3)


@case
def doors(ms: Any, run: Any) -> Any:
    return merge(
        diagonal=run(lambda x: x.fill_diagonal(9.0), X, grad=False),
        wrapped=run(lambda x: x.fill_diagonal(9.0, wrap=True), rand(5, 2), grad=False),
        unfold=run(lambda x: x.unfold(2), rand(1, 1, 4, 4)),
        strided=run(lambda x: x.unfold([2, 2], 1, 0, 2), rand(1, 2, 4, 4)),
        shrink=run(lambda x: x.soft_shrink(), X),
        wide=run(lambda x: x.soft_shrink(1.0), X),
        i0=run(lambda x: x.i0(), X),
    )


@case(rtol=1e-4, atol=1e-5)
def matrices(ms: Any, run: Any) -> Any:
    square = rand(3, 3, seed=2)
    data, pivots = (
        rand(3, 3, seed=5) + 2 * np.eye(3, dtype=np.float32),
        np.array([2, 3, 3], np.int32),
    )
    return merge(
        geqrf=run(lambda x: x.geqrf(), X, grad=False),
        orgqr=run(lambda x: x.geqrf()[0].orgqr(x.geqrf()[1]), square, grad=False),
        qr=run(lambda x: [abs(t) for t in x.qr()], X, grad=False),
        tall=run(lambda x: [abs(t) for t in x.qr()], rand(4, 2), grad=False),
        solve=run(lambda b, d, p: b.lu_solve(d, p), rand(3, 2), data, pivots, grad=False),
    )


@case(jit=False)
def columns(ms: Any, run: Any) -> Any:
    size = ms.Tensor([4, 4], ms.int32)
    return merge(
        fold=run(lambda x: x.fold(size, [2, 2], [1, 1], [0, 0], [1, 1]), rand(1, 4, 9)),
        col2im=run(lambda x: x.col2im(size, [2, 2], [1, 1], [0, 0], [1, 1]), rand(1, 1, 4, 9)),
    )


@case(jit=False)
def sparse(ms: Any, run: Any) -> Any:
    x = ms.Tensor([[0.0, 1.0, 0.0], [2.0, 0.0, 3.0], [0.0, 0.0, 0.0]])
    coo, csr = x.to_coo(), x.to_csr()
    none = ms.Tensor(np.zeros((2, 2), np.float32)).to_coo()
    parts = coo.indices, coo.values, csr.indptr, csr.indices, csr.values, none.indices, none.values
    cube = ms.Tensor(np.ones((1, 2, 2), np.float32))
    return merge(
        coo=run.raises(cube.to_coo),
        csr=run.raises(cube.to_csr),
        vector=run.raises(ms.Tensor([0.0, 1.0]).to_coo),
    ) | {f"{i}": as_array(part) for i, part in enumerate(parts)}


@case(jit=False)
def dlpack(ms: Any, run: Any) -> Any:
    x = ms.Tensor(X)
    again, function = ms.Tensor.from_dlpack(x.to_dlpack()), ms.from_dlpack(ms.to_dlpack(x))
    return {"again": again.asnumpy(), "function": function.asnumpy()} | run.raises(
        lambda: ms.from_dlpack(np.arange(3.0))
    )


@case(jit=False)
def draws(ms: Any, run: Any) -> Any:
    x = ms.Tensor(X)
    result = x.cauchy(), x.cauchy(0.5, 2.0), x.log_normal(), x.log_normal(mean=0.0, std=1.0)
    return {f"{i}": np.array([str(t.dtype), *map(str, t.shape)]) for i, t in enumerate(result)} | {
        "kept": x.asnumpy()
    }
