"""Primitives of mindspore.ops.auto_generate, as downstream code calls them."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X, Y = rand(3, 4), rand(3, 4, seed=1)


def _made(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.ops.auto_generate")


def _prims(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.ops.auto_generate.gen_ops_prim")


# Class, arguments of the constructor, of the call besides the tensors.
_ROWS: tuple[tuple[str, tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]], ...] = (
    ("AddExt", (), (X, Y), (2,)),
    ("SubExt", (), (X, Y), (2,)),
    ("SumExt", (), (X,), (1, True)),
    ("MeanExt", (), (X,), (0, False)),
    ("SplitWithSize", (), (X,), ([1, 3], 1)),
    ("SplitTensor", (), (X,), (2, 1)),
    ("Chunk", (), (X,), (2, 1)),
    ("Muls", (), (X,), (3.0,)),
    ("ClampScalar", (), (X,), (-1.0, 1.0)),
    ("MatMulExt", (), (X, rand(4, 2)), ()),
    ("BatchMatMulExt", (), (rand(2, 3, 4), rand(2, 4, 5)), ()),
    ("SiLU", (), (X,), ()),
    ("ProdExt", (), (X,), (1,)),
    ("PowTensorScalar", (), (X,), (2,)),
    ("NarrowView", (), (X,), (1, 1, 2)),
    ("MaxDim", (), (X,), (1, False)),
)


def _row(name: str, settings: tuple[Any, ...], tensors: Any, rest: tuple[Any, ...]) -> None:
    def body(ms: Any, run: Any) -> Any:
        call = getattr(_prims(ms), name)(*settings)
        return run(lambda *given: call(*given, *rest), *tensors)

    case(name=name, jit=False)(body)


for _cells in _ROWS:
    _row(*_cells)


@case(jit=False)
def scattered(ms: Any, run: Any) -> Any:
    index = ms.Tensor([[0, 1], [2, 3], [1, 0]])
    return run(lambda x, s: _made(ms).Scatter()(x, 1, index, s), X, rand(3, 2))


@case(jit=False)
def instances_and_functions(ms: Any, run: Any) -> Any:
    made, prims = _made(ms), _prims(ms)
    return merge(
        sum=run(lambda x: prims.sum_ext_op(x, 0), X),
        matmul=run(lambda x, y: prims.matmul_ext_op(x, y), X, rand(4, 2)),
        mean=run(lambda x: made.mean_ext(x), X),
        abs=run(lambda x: prims.abs_op(x), X),
        names={"names": np.array([prims.sum_ext_op.name, type(prims.matmul_ext_op).__name__])},
    )


@case(jit=False)
def copied_into(ms: Any, run: Any) -> Any:
    x = ms.Tensor(X)
    _made(ms).InplaceCopy()(x, ms.Tensor(Y))
    return {"x": x.asnumpy()}


@case(jit=False)
def functions_of_the_inner_module(ms: Any, run: Any) -> Any:
    inner = importlib.import_module(f"{ms.__name__}.ops.auto_generate.pyboost_inner_prim")
    return merge(
        softmax=run(lambda x: inner.softmax_impl(x, 1), X),
        squeeze=run(lambda x: inner.squeeze_impl(x, 0), rand(1, 3)),
        concat=run(lambda x, y: inner.concat_impl((x, y), 1), X, Y),
        most=run(lambda x: inner.reduce_max_impl(x, (1,), True), X),
        every=run(lambda x: inner.reduce_all_impl(x > 0, (0,), False), X, grad=False),
        close=run(lambda x, y: inner.isclose_impl(x, y, 1e-5, 1e-8, False), X, Y, grad=False),
        flipped=run(lambda x: inner.reverse_v2_impl(x, (1,)), X),
        glu=run(lambda x: inner.glu_impl(x, -1), X),
        triu=run(lambda x: inner.triu_impl(x, 1), X),
        best=run(lambda x: inner.argmax_with_value_impl(x, 1, False), X, grad=False),
    )
