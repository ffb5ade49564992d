"""Tuples, lists, dicts, None and strings as operands: which operators and ops take them, and what others raise."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

OPERATORS = {
    name: getattr(operator, name)
    for name in [
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "matmul",
        "and_",
        "or_",
        "xor",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
    ]
}
FUNCTIONS = [
    "add",
    "sub",
    "floor_divide",
    "pow",
    "mul",
    "div",
    "true_divide",
    "remainder",
    "fmod",
    "equal",
    "ne",
    "less",
    "le",
    "greater",
    "ge",
    "maximum",
    "minimum",
    "bitwise_and",
    "logical_or",
    "atan2",
    "xlogy",
    "hypot",
    "fmax",
    "matmul",
    "bmm",
    "dot",
    "outer",
    "heaviside",
    "float_power",
]


def operands(ms: Any) -> dict[str, Any]:
    x, whole = ms.Tensor(np.ones((2, 3), np.float32)), ms.Tensor(np.ones((2, 3), np.int64))
    return {
        "tensors": (x, x),
        "tensors_of_two_types": (x, whole),
        "list_of_two_types": [x, whole],
        "list_of_tensors": [x, x],
        "numbers": (1, 2, 3),
        "list_of_numbers": [1, 2, 3],
        "floats": (1.5, 2.5, 3.5),
        "number_and_float": (1, 2.5, 3),
        "nested": ((1, 2, 3),),
        "list_of_0d": [ms.Tensor(1.0), ms.Tensor(2.0), ms.Tensor(3.0)],
        "of_string": ("a",),
        "of_none": [None],
        "dict": {"a": x},
        "none": None,
        "string": "ab",
        "set": {1},
        "range": range(3),
        "object": operator,
    }


def told(call: Any) -> np.ndarray:
    try:
        out = call()
        if hasattr(out, "asnumpy"):
            return np.array(f"{out.dtype} {out.asnumpy().tolist()}")
    except Exception as error:
        return np.array(type(error).__name__)
    return np.array(repr(out))


# MindSpore cuts their numbers to integers beside a Tensor of integers; where it takes none the table has them.
FLOATS = ("tensors", "list_of_tensors", "floats", "number_and_float", "list_of_0d")


@case(jit=False)
def operators(ms: Any, run: Any) -> Arrays:
    found = {}
    tensors = {"float": np.full((2, 3), 2.5, np.float32), "int": np.full((2, 3), 2, np.int64)}
    for kind, values in tensors.items():
        x = ms.Tensor(values)
        for name, other in operands(ms).items():
            for sign, fn in OPERATORS.items():
                if kind == "int" and name in FLOATS and sign in ("add", "sub", "floordiv", "pow"):
                    continue
                found[f"{kind}.{sign}.{name}"] = told(lambda fn=fn, x=x, o=other: fn(x, o))
                if (sign, name) != ("mod", "string"):  # formatting
                    found[f"{name}.{sign}.{kind}"] = told(lambda fn=fn, x=x, o=other: fn(o, x))
    return found


@case(jit=False)
def functions(ms: Any, run: Any) -> Arrays:
    x = ms.Tensor(np.ones((2, 3), np.float32))
    found = {}
    for name, other in operands(ms).items():
        for function in FUNCTIONS:
            op = getattr(ms.ops, function)
            found[f"{function}.{name}"] = told(lambda op=op, o=other: op(x, o))
            found[f"{name}.{function}"] = told(lambda op=op, o=other: op(o, x))
    return found


@case(jit=False)
def in_graphs(ms: Any, run: Any) -> Arrays:
    """Products and quotients take sequences there, too."""
    x, whole = ms.Tensor(np.ones((2, 3), np.float32)), ms.Tensor(np.ones((2, 3), np.int64))

    def product(a, b):
        return a * b

    def quotient(a, b):
        return a / b

    found = {}
    for fn in (product, quotient):
        for name, other in {"numbers": (1, 2, 3), "list": [1, 2, 3], "tensors": (x, x)}.items():
            found[f"{fn.__name__}.{name}"] = ms.jit(fn)(x, other).asnumpy()
            found[f"{name}.{fn.__name__}"] = ms.jit(fn)(other, x).asnumpy()
        found[f"{fn.__name__}.two_types"] = told(lambda fn=fn: ms.jit(fn)(x, (x, whole)))
    return found


@case(jit=False)
def functions_in_graphs(ms: Any, run: Any) -> Arrays:
    """Functions refuse sequences there, too, and methods but `add` and `sub`."""
    x = ms.Tensor(np.ones((2, 3), np.float32))
    names = ["add", "sub", "mul", "div", "floor_divide", "remainder"]
    calls = {f"mint.{name}": getattr(ms.mint, name) for name in names}
    calls |= {f"ops.{name}": getattr(ms.ops, name) for name in ["add", "mul", "div", "pow"]}
    calls |= {f"Tensor.{name}": getattr(ms.Tensor, name) for name in [*names, "subtract"]}
    found = {}
    for name, call in calls.items():
        for kind, other in {"list": [1, 2, 3], "tuple": (1, 2, 3)}.items():

            def net(x, call=call, other=other):
                return call(x, other)

            found[f"{name}.{kind}"] = told(lambda net=net: ms.jit(net)(x))
            found[f"{name}.{kind}.op_by_op"] = told(lambda net=net: net(x))
    return found


@case(jit=False)
def results_of_several(ms: Any, run: Any) -> Arrays:
    """`h + y.max(1)`, where the method gives values and indices."""
    y, h = ms.Tensor(np.ones((2, 4, 3), np.float32)), ms.Tensor(np.ones((2, 3), np.float32))
    return {
        "add": told(lambda: h + y.max(1)),
        "radd": told(lambda: y.max(1) + h),
        "mul": told(lambda: h * y.min(1)),
        "matmul": told(lambda: h @ y.max(1)),
        "cat": told(lambda: ms.ops.cat((h, y.max(1)), 1)),
    }
