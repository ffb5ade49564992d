"""A Cell whose `bprop` takes the gradient of another Cell."""

from __future__ import annotations

from typing import Any

from tests.parity.harness import Arrays, case, merge, rand


def cells(ms: Any) -> Any:
    class Scaled(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.weight = ms.Parameter(ms.Tensor([2.0, 3.0]), name="weight")

        def construct(self, x):
            return x * x * self.weight

    class ByInner(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = Scaled()
            self.gradients = ms.ops.GradOperation(get_all=True)

        def construct(self, x):
            return self.inner(x)

        def bprop(self, x, out, dout):
            by_x = self.gradients(self.inner)(x)
            return (by_x[0] * dout * 10,)

    return ByInner()


@case(jit=False)
def of_another_cell(ms: Any, run: Any) -> Arrays:
    net = cells(ms)

    def behind_more(x):
        return net(x * 3.0) + x

    results = {}
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        ms.set_context(mode=mode)
        results[f"mode{mode}"] = merge(
            alone=run(ms.grad(net), rand(2), grad=False),
            behind=run(ms.grad(behind_more), rand(2), grad=False),
        )
    ms.set_context(mode=ms.PYNATIVE_MODE)
    return merge(**results)
