"""Gradients of what primitives write in place, through their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case

ROWS = np.array([0, 0, 2], np.int32)
HELD = np.array([[0.5, 3.0], [0.5, 3.0], [0.5, 3.0]], np.float32)
NEW = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 1.5]], np.float32)

OPS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "IndexAdd": lambda ms, p, v: ms.ops.IndexAdd(0)(p, ms.Tensor(ROWS), v),
    "IndexAdd_columns": lambda ms, p, v: ms.ops.IndexAdd(1)(
        p, ms.Tensor(np.array([1, 0], np.int32)), v
    ),
    "InplaceIndexAdd": lambda ms, p, v: ms.ops.InplaceIndexAdd(0)(p, ms.Tensor(ROWS), v),
    "ScatterUpdate": lambda ms, p, v: ms.ops.ScatterUpdate()(p, ms.Tensor(ROWS), v),
    "ScatterMax": lambda ms, p, v: ms.ops.ScatterMax()(p, ms.Tensor(ROWS), v),
    "ScatterMin": lambda ms, p, v: ms.ops.ScatterMin()(p, ms.Tensor(ROWS), v),
    "ScatterNdUpdate": lambda ms, p, v: ms.ops.ScatterNdUpdate()(p, ms.Tensor(ROWS[:, None]), v),
    "AssignAdd": lambda ms, p, v: ms.ops.AssignAdd()(p, v),
    "AssignSub": lambda ms, p, v: ms.ops.AssignSub()(p, v),
}


def _gradients(write: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any], dict[str, Any]]:
    def body(ms: Any, _: Any) -> dict[str, Any]:
        class Net(ms.nn.Cell):
            def __init__(self) -> None:
                super().__init__()
                self.held = ms.Parameter(ms.Tensor(HELD), name="held")

            def construct(self, v: Any) -> Any:
                weighed = ms.Tensor(np.arange(1.0, 7.0, dtype=np.float32).reshape(3, 2))
                return (write(ms, self.held, v * 2) * weighed).sum()

        net = Net()
        of_updates, (of_held,) = ms.grad(net, 0, net.trainable_params())(ms.Tensor(NEW))
        return {"updates": of_updates.asnumpy(), "held": of_held.asnumpy()}

    return body


for _name, _write in OPS.items():
    case(name=_name)(_gradients(_write))
