"""MultitypeFuncGraph, HyperMap, Map and what steers execution."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X, Y = rand(2, 3), rand(3, seed=1)


def graph(ms: Any) -> Any:
    """A function with bodies for Tensors, numbers and tuples."""
    combine = ms.ops.MultitypeFuncGraph("combine")

    @combine.register("Tensor", "Tensor")
    def tensors(a: Any, b: Any) -> Any:
        return a + 2 * b

    @combine.register("Number", "Number")
    def numbers(a: Any, b: Any) -> Any:
        return a - b

    @combine.register("Tuple", "Tensor")
    def tuples(a: Any, b: Any) -> Any:
        return b * len(a)

    @combine.register(ms.common.dtype.tensor_type, ms.common.dtype.number)
    def scaled(a: Any, b: Any) -> Any:
        return a * b

    return combine


@case
def dispatch(ms: Any, run: Any) -> Any:
    combine = graph(ms)
    return run(lambda x: (combine(x, x), combine((1, 2, 3), x), combine(x, 3), combine(x, 2.5)), X)


@case
def hyper_map(ms: Any, run: Any) -> Any:
    combine = graph(ms)
    over, free = ms.ops.HyperMap(combine), ms.ops.HyperMap()
    return run(
        lambda x, y: (
            *(over((x, y), (x, y)), over([x, (y, y)], [x, (y, x[0])]), free(combine, (x,), (y,)), over(x, y)),
            *(ms.ops.Map(combine)((x, y), (x, y)), ms.ops.Map()(combine, (x,), (y,)), over((x,), (y, y))),
            over((x, 1), (y, 2))[0],
        ),
        X, Y,
    )  # fmt: skip


@case
def partial(ms: Any, run: Any) -> Any:
    combine = graph(ms)
    return run(lambda x, y: ms.ops.partial(combine, y)(x[0]), X, Y)


@case
def gradients_stop(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return run(
        lambda x: (x * ops.stop_gradient(x), ops.depend(x, x), ops.identity(x), ops.Identity()(x)),
        X,
    )


@case(jit=False)
def parameters(ms: Any, run: Any) -> Any:
    combine = graph(ms)
    p = ms.Parameter(ms.Tensor(X), name="p")
    held = ms.ParameterTuple([p])
    return {"sum": ms.ops.HyperMap(combine)(held, (ms.Tensor(X),))[0].asnumpy()}


@case
def constants(ms: Any, run: Any) -> Any:
    @ms.ops.constexpr
    def twice(n: int) -> int:
        return 2 * n

    return run(lambda x: x * twice(3), X)


@case(jit=False)
def numbers(ms: Any, run: Any) -> Any:
    ops, old = ms.ops, ms.ops.functional
    values = [
        *old.make_range(3),
        *old.make_range(1, 5, 2),
        old.tuple_len((1, 2)),
        ops.scalar_cast(1.7, ms.int64),
    ]
    return {"values": np.array(values), "float": np.array(ops.scalar_cast(1, ms.float64))}


REFUSED = {
    "no_match": lambda ms, x: graph(ms)("a", x),
    "list": lambda ms, x: graph(ms)([1], x),
    "none": lambda ms, x: graph(ms)(None, x),
    "count": lambda ms, x: graph(ms)(x),
    "type_name": lambda ms, x: graph(ms).register("Foo")(lambda a: a),
    "type": lambda ms, x: graph(ms).register(int)(lambda a: a),
    "name": lambda ms, x: ms.ops.MultitypeFuncGraph(1),
    "dict": lambda ms, x: ms.ops.HyperMap(graph(ms))({"a": x}, {"a": x}),
    "scalar_cast": lambda ms, x: ms.ops.scalar_cast(x, ms.int64),
    "scalar_cast_type": lambda ms, x: ms.ops.scalar_cast(1.7, ms.string),
}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    return merge(
        **{name: run.raises(lambda x, fn=fn: fn(ms, x), X) for name, fn in REFUSED.items()}
    )
