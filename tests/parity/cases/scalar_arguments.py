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
    for name in ["add", "sub", "mul", "div", "pow", "maximum"]
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
        "masked_fill_like",
    ]
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


# MindSpore refuses some pairs of integers.
_PAIRS = [
    *((kind, "int64") for kind in ("uint8", "int8", "int32")),
    *((kind, scalar) for kind in ("uint8", "int32", "int64") for scalar in ("float16", "float32")),
    *(
        (kind, scalar)
        for kind in ("float16", "float32", "float64")
        for scalar in ("int64", "float32", "float64")
    ),
]


@case(jit=False)
def zero_dimensions(ms: Any, run: Any) -> Arrays:
    """A 0-d Tensor beside one of each dtype: a number to Mul and Div, and a Tensor to Add."""
    calls = {
        "mul": ms.ops.mul,
        "reversed": lambda x, s: s * x,
        "div": ms.ops.div,
        "add": ms.ops.add,
    }
    lines = []
    for kind, scalar in _PAIRS:
        x, s = ms.Tensor([1, 1], getattr(ms, kind)), ms.Tensor(1, getattr(ms, scalar))
        found = [
            f"{name} {described(lambda f=f, x=x, s=s: f(x, s))[0]}" for name, f in calls.items()
        ]
        lines.append(f"{kind} {scalar} {' '.join(found)}")
    return {"dtypes": np.array("\n".join(lines))}


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


@case(jit=False, rtol=2e-3)
def inside_a_gradient(ms: Any, run: Any) -> Arrays:
    """Of `fn(x, scalar).sum()`."""
    x, lines, values = ms.Tensor(np.array([1, 2], np.float16)), [], []
    for scalar_name, make in SCALARS.items():
        for name in ("add", "mul", "div", "pow"):
            scalar = make(ms)

            def total(x: Any, f: Any = OPS[name], s: Any = scalar) -> Any:
                return f(ms, x, s).sum()

            dtype, numbers = described(lambda t=total: ms.grad(t)(x))
            lines.append(f"{name} {scalar_name} {dtype}")
            values += numbers
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


@case(jit=False)
def bool_operands(ms: Any, run: Any) -> Arrays:
    """Sums and differences with a Bool, and with a factor, which does not promote in methods and in mint."""
    calls = {
        "sub": lambda x, b: x.sub(b),
        "subtract": lambda x, b: x.subtract(b),
        "ops_subtract": lambda x, b: ms.ops.subtract(x, b),
        "ops_factor": lambda x, b: ms.ops.subtract(x, b, alpha=2),
        "mint_sub": lambda x, b: ms.mint.sub(x, b, alpha=2),
        "sub_factor": lambda x, b: x.sub(b, alpha=2),
        "add": lambda x, b: x.add(b),
        "add_factor": lambda x, b: x.add(b, alpha=2),
    }
    lines, values = [], []
    for kind in ("bool", "int32", "uint8", "float16"):
        for other in (ms.Tensor(True), ms.Tensor([True, False]), True):
            for name, call in calls.items():
                x = ms.Tensor(np.array([1, 0], kind))
                dtype, numbers = described(lambda x=x, c=call, b=other: c(x, b))
                lines.append(f"{name} {kind} {dtype}")
                values += numbers
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}
