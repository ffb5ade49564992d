"""Functions, methods and primitives with a scalar of each kind in graphs: as a constant, an argument, an attribute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases import scalar_arguments
from tests.parity.graph_modes import mode
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


def as_constant(ms: Any, functions: tuple[Call, ...], scalar: Any, x: Any) -> Any:
    """The scalar is a constant of the function that is compiled."""

    def bound(f: Call) -> Any:
        def call(x):
            return f(x, scalar)

        return call

    members = tuple(bound(f) for f in functions)

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
        for name, out in zip(functions, outcomes(ms, WAYS[way], functions, make, x), strict=True):
            dtype = str(getattr(out, "dtype", out))
            lines.append(f"{name} {scalar} {dtype}")
            if hasattr(out, "asnumpy"):
                values += [float(v) for v in out.asnumpy().ravel()]
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


@case(jit=False, rtol=2e-3)
def inside_a_gradient(ms: Any, run: Any) -> Arrays:
    """Of the sum of what several functions give, the scalar being a constant of the graph or its argument."""
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

        def bound(x, scalar=scalar, total=total):
            return total(x, scalar)

        for way, call in {
            "constant": lambda bound=bound: ms.jit(ms.grad(bound), jit_level="O0")(x),
            "argument": lambda total=total, scalar=scalar: ms.jit(ms.grad(total), jit_level="O0")(
                x, scalar
            ),
        }.items():
            dtype, numbers = scalar_arguments.described(call)
            lines.append(f"{way} {name} {dtype}")
            values += numbers
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


for _group in ("ops", "methods", "primitives", "mint"):
    for _kind in ("float16", "int32", "uint8"):
        for _way in WAYS:
            case(name=f"{_group}_{_kind}_{_way}", jit=False, rtol=2e-3)(
                lambda ms, run, g=_group, k=_kind, w=_way: table(ms, g, k, w)
            )
