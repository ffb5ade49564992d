"""Cell.set_inputs and enable_dynamic: what a declaration lets through in a graph, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge


def _net(ms: Any) -> Any:
    class Net(ms.nn.Cell):
        def construct(self, x: Any, y: Any = None) -> Any:
            return x

    return Net


def _ones(ms: Any, *shape: int, dtype: Any = np.float32) -> Any:
    return ms.Tensor(np.ones(shape, dtype))


def _any(ms: Any, *shape: Any) -> Any:
    return ms.Tensor(shape=list(shape), dtype=ms.float32)


def _called(ms: Any, run: Any, rows: dict[str, Any]) -> Arrays:
    """Each row, (what is declared, what is given), in GRAPH_MODE; the class of the error, or ''."""
    kind, before = _net(ms), ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    result = {}
    try:
        for name, (declared, given) in rows.items():

            def call(declared: Any = declared, given: Any = given) -> Any:
                net = kind()
                net.set_jit_config(ms.JitConfig(jit_level="O0"))
                net.set_inputs(**declared) if isinstance(declared, dict) else net.set_inputs(
                    *declared
                )
                net(*given)
                return ms.Tensor(1)

            result[name] = run.raises(call)
    finally:
        ms.set_context(mode=before)
    return merge(**result)


@case(jit=False)
def tensors(ms: Any, run: Any) -> Arrays:
    rows = {
        "fits": ((_any(ms, None, 3),), (_ones(ms, 2, 3),)),
        "rank": ((_any(ms, None, 3),), (_ones(ms, 2, 3, 1),)),
        "size": ((_any(ms, None, 3),), (_ones(ms, 2, 4),)),
        "dtype": ((_any(ms, None, 3),), (_ones(ms, 2, 3, dtype=np.int32),)),
        "number": ((_any(ms, None, 3),), (2.0,)),
        "more": ((_any(ms, None, 3),), (_ones(ms, 2, 3), _ones(ms, 2, 3))),
        "fewer": ((_any(ms, None, 3), _any(ms, None)), (_ones(ms, 2, 3),)),
        "too_many": ((_any(ms, None),) * 3, (_ones(ms, 2),)),
        "none_declared": ((), (_ones(ms, 2),)),
        "static": ((_ones(ms, 2, 3),), (_ones(ms, 4, 3),)),
        "any_rank": ((ms.Tensor(shape=None, dtype=ms.float32),), (_ones(ms, 2, 3),)),
        "parameter": ((_any(ms, None),), (ms.Parameter(_ones(ms, 2), name="p"),)),
        "by_name": ({"x": _any(ms, None, 3)}, (_ones(ms, 2, 4),)),
        "no_such_name": ({"z": _any(ms, None, 3)}, (_ones(ms, 2, 3),)),
    }
    return _called(ms, run, rows)


@case(jit=False)
def plain_values(ms: Any, run: Any) -> Arrays:
    x = _ones(ms, 2)
    rows = {
        "same": ((_any(ms, None), 3), (x, 3)),
        "other": ((_any(ms, None), 3), (x, 4)),
        "tensor": ((_any(ms, None), 3), (x, x)),
        "none": ((_any(ms, None), None), (x, None)),
        "no_none": ((_any(ms, None), None), (x, 1)),
        "flag": ((_any(ms, None), True), (x, False)),
        "mutable": ((_any(ms, None), ms.mutable(3)), (x, ms.mutable(4))),
        "not_marked": ((_any(ms, None), ms.mutable(3)), (x, 4)),
        "kind": ((_any(ms, None), ms.mutable(3)), (x, ms.mutable(4.0))),
        "pair": ((_any(ms, None), ms.mutable((1, 2))), (x, ms.mutable((3, 4)))),
    }
    return _called(ms, run, rows)


@case(jit=False)
def sequences(ms: Any, run: Any) -> Arrays:
    one, item = _any(ms, None, 3), _ones(ms, 2, 3)
    fixed, varying = ms.mutable((one,)), ms.mutable((one,), True)
    rows = {
        "fits": ((fixed,), (ms.mutable((item,)),)),
        "plain": ((fixed,), ((item,),)),
        "declared_plain": (((one,),), ((item,),)),
        "length": ((fixed,), (ms.mutable((item, item)),)),
        "size": ((fixed,), (ms.mutable((_ones(ms, 2, 4),)),)),
        "tensor": ((fixed,), (item,)),
        "list": ((fixed,), (ms.mutable([item]),)),
        "any_length": ((varying,), (ms.mutable((item, item), True),)),
        "one_length": ((varying,), (ms.mutable((item,)),)),
    }
    return _called(ms, run, rows)


@case(jit=False)
def symbols(ms: Any, run: Any) -> Arrays:
    def sized(**rules: Any) -> tuple[Any, ...]:
        symbol = ms.Symbol(**rules)
        return (_any(ms, symbol, symbol if rules.get("unique") else 3),)

    rows = {
        "fits": (sized(max=8, min=2, divisor=2), (_ones(ms, 4, 3),)),
        "max": (sized(max=8), (_ones(ms, 9, 3),)),
        "min": (sized(min=4), (_ones(ms, 3, 3),)),
        "divisor": (sized(divisor=2), (_ones(ms, 3, 3),)),
        "remainder": (sized(divisor=4, remainder=1), (_ones(ms, 6, 3),)),
        "unique": (sized(unique=True), (_ones(ms, 3, 4),)),
    }
    rules = (
        {"min": 0},
        {"divisor": 0},
        {"remainder": 1},
        {"max": 1.0},
        {"unique": 1},
        {"min": 5, "max": 2},
    )
    made = {
        f"rule{i}": run.raises(lambda r=r: ms.Symbol(**r) and ms.Tensor(1))
        for i, r in enumerate(rules)
    }
    return merge(called=_called(ms, run, rows), made=merge(**made))


@case(jit=False)
def by_decorator(ms: Any, run: Any) -> Arrays:
    def call(given: Any, **declared: Any) -> Any:
        @ms.enable_dynamic(**declared)
        @ms.jit(jit_level="O0")
        def add(x: Any, y: Any = None) -> Any:
            return x + 1

        return add(given)

    one = _any(ms, None, 3)
    calls = {
        "fits": lambda: call(_ones(ms, 2, 3), x=one),
        "rank": lambda: call(_ones(ms, 2, 3, 1), x=one),
        "size": lambda: call(_ones(ms, 2, 4), x=one),
        "dtype": lambda: call(_ones(ms, 2, 3, dtype=np.int32), x=one),
        "number": lambda: call(3, x=one),
        "no_such_name": lambda: call(_ones(ms, 2, 3), z=one),
        "nothing": lambda: call(_ones(ms, 2, 3)),
        "static": lambda: call(_ones(ms, 2, 3), x=_ones(ms, 2, 3)),
        "no_tensor": lambda: call(_ones(ms, 2, 3), x=3),
        "list": lambda: call([_ones(ms, 2, 3)], x=[one]),
        "other_is_free": lambda: call(_ones(ms, 2, 3), y=one),
    }
    return merge(**{name: run.raises(made) for name, made in calls.items()})
