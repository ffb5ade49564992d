"""Operators of a Tensor and a NumPy scalar: only the scalar's kind takes part in the dtype, as a Python number's."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tests.parity.graph_modes import mode
from tests.parity.harness import Arrays, case

SCALARS = {
    "float64": np.float64(2.5),
    "float32": np.float32(2),
    "float16": np.float16(1.5),
    "int64": np.int64(30),
    "int32": np.int32(2),
    "uint8": np.uint8(3),
    "bool": np.bool_(True),
}
OPERATORS = {
    name: getattr(operator, name)
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "ge")
}


def described(call: Any) -> tuple[str, list[float]]:
    try:
        out = call()
    except Exception as error:
        return type(error).__name__, []
    if not hasattr(out, "asnumpy"):
        return f"{type(out).__name__} {out}", []
    return str(out.dtype), [float(v) for v in out.asnumpy().ravel()]


def on_the_right(ms: Any, kind: str) -> Arrays:
    """Tensor on the left, scalar on the right, op by op."""
    tensor = ms.Tensor(np.array([1, 2], kind))
    lines, values = [], []
    for scalar_name, scalar in SCALARS.items():
        for name, fn in OPERATORS.items():
            dtype, numbers = described(lambda f=fn, s=scalar: f(tensor, s))
            lines.append(f"{name} {scalar_name} {dtype}")
            values += numbers
    return {"dtypes": np.array("\n".join(lines)), "values": np.array(values)}


for _kind in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"):
    case(name=f"{_kind}_op_by_op", jit=False, rtol=1e-3)(
        lambda ms, run, k=_kind: on_the_right(ms, k)
    )


def in_a_cell(ms: Any, kind: str) -> Arrays:
    """The scalar is an attribute of a Cell in graph mode."""

    class Scaled(ms.nn.Cell):
        def __init__(self, scale: Any):
            super().__init__()
            self.scale = scale

        def construct(self, x: Any) -> Any:
            return x * self.scale, x + self.scale, x / self.scale, x < self.scale

    tensor, out = ms.Tensor(np.array([1, 2], kind)), {}
    with mode(ms, ms.GRAPH_MODE):
        for name, scalar in SCALARS.items():
            results = Scaled(scalar)(tensor)
            out[f"{name} dtypes"] = np.array(" ".join(str(r.dtype) for r in results))
            out[name] = np.stack([r.asnumpy().astype(np.float64) for r in results])
    return out


for _kind in ("float16", "float32", "int32", "uint8"):
    case(name=f"{_kind}_in_a_graph", jit=False, rtol=1e-3)(
        lambda ms, run, k=_kind: in_a_cell(ms, k)
    )


@case(jit=False)
def gain_of_a_loss(ms: Any, run: Any) -> Arrays:
    """The weights of a network in graph mode whose loss is a NumPy scalar times another one."""

    class Scaled(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.gain = np.sqrt(2.0) / 2
            self.dense = ms.nn.Dense(3, 1, weight_init="ones", bias_init="zeros")

        def construct(self, x: Any) -> Any:
            return self.gain * (self.dense(x) ** 2).mean()

    net = Scaled()
    step = ms.nn.TrainOneStepCell(net, ms.nn.SGD(net.trainable_params(), 0.05)).set_train()
    x = ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3) / 5)
    with mode(ms, ms.GRAPH_MODE):
        losses = [float(step(x).asnumpy()) for _ in range(3)]
    return {"losses": np.array(losses), "weight": net.dense.weight.asnumpy()}
