"""Gradients of gradients, and pairs of jit, gradients, Cells, recomputation and bprop, in both modes."""

from __future__ import annotations

from tests.parity.graph_modes import functions, network, recorded, tensors
from tests.parity.harness import case


@case(jit=False)
def second_derivatives(ms, run):
    """The outer gradient sees all that the inner one depends on, whatever that one differentiates."""
    x, y, _ = tensors(ms)

    def product(x, y):
        return (x * x * y * y).sum()

    def by_other(x, y):
        return ms.grad(product, 1)(x, y)

    def by_both(x, y):
        a, b = ms.grad(product, (0, 1))(x, y)
        return (a * b).sum()

    def by_value(x, y):
        value, slope = ms.value_and_grad(product, 1)(x, y)
        return value * slope.sum()

    def around(x):
        def inner(z):
            return (x * x * z * z).sum()

        return ms.grad(inner)(x * 2.0)

    def stopped(x, y):
        return ms.ops.stop_gradient(ms.grad(product, 1)(x, y)) * x

    def by_operation(x, y):
        return ms.ops.GradOperation(get_all=True)(product)(x, y)[1]

    def fourth(x):
        return (x**4).sum()

    def third(x):
        return ms.grad(ms.grad(fourth))(x)

    def along(x, y):
        return (ms.grad(fourth)(x) * y).sum()

    calls = {
        "around": lambda: ms.grad(around)(x),
        "third": lambda: ms.grad(third)(x),
        "of operation": lambda: ms.ops.GradOperation()(by_other)(x, y),
        "value": lambda: ms.value_and_grad(by_other, 0)(x, y),
    }
    for fn in (by_other, by_both, by_value, stopped, by_operation, along):
        calls[fn.__name__] = lambda f=fn: ms.grad(f, (0, 1))(x, y)
    return recorded(ms, calls)


@case(jit=False)
def gradient_penalty(ms, run):
    """Weights by way of a gradient of the inputs, inputs by way of a gradient of the weights."""
    x, y, _ = tensors(ms)
    net = network(ms, functions(ms)["scalar"])

    def penalty(x, y):
        slope = ms.grad(net, 0)(x, y)
        return (slope * slope).sum()

    def of_weight(x, y):
        return ms.grad(net, None, net.w)(x, y).sum()

    return recorded(
        ms,
        {
            "weights": lambda: ms.grad(penalty, None, net.trainable_params())(x, y),
            "all": lambda: ms.value_and_grad(penalty, (0, 1), net.w)(x, y),
            "inputs": lambda: ms.grad(of_weight, (0, 1))(x, y),
            "same weight": lambda: ms.grad(of_weight, None, net.w)(x, y),
        },
    )


@case(jit=False)
def pairs_of_transformations(ms, run):
    """jit in a gradient, a gradient in jit, both in Cells, recomputed and with a bprop of their own."""
    nn, ops = ms.nn, ms.ops
    x, y, _ = tensors(ms)
    scalar, two = functions(ms)["scalar"], functions(ms)["two"]
    jit_scalar, jit_two = ms.jit(scalar, jit_level="O0"), ms.jit(two, jit_level="O0")

    def gradient(x, y):
        return ms.grad(scalar, (0,))(x, y)

    def summed(x, y):
        a, b = ms.grad(scalar, (0, 1))(x, y)
        return a + b

    class Calls(nn.Cell):
        def construct(self, x, y):
            return jit_scalar(x, y)

    class Gradient(nn.Cell):
        def __init__(self, where):
            super().__init__()
            self.where = where

        def construct(self, x, y):
            return ms.grad(scalar, self.where)(x, y)

    class Inner(nn.Cell):
        def construct(self, x):
            return ops.tanh(x) * x

    class Again(nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = Inner()
            self.inner.recompute()

        def construct(self, x, y):
            return self.inner(x) * y

    class Own(nn.Cell):
        def construct(self, x, y):
            return x * y

        def bprop(self, x, y, out, dout):
            return dout * y * 2, dout * x * 3

    class OwnOfOne(nn.Cell):
        def construct(self, x):
            return x * x

        def bprop(self, x, out, dout):
            return (out * 0 + dout * x * 7,)

    return recorded(
        ms,
        {
            "jit of gradient": lambda: ms.jit(gradient, jit_level="O0")(x, y),
            "jit of sum": lambda: ms.jit(summed, jit_level="O0")(x, y),
            "gradient of jit": lambda: ms.grad(jit_scalar, (0,))(x, y),
            "value of jit": lambda: ms.value_and_grad(jit_two, (0, 1))(x, y),
            "cell with jit": lambda: ms.grad(Calls(), (1,))(x, y),
            "cell of gradient": lambda: Gradient((0,))(x, y),
            "cell of gradients": lambda: Gradient((0, 1))(x, y),
            "gradient of cell": lambda: ms.grad(Gradient((1,)))(x, y),
            "recomputed": lambda: ms.grad(Again(), (0, 1))(x, y),
            "bprop": lambda: ms.grad(Own(), (0, 1))(x, y),
            "bprop (1,)": lambda: ms.grad(Own(), (1,))(x, y),
            "bprop, value": lambda: ms.value_and_grad(OwnOfOne(), (0,))(x),
            "bprop, second": lambda: ms.grad(ms.grad(OwnOfOne()))(x),
        },
    )
