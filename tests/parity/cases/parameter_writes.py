"""Parameters that are written in a function that is differentiated by them."""

from __future__ import annotations

import numpy as np

from tests.parity.graph_modes import recorded
from tests.parity.harness import case


def _network(ms, write):
    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = ms.Parameter(ms.Tensor(np.array([1.0, 2.0, 3.0], np.float32)), name="w")

        def construct(self, x):
            first = x + self.w
            write(self, x)
            return first + self.w * 10

    return Net()


def _scaled(net, x):
    net.w = net.w * 2


def _added(net, x):
    net.w += 1


def _item(net, x):
    net.w[0] = 5.0


@case(jit=False)
def written_between_two_uses(ms, run):
    """Both uses count for the gradient, and what was written stays."""

    def _assigned(net, x):
        ms.ops.assign(net.w, x)

    def _accumulated(net, x):
        ms.ops.assign_add(net.w, x)

    def called(write):
        net = _network(ms, write)
        x = ms.Tensor(np.array([1.0, 10.0, 100.0], np.float32))
        grads = ms.grad(net, None, net.trainable_params())(x)
        return *grads, net.w * 1

    writes = (_scaled, _added, _item, _assigned, _accumulated)
    return recorded(ms, {w.__name__: lambda w=w: called(w) for w in writes})
