"""Two workers: a Cell with a collective in it, compiled as one graph, values and gradients."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc import communication as c

c.init()
RANK = c.get_rank()


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.w = Parameter(Tensor(np.array([1.0, 2.0], np.float32)), name="w")
        self.all_reduce = ops.AllReduce()
        self.all_gather = ops.AllGather()

    def construct(self, x: Tensor) -> Tensor:
        return (self.all_gather(self.all_reduce(x * self.w)) * (RANK + 1)).sum()


def results(net: Net, x: Tensor) -> list[np.ndarray]:
    value, grads = ms.value_and_grad(net, 0, net.trainable_params())(x)
    return [value.asnumpy(), grads[0].asnumpy(), grads[1][0].asnumpy()]


x = Tensor(np.arange(4, dtype=np.float32).reshape(2, 2) + 10 * RANK)
net = Net()
expected = results(net, x)
compiled = ms.jit(lambda a: ms.value_and_grad(net, 0, net.trainable_params())(a), fullgraph=True)
value, grads = compiled(x)
for got, want in zip((value, grads[0], grads[1][0]), expected):
    np.testing.assert_allclose(got.asnumpy(), want, rtol=1e-6)
assert ms.graph.stats().compiles == 1, ms.graph.stats()
print("compiled")
