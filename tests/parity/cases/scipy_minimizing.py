"""Minimizers of scipy.optimize. Counts of calls and iterates on the way are each side's own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


def _module(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.scipy.optimize")


def _told(found: Any) -> Arrays:
    return {
        "x": found.x.asnumpy(),
        "told": np.array([found.fun, found.success, found.status], np.float32),
        "small": np.array(np.abs(found.jac.asnumpy()).max() < 1e-4),
        "fields": np.array(found._fields),
        "matrix": np.array(found.hess_inv is None),
    }


def _vector(ms: Any, *values: float, dtype: Any = np.float64) -> Any:
    return ms.Tensor(np.array(values, dtype))


def _valley(p: Any) -> Any:
    x, y = p
    return (x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2


@case(jit=False)
def descent_with_a_matrix(ms: Any, run: Any) -> Arrays:
    solve, options = _module(ms).minimize, {"maxiter": None, "gtol": 1e-6}
    return _told(solve(_valley, _vector(ms, 0, 0), method="BFGS", options=options))


@case(jit=False)
def descent_in_float32(ms: Any, run: Any) -> Arrays:
    start = _vector(ms, 0, 0, dtype=np.float32)
    return _told(_module(ms).minimize(_valley, start, method="bfgs"))


@case(jit=False)
def descent_with_steps(ms: Any, run: Any) -> Arrays:
    def bowl(x: Any, at: Any, width: float) -> Any:
        return ms.ops.reduce_sum((x - at) ** 2) * width

    at = _vector(ms, 3, -1)

    def slope(
        x: Any, *args: Any
    ) -> Any:  # MindSpore gives it no args, whatever its documentation says
        return 4 * (x - at)

    return _told(
        _module(ms).minimize(
            func=bowl, x0=_vector(ms, 0, 0), args=(at, 2.0), method="LBFGS", jac=slope,
            options={"history_size": 3, "norm": 2},
        )
    )  # fmt: skip


@case(jit=False)
def descent_without_end(ms: Any, run: Any) -> Arrays:
    result = _module(ms).minimize(lambda x: x[0] + x[1], _vector(ms, 0, 0), method="BFGS")
    return {"x": result.x.asnumpy(), "told": np.array([result.success, result.status])}


def _raised(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return "nothing"


@case(jit=False)
def what_minimize_refuses(ms: Any, run: Any) -> Arrays:
    solve, x = _module(ms).minimize, _vector(ms, 0, 0)
    calls = [
        lambda: solve(_valley, x),
        lambda: solve(_valley, x, method="CG"),
        lambda: solve(_valley, x, [1], method="BFGS"),
        lambda: solve(_valley, x, method="BFGS", options={"bad": 1}),
        lambda: solve(3, x, method="BFGS"),
        lambda: solve(_valley, np.zeros(2), method="BFGS"),
    ]
    return {"errors": np.array([_raised(call) for call in calls])}


@case(jit=False, atol=1e-5)
def steps_along_lines(ms: Any, run: Any) -> Arrays:
    search = _module(ms).line_search
    one = ms.Tensor(1.0)

    def square(x: Any) -> Any:
        return ms.ops.reduce_sum(x * x)

    def steep(x: Any) -> Any:
        return 100.0 * (x[1] - x[0]) ** 2 + (1.0 - x[0]) ** 2

    start, to = _vector(ms, 1, 1), _vector(ms, -1, -1)
    result = {
        "waves": search(lambda x: -ms.ops.sin(10 * x), ms.Tensor(0.0), one, maxiter=10),
        "bell": search(lambda x: ms.ops.exp(-4 * x) + x**2, ms.Tensor(0.0), one),
        "square": search(f=square, xk=start, pk=to, jac=lambda x: 2 * x),
        "known": search(square, start, to, gfk=2 * start, old_fval=_vector(ms, 2)[0]),
        "narrow": search(square, start, _vector(ms, -3, -3), c1=0.3, c2=0.4),
        "steep": search(steep, _vector(ms, 0, 0), _vector(ms, 2, 0), maxiter=3),
        "up": search(square, start, start),
        "none": search(square, start, to, maxiter=0),
    }
    told = {}
    for name, one_found in result.items():
        told[name] = np.array(
            [
                one_found.failed,
                one_found.status,
                one_found.nfev,
                one_found.k,
                one_found.a_k,
                one_found.f_k,
            ],
            np.float32,
        )
        told[f"{name} slope"] = one_found.g_k.asnumpy()
    return {**told, "fields": np.array(result["up"]._fields)}
