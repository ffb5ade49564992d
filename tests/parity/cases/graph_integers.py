"""Gradients of functions that compute in integers, in both modes."""

from __future__ import annotations

import numpy as np

from tests.parity.graph_modes import recorded
from tests.parity.harness import case


@case(jit=False)
def gradients_of_integers(ms, run):
    """The gradient of each integer input, of its type; Bool and comparisons have none."""
    x, y = (ms.Tensor(np.array(v, np.int64)) for v in ([1, 2], [5, 7]))
    short = ms.Tensor(np.array([[1, 2]], np.int32))
    f = ms.Tensor(np.array([1.5, 2.5], np.float32))
    on = ms.Tensor([True, False])
    ops = ms.ops

    def multiplied(x, y):
        return x * y - x

    def squared(x):
        return x**2 + 3 * x

    def turned(x):
        return ops.transpose(x, (1, 0)) * 2

    def shaped(x):
        return ops.reshape(x, (2, 1))

    def chosen(x, y):
        return ops.where(on, x, y) + x[0]

    def joined(x, y):
        return ops.concat((x, y)) * ops.stack((x, x)).sum()

    def product(x, y):
        return ops.matmul(x, y)

    def to_integers(f):
        return ops.cast(f, ms.int32) * 3

    def from_to(x):
        return ops.cast(ops.cast(x, ms.int32), ms.int64) * 2

    def compared(x, y):
        return x > y

    def all_of(fn):
        return ops.GradOperation(get_all=True)(fn)

    calls = {
        fn.__name__: lambda f=fn: all_of(f)(x, y) for fn in (multiplied, chosen, joined, product)
    }
    calls |= {fn.__name__: lambda f=fn: all_of(f)(x) for fn in (squared, from_to)}
    calls |= {fn.__name__: lambda f=fn: all_of(f)(short) for fn in (turned, shaped)}
    calls["to_integers"] = lambda: all_of(to_integers)(f)
    calls["compared"] = lambda: all_of(compared)(x, y)
    calls["value"] = lambda: ms.value_and_grad(multiplied, (0, 1))(x, y)
    return recorded(ms, calls)


@case(jit=False)
def gradients_of_integer_parameters(ms, run):
    """Of a Cell whose parameters are integers; what it counts is counted once."""
    nn, Parameter = ms.nn, ms.Parameter

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(ms.Tensor([6], ms.int32), name="w")
            self.b = Parameter(ms.Tensor([2], ms.int32), name="b")
            self.count = Parameter(ms.Tensor([0], ms.int32), name="count", requires_grad=False)

        def construct(self, x, y):
            ms.ops.assign(self.count, self.count + 1)
            return self.w * x + self.b * y

    x, y = ms.Tensor([10], ms.int32), ms.Tensor([20], ms.int32)

    def both():
        net = Net()
        result = ms.grad(net, (0, 1), [net.w, net.b])(x, y)
        return *result[0], *result[1], net.count

    def one():
        net = Net()
        return ms.grad(net, None, net.w)(x, y), net.count

    return recorded(ms, {"both": both, "one": one})
