"""Functions, methods and primitives with a scalar of each kind: how the kind takes part in dtype and value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.numpy_scalars import described
from tests.parity.harness import Arrays, case

SCALARS: dict[str, Callable[[Any], Any]] = {
    "bool": lambda ms: True,
    "int": lambda ms: 2,
    "float": lambda ms: 2.5,
    "np_float64": lambda ms: np.float64(2.5),
    "np_float32": lambda ms: np.float32(2.5),
    "np_float16": lambda ms: np.float16(2.5),
    "np_int64": lambda ms: np.int64(2),
    "np_int32": lambda ms: np.int32(2),
    "np_uint8": lambda ms: np.uint8(2),
    "np_bool": lambda ms: np.bool_(True),
    "array": lambda ms: np.array(2.5, np.float32),
    "tensor_float32": lambda ms: ms.Tensor(2.5, ms.float32),
    "tensor_int64": lambda ms: ms.Tensor(2, ms.int64),
    "tensor_float16": lambda ms: ms.Tensor(2.5, ms.float16),
}
KINDS = ("float16", "float32", "int32", "uint8")
Functions = dict[str, Callable[[Any, Any, Any], Any]]

OPS: Functions = {
    name: lambda ms, x, s, n=name: getattr(ms.ops, n)(x, s)
    for name in [
        "add",
        "sub",
        "mul",
        "div",
        "true_divide",
        "floor_div",
        "fmod",
        "remainder",
        "pow",
        "maximum",
        "minimum",
        "equal",
        "ne",
        "less",
        "le",
        "greater",
        "ge",
    ]
} | {
    f"reversed_{name}": lambda ms, x, s, n=name: getattr(ms.ops, n)(s, x)
    for name in ["add", "sub", "mul", "div", "pow", "maximum", "less"]
}
METHODS: Functions = {
    name: lambda ms, x, s, n=name: getattr(x, n)(s)
    for name in [
        "add",
        "sub",
        "mul",
        "div",
        "pow",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "floor_divide",
        "masked_fill_like",
    ]
    if name != "masked_fill_like"
}
PRIMITIVES: Functions = {
    name: lambda ms, x, s, n=name: getattr(ms.ops, n)()(x, s)
    for name in [
        "Add",
        "Sub",
        "Mul",
        "Div",
        "RealDiv",
        "Pow",
        "Maximum",
        "Minimum",
        "Less",
        "GreaterEqual",
        "Equal",
        "FloorDiv",
        "Mod",
    ]
}
MINT: Functions = {
    name: lambda ms, x, s, n=name: getattr(ms.mint, n)(x, s)
    for name in ["add", "sub", "mul", "div", "pow", "eq", "ne", "lt", "le", "gt", "ge"]
}


def table(ms: Any, functions: Functions, kind: str, call: Any = None) -> Arrays:
    x = ms.Tensor(np.array([1, 2], kind))
    lines, values = [], []
    for scalar_name, make in SCALARS.items():
        for name, fn in functions.items():
            dtype, numbers = described(lambda f=fn, m=make: f(ms, x, m(ms)))
            lines.append(f"{name} {scalar_name} {dtype}")
            values += numbers
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


for _chapter, _functions in {
    "ops": OPS,
    "methods": METHODS,
    "primitives": PRIMITIVES,
    "mint": MINT,
}.items():
    for _kind in KINDS:
        case(name=f"{_chapter}_{_kind}", jit=False, rtol=2e-3)(
            lambda ms, run, f=_functions, k=_kind: table(ms, f, k)
        )
