"""Helpers of mindspore.common.initializer that research code imports."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge


@case(jit=False)
def fans_and_gains(ms: Any, run: Any) -> Any:
    init = ms.common.initializer
    shapes = ((3, 4), (3, 4, 5), (2, 3, 4, 5))
    kinds = ("linear", "sigmoid", "conv2d", "conv_transpose3d", "tanh", "relu", "leaky_relu")
    return {
        "fans": np.array([init._calculate_fan_in_and_fan_out(s) for s in shapes]),
        "in": np.array([init._calculate_correct_fan(s, "fan_in") for s in shapes]),
        "out": np.array([init._calculate_correct_fan(s, "FAN_OUT") for s in shapes]),
        "arrays": np.array([init._calculate_in_and_out(np.zeros(s)) for s in shapes]),
        "gains": np.array([init._calculate_gain(k) for k in kinds]),
        "slopes": np.array([init._calculate_gain("leaky_relu", p) for p in (0, 1, 0.2)]),
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    init = ms.common.initializer
    return merge(
        vector=run.raises(lambda: init._calculate_fan_in_and_fan_out((3,))),
        mode=run.raises(lambda: init._calculate_correct_fan((3, 4), "fan")),
        kind=run.raises(lambda: init._calculate_gain("gelu")),
        slope=run.raises(lambda: init._calculate_gain("leaky_relu", True)),
        text=run.raises(lambda: init._calculate_gain("leaky_relu", "0.1")),
        sigma=run.raises(lambda: init._init_random_normal(0, -1, (2,))),
    )


@case(jit=False)
def assignment(ms: Any, run: Any) -> Any:
    put = ms.common.initializer._assignment
    array = np.zeros((2, 2), np.float32)
    same = put(array, 3) is array
    return {
        "number": array,
        "same": np.array(same),
        "array": put(np.zeros(3, np.float32), np.arange(3)),
        "point": put(np.zeros((), np.float32), 4),
    }


@case(jit=False, rtol=1e-6, atol=0)
def draws(ms: Any, run: Any) -> Any:
    init = ms.common.initializer
    ms.set_seed(5)
    result = {
        "normal": init._init_random_normal(0.5, 2.0, (3, 4)),
        "uniform": init._init_random_uniform(-1.0, 3.0, (5,)),
        "truncated": init._init_truncated_normal(-1.0, 1.0, 0.0, 2.0, (5,)),
    }
    # Each draw took one key from numpy's generator.
    return result | {"numpy": np.random.rand(2)}


@case(jit=False)
def registered(ms: Any, run: Any) -> Any:
    init = ms.common.initializer

    @init._register("parity_twos", "zeros")
    class ParityTwo(init.Initializer):
        def _initialize(self, arr: np.ndarray) -> None:
            init._assignment(arr, 2)

    names = ("parity_twos", "paritytwo", "zeros")
    return {name: init.initializer(name, (2,), ms.float32).init_data().asnumpy() for name in names}
