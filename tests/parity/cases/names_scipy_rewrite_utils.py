"""Names of scipy.optimize, rewrite, utils and the top level."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, rand


def _raised(call: Any) -> np.ndarray:
    try:
        for out in call() or ():
            out.asnumpy()
    except Exception as error:
        return np.array(type(error).__name__)
    return np.array("")


def _both(found: Any) -> np.ndarray:
    return np.stack([part.asnumpy() for part in found])


@case(jit=False)
def assignments(ms: Any, run: Any) -> Any:
    from importlib import import_module

    solve = import_module(f"{ms.__name__}.scipy.optimize").linear_sum_assignment
    tall, wide = ms.Tensor(rand(6, 4)), ms.Tensor(rand(4, 6, seed=1, dtype=np.float64))
    ties = ms.Tensor(np.array([[1, 1, 2, 1], [1, 1, 1, 2], [2, 1, 1, 1]], np.int32))
    bools = ms.Tensor(np.array([[True, False], [True, True]]))
    big = ms.Tensor(np.random.RandomState(2).randint(0, 9, (12, 15)).astype(np.int16))
    inf = ms.Tensor(np.array([[np.inf, 1], [np.inf, 2]]))
    return {
        "tall": _both(solve(tall, False)),
        "tall max": _both(solve(cost_matrix=tall, maximize=True)),
        "wide": _both(solve(wide, False)),
        "wide max": _both(solve(wide, True)),
        "ties": _both(solve(ties, False)),
        "ties max": _both(solve(ties, True)),
        "bools": _both(solve(bools, False)),
        "big": _both(solve(big, False)),
        "big max": _both(solve(big, True)),
        "limit": _both(solve(wide, False, ms.Tensor(3))),
        "limit tall": _both(solve(tall, True, dimension_limit=ms.Tensor(2))),
        "empty": _both(solve(ms.Tensor(np.zeros((0, 3))), False)),
        "flag": _raised(lambda: solve(tall, 1)),
        "rank": _raised(lambda: solve(ms.Tensor([1.0]), True)),
        "number": _raised(lambda: solve(3, True)),
        "limit is no tensor": _raised(lambda: solve(tall, False, 3)),
        "limit is int32": _raised(lambda: solve(tall, False, ms.Tensor(2, ms.int32))),
        "limit is 0": _raised(lambda: solve(tall, False, ms.Tensor(0))),
        "complex": _raised(lambda: solve(ms.Tensor(np.ones((2, 2), np.complex64)), False)),
        "infinite": _raised(lambda: solve(inf, False)),
    }


@case(jit=False)
def values_with_scopes(ms: Any, run: Any) -> Any:
    held = ms.rewrite.ScopedValue
    names = held.create_name_values(names=["x", "y"], scopes=["self", ""])
    values = [3, "q", None, 2.5, (1, 2), [1], {"a": 1}, np.float32]
    return {
        "names": np.array([f"{n} {n.type.name} {n.scope} {n.value}" for n in names]),
        "values": np.array([held.create_variable_value(v).type.name for v in values]),
        "shown": np.array([str(held.create_variable_value(v)) for v in (3, "q", 2.5)]),
        "equal": np.array(
            [
                names[0] == held.create_naming_value("x", scope="self"),
                names[0] == held.create_naming_value("x"),
                held.create_variable_value((1, 2)) == held.create_variable_value((1, 2)),
            ]
        ),
        "kinds": np.array([f"{k.name}={k.value}" for k in ms.rewrite.NodeType]),
        "types": np.array([f"{k.name}={k.value}" for k in ms.rewrite.ValueType]),
        "name wrong": _raised(lambda: held.create_naming_value(3)),
        "scope wrong": _raised(lambda: held.create_naming_value("a", 3)),
        "names wrong": _raised(lambda: held.create_name_values("x")),
        "numbers differ": _raised(lambda: held.create_name_values(["x"], ["y", "z"])),
    }


@case(jit=False)
def services_that_are_not_there(ms: Any, run: Any) -> Any:
    def fn(x: Any) -> Any:
        return x

    ms.utils.sdc_detect_start()
    ms.utils.sdc_detect_stop()
    return {
        "detected": np.array(ms.utils.get_sdc_detect_result()),
        "preloaded": np.array(ms.mindio_preload(ckpt_file_name="x.ckpt")),
        "server": np.array(str(ms.set_mindio_server_info(data_block_pool_capacity_in_gb=1))),
        "recycled": np.array(str(ms.ms_memory_recycle())),
        "the same": np.array([ms.no_inline(fn) is fn, ms.no_inline()(fn)(3) == 3]),
        "context": np.array(ms.DeviceCtx("CPU", device_id=0).__enter__().name),
        "nowhere": _raised(lambda: ms.DeviceCtx("moon").__enter__()),
        "negative": _raised(lambda: ms.DeviceCtx("CPU", -1).__enter__()),
    }
