"""Tensors, Parameters, gradients and hooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from tests.graph.side_effects.attributes import Counts
from tests.graph.side_effects.table import Parts, nothing, program


# -- Tensors -----------------------------------------------------------------------------------
class Holds(nn.Cell):
    """A Cell with a Parameter and a Tensor."""

    def __init__(self, body: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.p = Parameter(Tensor([1.0, 1.0]), name="p")
        self.cache = Tensor([0.0, 0.0])
        self.body = body

    def construct(self, x: Any) -> Any:
        return self.body(self, x)


def holding(body: Callable[[Any, Any], Any]) -> Parts:
    """A Cell that runs `body`; its Tensors can be seen."""
    net = Holds(body)
    return lambda x: net(x), lambda: [net.p, net.cache]


@program(recorded=True)
def parameter_assigned() -> Parts:
    def body(net: Any, x: Any) -> Any:
        net.p = net.p + x
        return net.p * 2

    return holding(body)


@program(recorded=True)
def parameter_added_to() -> Parts:
    def body(net: Any, x: Any) -> Any:
        ops.assign_add(net.p, x)
        ops.assign(net.p, net.p * 2)
        return net.p + x

    return holding(body)


@program(recorded=True)
def parameter_set() -> Parts:
    def body(net: Any, x: Any) -> Any:
        net.p.set_data(net.p + x)
        return net.p * 2

    return holding(body)


@program(recorded=True)
def item_of_an_attribute() -> Parts:
    def body(net: Any, x: Any) -> Any:
        net.cache[0] = x[1]
        return net.cache + x

    return holding(body)


@program(because="'cache'")
def augmented_attribute() -> Parts:
    def body(net: Any, x: Any) -> Any:
        net.cache += x
        return net.cache * 2

    return holding(body)


@program(because="'cache'")
def attribute_replaced() -> Parts:
    def body(net: Any, x: Any) -> Any:
        net.cache = x * 2 + net.cache
        return net.cache

    return holding(body)


@program(because="asnumpy")
def values_asked_for() -> Parts:
    return lambda x: x * float((x * 2).asnumpy().sum()), nothing


@program(because="item()")
def value_asked_for_under_a_handler() -> Parts:
    def fn(x: Any) -> Any:
        try:
            return x * float(x[0]) * int(x[1])
        except Exception:
            return x - 1

    return fn, nothing


@program(recorded=True)
def decision_under_a_bare_handler() -> Parts:
    def fn(x: Any) -> Any:
        try:
            return x * 2 if x.sum() > 1 else x
        except:  # noqa: E722
            return x - 1

    return fn, nothing


@program(recorded=True)
def item_of_a_constant() -> Parts:
    return (
        lambda x: x * Tensor([3.0]).item() + float(Tensor(4.0)) + Tensor([5]).tolist()[0],
        nothing,
    )


@program(because="item()")
def item_of_a_long_constant() -> Parts:
    return lambda x: x * Tensor([2.0, 3.0])[1].item(), nothing


@program(because="its shape")
def size_that_depends_on_values() -> Parts:
    def fn(x: Any) -> Any:
        try:
            return x * ops.nonzero(x).shape[0]
        except Exception:
            return x - 1

    return fn, nothing


@program(because="its shape")
def number_of_elements_that_depends_on_values() -> Parts:
    def fn(x: Any) -> Any:
        try:
            return x * ops.nonzero(x).size
        except Exception:
            return x - 1

    return fn, nothing


@program(recorded=True)
def values_chosen_by_a_mask() -> Parts:
    return lambda x: ops.masked_select(x, x > 0).sum() + x, nothing


@program(because="fails")
def failing_op_under_a_handler() -> Parts:
    def fn(x: Any) -> Any:
        try:
            return x + ops.ones(3)
        except Exception:
            return x - 1

    return fn, nothing


# -- gradients and hooks -----------------------------------------------------------------------
@program(because="log")
def forward_hook() -> Parts:
    net, log = nn.ReLU(), []  # type: ignore[var-annotated]
    net.register_forward_hook(lambda cell, args, out: log.append(len(log)))
    return lambda x: net(x), lambda: log


@program(because="log")
def forward_pre_hook() -> Parts:
    net, log = nn.ReLU(), []  # type: ignore[var-annotated]
    net.register_forward_pre_hook(lambda cell, args: log.append(len(log)))
    return lambda x: net(x), lambda: log


@program(because="log")
def backward_hook() -> Parts:
    net, log = nn.Tanh(), []  # type: ignore[var-annotated]
    net.register_backward_hook(lambda cell, grad_in, grad_out: log.append(len(log)))
    return lambda x: ms.grad(lambda y: net(y * 2))(x), lambda: log


@program(because="log")
def tensor_hook() -> Parts:
    log: list[Any] = []

    def square(x: Any) -> Any:
        y = x * 2
        y.register_hook(lambda grad: log.append(grad))
        return (y * y).sum()

    return lambda x: ms.grad(square)(x), lambda: log


@program(because="hook_log")
def parameter_hook() -> Parts:
    p, hook_log = Parameter(Tensor([1.0, 1.0]), name="p"), []  # type: ignore[var-annotated]
    p.register_hook(lambda grad: hook_log.append(1))
    gradient = ms.value_and_grad(lambda x: (x * p).sum(), None, [p])
    return lambda x: gradient(x), lambda: hook_log


@program(because="'n'")
def counter_in_a_gradient() -> Parts:
    net = Counts()
    return lambda x: ms.grad(lambda y: net(y).sum())(x), lambda: net.n


@program(recorded=True)
def gradient_of_pure_code() -> Parts:
    return lambda x: ms.grad(lambda y: (y * y).sum())(x), nothing
