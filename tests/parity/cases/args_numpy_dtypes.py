"""The `dtype` of mindspore.numpy's elementwise functions: each with another than its own result's."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.cases.numpy_dtype_pairs import told, words
from tests.parity.harness import Arrays, case, rand

FLOATS = rand(2, 3)
INSIDE = FLOATS / 4
POSITIVE = np.abs(FLOATS) + 1
INTS = np.array([[5, -7, 3], [-4, 6, 2]], np.int32)
OTHERS = np.array([[2, 3, -3], [4, -4, 2]], np.int32)
HOLED = np.array([[1, np.nan, 2.5], [np.inf, -1.5, 0]], np.float32)

# Functions of one array -> (the array, the dtype of the result).
ONE: dict[str, tuple[str, np.ndarray, str]] = {
    "anywhere": (
        """abs absolute arctan arcsinh cbrt ceil cos cosh deg2rad exp exp2 expm1 fabs floor negative positive rad2deg
        radians reciprocal rint sign sin sinh square tan tanh trunc""",
        FLOATS,
        "float16",
    ),
    "inside": ("arccos arcsin arctanh", INSIDE, "float64"),
    "positive": ("arccosh log log10 log1p log2 sqrt", POSITIVE, "float64"),
    "integers": ("bitwise_not invert abs negative", INTS, "int64"),
    "truths": ("isfinite isinf isnan signbit", HOLED, "int32"),
    "denied": ("logical_not", INTS > 0, "float32"),
}
TWO: dict[str, tuple[str, np.ndarray, np.ndarray, str]] = {
    "floats": (
        "arctan2 copysign divide divmod floor_divide fmod heaviside hypot logaddexp logaddexp2 maximum minimum mod "
        "multiply remainder subtract true_divide",
        FLOATS,
        rand(3, seed=1),
        "float16",
    ),
    "powers": ("power float_power", POSITIVE, rand(3, seed=1), "float16"),
    "integers": ("bitwise_and bitwise_or bitwise_xor gcd lcm", INTS, OTHERS, "int64"),
    "orders": ("equal greater greater_equal less less_equal not_equal", INTS, OTHERS, "float32"),
    "truths": ("logical_and logical_or logical_xor", INTS > 0, OTHERS > 0, "int32"),
}


def one(name: str) -> Any:
    def body(ms: Any, run: Any) -> Arrays:
        numpy = importlib.import_module(f"{ms.__name__}.numpy")
        names, x, dtype = ONE[name]
        t, kind = ms.Tensor(x), getattr(ms, dtype)
        return told(ms, {n: lambda n=n: getattr(numpy, n)(t, dtype=kind) for n in words(names)})

    body.__module__ = __name__
    return body


def two(name: str) -> Any:
    def body(ms: Any, run: Any) -> Arrays:
        numpy = importlib.import_module(f"{ms.__name__}.numpy")
        names, x, y, dtype = TWO[name]
        a, b, kind = ms.Tensor(x), ms.Tensor(y), getattr(ms, dtype)
        return told(ms, {n: lambda n=n: getattr(numpy, n)(a, b, dtype=kind) for n in words(names)})

    body.__module__ = __name__
    return body


def tolerance(dtype: str) -> float:
    """One step of Float16 where the results are cast to it."""
    return 1e-3 if dtype == "float16" else 1e-5


for _name in ONE:
    case(name=f"one_{_name}", jit=False, rtol=tolerance(ONE[_name][-1]))(one(_name))
for _name in TWO:
    case(name=f"two_{_name}", jit=False, rtol=tolerance(TWO[_name][-1]))(two(_name))


@case(jit=False)
def by_name(ms: Any, run: Any) -> Arrays:
    """MindSpore's own names of the one array, and the one dtype that signbit takes."""
    numpy = importlib.import_module(f"{ms.__name__}.numpy")
    x, i = ms.Tensor(INSIDE), ms.Tensor(INTS)
    return told(
        ms,
        {
            "arctanh": lambda: numpy.arctanh(x=x),
            "bitwise_not": lambda: numpy.bitwise_not(x=i),
            "radians": lambda: numpy.radians(x=x),
            "signbit": lambda: numpy.signbit(x, dtype=ms.bool_),
        },
    )
