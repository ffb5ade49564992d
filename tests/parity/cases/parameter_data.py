"""What a Parameter holds of numbers and lists, and what set_data makes of other dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

DATA = {
    "int": 3,
    "negative": -5,
    "float": 2.5,
    "float64": np.float64(2.0),
    "ints": [1, 2],
    "floats": [1.5, 2.0],
    "bools": [True, False],
    "array": np.array(3),
    "array of floats": np.array(2.0),
    "nested": [[1, 2], [3, 4]],
    "bool": True,
    "str": "a",
    "None": None,
}
KINDS = ("int32", "int64", "uint8", "bool", "float16", "float32", "float64")


def described(make: Any) -> str:
    try:
        parameter = make()
    except Exception as error:
        return type(error).__name__
    return f"{parameter.dtype} {parameter.shape} {parameter.asnumpy().tolist()}"


@case(jit=False)
def made_of(ms: Any, run: Any) -> Arrays:
    return {
        name: np.array(described(lambda d=data: ms.Parameter(d, name="p")))
        for name, data in DATA.items()
    }


@case(jit=False)
def set_to_another_dtype(ms: Any, run: Any) -> Arrays:
    def converted(kind: str, other: str) -> Any:
        parameter = ms.Parameter(ms.Tensor(np.array([1, 2], kind)), name="p")
        parameter.set_data(ms.Tensor(np.array([1.5, 3.75], other)))
        return parameter

    return {
        f"{kind} {other}": np.array(described(lambda k=kind, o=other: converted(k, o)))
        for kind in KINDS
        for other in KINDS
    }
