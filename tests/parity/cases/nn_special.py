"""Layers off the beaten track: derivatives as Cells, gamma functions, fields of embeddings, sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X, Y = np.array([[1, 2], [3, 4]], np.float32), np.array([[1, 2], [3, 5]], np.float32)
SEED = np.array([[1, 1], [1, 2]], np.float32)
A, B = np.array([2, 4, 6, 8, 0.5], np.float32), np.array([2, 3, 14, 15, 0.1], np.float32)
IDS = np.array([[2, 4, 6, 3], [1, 3, 5, 12]], np.int32)
FIELDS = np.array([[0, 1, 1, 0], [0, 0, 1, 1]], np.int32)
WEIGHTS = np.array([[1, 2, 1, -1], [1, 1, 3, 0]], np.float32)
TABLE = -np.arange(20, dtype=np.float32).reshape(10, 2) - 1


def _nets(ms: Any) -> tuple[Any, Any]:
    class One(ms.nn.Cell):  # type: ignore[misc, name-defined]
        def construct(self, x: Any, y: Any) -> Any:
            return x**3 + y * x

    class Two(ms.nn.Cell):  # type: ignore[misc, name-defined]
        def construct(self, x: Any, y: Any) -> Any:
            return x**3, y * x

    return One(), Two()


@case(jit=False)
def derivatives(ms: Any, run: Any) -> Any:
    one, two = _nets(ms)
    along, back = ms.nn.Jvp, ms.nn.Vjp
    return merge(
        jvp=run(lambda x, y, v: along(one)(x, y, (v, v)), X, Y, SEED, grad=False),
        jvp_two=run(lambda x, y, v: along(two)(x, y, (v, v)), X, Y, SEED, grad=False),
        vjp=run(lambda x, y, v: back(one)(x, y, v), X, Y, SEED, grad=False),
        vjp_two=run(lambda x, y, v: back(two)(x, y, (v, v)), X, Y, SEED, grad=False),
    )


@case(rtol=2e-5, atol=2e-6)
def gammas(ms: Any, run: Any) -> Any:
    """Without gradients, most of which are NaN on MindSpore's CPU build."""
    igamma, lbeta = ms.nn.IGamma(), ms.nn.LBeta()
    return run(
        lambda a,
        b: (igamma(a, b), igamma(-a, b), igamma(a, -b), igamma(a, b * 0), lbeta(a, b), lbeta(a * 100, b * 100)),
        A, B, grad=False,
    )  # fmt: skip


@case(rtol=5e-3)
def half_gammas(ms: Any, run: Any) -> Any:
    """MindSpore adds in Float16 terms that nearly cancel, and is up to 4.3e-3 from the exact logarithm."""
    lbeta = ms.nn.LBeta()
    return run(lambda a, b: lbeta(a, b), A.astype(np.float16), B.astype(np.float16), grad=False)


@case
def fields(ms: Any, run: Any) -> Any:
    result = {}
    for operator in ("SUM", "MEAN", "MAX"):
        net = ms.nn.MultiFieldEmbeddingLookup(
            10, 2, field_size=3, operator=operator, param_init=ms.Tensor(TABLE)
        )
        names = np.array(str([p.name for p in net.get_parameters()]) + str(net))
        result[operator] = {
            **run(net.construct, IDS, WEIGHTS, FIELDS, grad=operator == "SUM"),
            "names": names,
        }
    return merge(**result)


@case
def sparse(ms: Any, run: Any) -> Any:
    places = np.array([[0, 1], [1, 2], [0, 3]], np.int32)
    product, turned = ms.nn.SparseTensorDenseMatmul, ms.nn.SparseTensorDenseMatmul(adjoint_st=True)
    plain, both = product(), product(adjoint_dt=True)
    values = rand(3, seed=5)
    return merge(
        plain=run(lambda i, v, d: plain(i, v, (3, 4), d), places, values, rand(4, 3), grad=False),
        turned=run(lambda i, v, d: turned(i, v, (3, 4), d), places, values, rand(3, 2), grad=False),
        dense=run(lambda i, v, d: both(i, v, (3, 4), d), places, values, rand(2, 4), grad=False),
    )


