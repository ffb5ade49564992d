"""Functions, methods and primitives with a scalar of each kind in graphs: as a constant, an argument, an attribute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases import scalar_arguments
from tests.parity.graph_modes import mode, op_by_op
from tests.parity.harness import Arrays, case

Call = Callable[[Any, Any], Any]
# MindSpore's graphs refuse np.int32 as an argument of an op (differences.md).
SCALARS: dict[str, Callable[[Any], Any]] = {
    name: make for name, make in scalar_arguments.SCALARS.items() if name != "np_int32"
} | {
    "np_int8": lambda ms: np.int8(2),
    "tensor_bool": lambda ms: ms.Tensor(True),
    "parameter_float32": lambda ms: ms.Parameter(ms.Tensor(2.5, ms.float32), name="s"),
    "parameter_int32": lambda ms: ms.Parameter(ms.Tensor(2, ms.int32), name="s"),
}


def calls(ms: Any, group: str) -> dict[str, Call]:
    """The functions of a table of `scalar_arguments`, in a form whose source a graph can read."""

    def turned(f: Any) -> Call:
        def call(x, s):
            return f(s, x)

        return call

    def method(name: str) -> Call:
        def call(x, s):
            return getattr(x, name)(s)

        return call

    if group == "methods":
        names = scalar_arguments.METHODS.keys() - {"masked_fill_like"}
        return {name: method(name) for name in sorted(names)}
    if group == "primitives":
        return {name: getattr(ms.ops, name)() for name in scalar_arguments.PRIMITIVES}
    place, names = {
        "ops": (ms.ops, scalar_arguments.OPS),
        "mint": (ms.mint, scalar_arguments.MINT),
    }[group]
    return {
        name: turned(getattr(place, name.removeprefix("reversed_")))
        if name.startswith("reversed_")
        else getattr(place, name)
        for name in names
    }


def bound(f: Call, scalar: Any) -> Any:
    """`f` of one argument, as a graph can read it."""

    def call(x):
        return f(x, scalar)

    return call


def as_constant(ms: Any, functions: tuple[Call, ...], scalar: Any, x: Any) -> Any:
    """The scalar is a constant of the function that is compiled."""
    members = tuple(bound(f, scalar) for f in functions)

    def every(x):
        results = ()
        for call in members:
            results += (call(x),)
        return results

    return ms.jit(every, jit_level="O0")(x)


def as_argument(ms: Any, functions: tuple[Call, ...], scalar: Any, x: Any) -> Any:
    """The scalar is an argument of the function that is compiled."""

    def every(x, s):
        results = ()
        for call in functions:
            results += (call(x, s),)
        return results

    return ms.jit(every, jit_level="O0")(x, scalar)


def as_attribute(ms: Any, functions: tuple[Call, ...], scalar: Any, x: Any) -> Any:
    """The scalar is an attribute of a Cell in graph mode."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.scale = scalar

        def construct(self, x):
            results = ()
            for call in functions:
                results += (call(x, self.scale),)
            return results

    with mode(ms, ms.GRAPH_MODE):
        return Net()(x)


WAYS = {"constant": as_constant, "argument": as_argument, "attribute": as_attribute}


def outcomes(ms: Any, way: Any, functions: dict[str, Call], make: Any, x: Any) -> list[Any]:
    """Of each function a Tensor or the class of its error: in one graph, or in one each where that raises."""
    try:
        return list(way(ms, tuple(functions.values()), make(ms), x))
    except Exception as error:
        if len(functions) == 1:
            return [type(error).__name__]
    return [outcomes(ms, way, {name: function}, make, x)[0] for name, function in functions.items()]


def table(ms: Any, group: str, kind: str, way: str) -> Arrays:
    x = ms.Tensor(np.array([1, 2], kind))
    lines: list[str] = []
    values: list[float] = []
    functions = calls(ms, group)
    for scalar, make in SCALARS.items():
        with op_by_op(ms):
            results = outcomes(ms, WAYS[way], functions, make, x)
        for name, out in zip(functions, results, strict=True):
            dtype = str(getattr(out, "dtype", out))
            lines.append(f"{name} {scalar} {dtype}")
            if hasattr(out, "asnumpy"):
                values += [float(v) for v in out.asnumpy().ravel()]
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


@case(jit=False, rtol=2e-3)
def inside_a_gradient(ms: Any, run: Any) -> Arrays:
    """Of the sum of what several functions give, the scalar being an argument of the graph."""
    x, lines, values = ms.Tensor(np.array([1, 2], np.float16)), [], []
    functions = calls(ms, "ops")
    members = tuple(functions[name] for name in ("add", "mul", "div", "pow", "reversed_sub"))

    for name, make in SCALARS.items():
        scalar = make(ms)

        def total(x, s):
            result = x.sum()
            for call in members:
                result = result + call(x, s).sum()
            return result

        with op_by_op(ms):
            dtype, numbers = scalar_arguments.described(
                lambda total=total, scalar=scalar: ms.jit(ms.grad(total), jit_level="O0")(x, scalar)
            )
        lines.append(f"{name} {dtype}")
        values += numbers
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


@case(jit=False, rtol=2e-3)
def captured(ms: Any, run: Any) -> Arrays:
    """Several functions with scalars that are constants, all in one graph."""
    functions, x = calls(ms, "ops"), ms.Tensor(np.array([1, 2], np.int32))
    names = ("add", "mul", "div", "pow", "less", "reversed_sub")
    members = tuple(
        bound(functions[name], make(ms))
        for name in names
        for scalar, make in SCALARS.items()
        if scalar.startswith(("np", "float", "tensor_float16"))
    )

    def every(x):
        results = ()
        for call in members:
            results += (call(x),)
        return results

    results = ms.jit(every, jit_level="O0")(x)
    values = [float(v) for out in results for v in out.asnumpy().ravel()]
    return {
        "dtypes": np.array(" ".join(str(out.dtype) for out in results)),
        "values": np.array(values),
    }


for _group in ("ops", "methods", "primitives", "mint"):
    # MindSpore refuses fmod of UInt8 and a number.
    for _kind in ("float16", "int32") if _group == "ops" else ("float16", "int32", "uint8"):
        for _way in WAYS:
            case(name=f"{_group}_{_kind}_{_way}", jit=False, rtol=2e-3)(
                lambda ms, run, g=_group, k=_kind, w=_way: table(ms, g, k, w)
            )