@case(jit=False)
def dense_of_sparse(ms: Any, run: Any) -> Any:
    places, values = ms.Tensor([[0, 1], [1, 2]], ms.int32), ms.Tensor([1, 2], ms.float32)
    return run(lambda: ms.nn.SparseToDense()(ms.COOTensor(places, values, (3, 4))))


@case
def flattened(ms: Any, run: Any) -> Any:
    flatten = ms.mint.nn.functional.flatten
    return run(
        lambda x: (flatten(x), flatten(x, 1), flatten(x, 0, 1), flatten(x, -2), flatten(x, 2, 2)),
        rand(2, 3, 4),
    )


def _refused(ms: Any) -> dict[str, Any]:
    nn, x, a, b = ms.nn, ms.Tensor(X), ms.Tensor(A), ms.Tensor(B)
    half, net = a.astype(ms.float16), nn.MultiFieldEmbeddingLookup(10, 2, 3)
    ids, weights, places = ms.Tensor(IDS), ms.Tensor(WEIGHTS), ms.Tensor(FIELDS)
    return {
        "igamma_half": lambda: nn.IGamma()(half, half),
        "igamma_two": lambda: nn.IGamma()(a, half),
        "lbeta_two": lambda: nn.LBeta()(half, b),
        "lbeta_int": lambda: nn.LBeta()(a.astype(ms.int32), b.astype(ms.int32)),
        "lbeta_double": lambda: nn.LBeta()(a.astype(ms.float64), b.astype(ms.float64)),
        "set_diag_shape": lambda: nn.MatrixSetDiag()(x, a),
        "set_diag_dtype": lambda: nn.MatrixSetDiag()(x, ms.Tensor([1, 2], ms.int32)),
        "diag_scalar": lambda: nn.MatrixDiag()(ms.Tensor(1.0)),
        "part_vector": lambda: nn.MatrixDiagPart()(a),
        "operator": lambda: nn.MultiFieldEmbeddingLookup(10, 2, 3, operator="X"),
        "not_sparse": lambda: nn.MultiFieldEmbeddingLookup(10, 2, 3, sparse=False),
        "target": lambda: nn.MultiFieldEmbeddingLookup(10, 2, 3, target="x"),
        "no_fields": lambda: nn.MultiFieldEmbeddingLookup(10, 2, 0),
        "vocab": lambda: nn.MultiFieldEmbeddingLookup("a", 2, 2),
        "ids_rank": lambda: net(ids[0], weights[0], places[0]),
        "field_dtype": lambda: net(ids, weights, places.astype(ms.int64)),
        "ids_float": lambda: net(ids.astype(ms.float32), weights, places),
        "weight_shape": lambda: net(ids, weights[:, :3], places),
        "adjoint": lambda: nn.SparseTensorDenseMatmul(adjoint_st=3),
        "metrics_list": lambda: nn.get_metrics(["acc"]),
        "metrics_name": lambda: nn.get_metrics({"zz"}),
        "metrics_value": lambda: nn.get_metrics({"a": 3}),
        "flatten_dim": lambda: ms.mint.nn.functional.flatten(x, 3),
        "flatten_order": lambda: ms.mint.nn.functional.flatten(x, 1, 0),
        "solve_rank": lambda: ms.mint.triangular_solve(x, a),
        "randint_half": lambda: ms.mint.randint_like(x, 1.5),
        "randint_number": lambda: ms.mint.randint_like(3, 1),
        "log_softmax_dim": lambda: ms.mint.special.log_softmax(x, 5),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    return merge(**{name: run.raises(fn) for name, fn in _refused(ms).items()})
