"""The structure of a Cell's result: tuples, lists, dicts, nested, with what is no Tensor, through each wrapper.

A result is told as text, since a wrapper must keep the kind of each container and of each part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

RESULTS = {
    "tensor": lambda x: x * 2,
    "input": lambda x: x,
    "tuple": lambda x: (x * 2, x * 3),
    "tuple_of_one": lambda x: (x * 2,),
    "list": lambda x: [x * 2, x * 3],
    "list_of_one": lambda x: [x * 2],
    "dict": lambda x: {"a": x * 2, "b": x * 3},
    "nested": lambda x: (x * 2, (x * 3, x * 4)),
    "list_in_tuple": lambda x: (x * 2, [x * 3, x * 4]),
    "tuple_in_list": lambda x: [x * 2, (x * 3, x * 4)],
    "lists": lambda x: [[x * 2], [x * 3, x * 4]],
    "dict_of_lists": lambda x: {"a": [x * 2, x * 3], "b": (x * 4, 1)},
    "list_of_dicts": lambda x: [{"a": x * 2}, x * 3],
    "dict_first": lambda x: ({"a": x * 2}, x * 3),
    "none": lambda x: (x * 2, None),
    "none_first": lambda x: (None, x * 2),
    "int": lambda x: (x * 2, x.shape[0]),
    "float": lambda x: (x * 2, 3.5),
    "bool": lambda x: (x * 2, True),
    "str": lambda x: (x * 2, "ok"),
    "shape": lambda x: (x * 2, x.shape),
    "list_with_int": lambda x: [x * 2, 3],
    "dict_with_int": lambda x: {"a": x * 2, "n": 2, "s": "t"},
    "empty": lambda x: (x * 2, ()),
    "empty_list": lambda x: (x * 2, []),
    "array": lambda x: (x * 2, np.array([1.0, 2.0])),
    "only_none": lambda x: None,
    "only_int": lambda x: 3,
    "only_str": lambda x: "s",
    "only_ints": lambda x: (1, 2),
}


def told(value: Any) -> str:
    """A result as text."""
    if hasattr(value, "asnumpy"):
        return f"T{value.asnumpy().tolist()}"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(told, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {told(item)}" for key, item in value.items()) + "}"
    return f"{type(value).__name__}:{value}"


def total(value: Any) -> Any:
    """A number that depends on every Tensor in `value`, and on its place."""
    if hasattr(value, "asnumpy"):
        return (value * value).sum()
    if isinstance(value, dict):
        value = tuple(value.values())
    items = value if isinstance(value, (tuple, list)) else ()
    return sum(((place + 1) * total(item) for place, item in enumerate(items)), 0)


def network(ms: Any, result: Any, own_bprop: bool = False, seen: Any = None) -> Any:
    class Net(ms.nn.Cell):
        def construct(self, x):
            return result(x)

    class WithBprop(ms.nn.Cell):
        def construct(self, x):
            return result(x)

        def bprop(self, x, out, dout):
            seen.append(f"out {told(out)} dout {told(dout)}")
            return (x * 0 + 9,)

    return WithBprop() if own_bprop else Net()


def under_gradient(ms: Any, call: Any, seen: list[str]) -> str:
    """What `call` gives under a gradient, the gradient, and what was seen in the backward pass."""

    def loss(x):
        out = call(x)
        seen.insert(0, told(out))
        return total(out) + x.sum()

    gradient = ms.grad(loss)(ms.Tensor([1.0, 3.0]))
    return f"{' '.join(seen)} gradient {told(gradient)}"


def table(ms: Any, wrapped: Any, names: Any = RESULTS) -> Arrays:
    """For each result what `wrapped(result, seen)`, a function, gives under a gradient."""
    found = {}
    for name in names:
        seen: list[str] = []
        found[name] = np.array(under_gradient(ms, wrapped(RESULTS[name], seen), seen))
    return found


@case(jit=False)
def plain(ms: Any, run: Any) -> Arrays:
    return table(ms, lambda result, seen: network(ms, result))


@case(jit=False)
def bprop(ms: Any, run: Any) -> Arrays:
    """`out` is the result, but for an outer list; `dout` has the gradients one after the other, one alone."""
    return table(ms, lambda result, seen: network(ms, result, True, seen))


@case(jit=False)
def recompute(ms: Any, run: Any) -> Arrays:
    def wrapped(result: Any, seen: list[str]) -> Any:
        net = network(ms, result)
        net.recompute()
        return net

    return table(ms, wrapped)


@case(jit=False)
def recompute_function(ms: Any, run: Any) -> Arrays:
    def wrapped(result: Any, seen: list[str]) -> Any:
        net = network(ms, result)
        return lambda x: ms.recompute(net, x)

    return table(ms, wrapped)


@case(jit=False)
def offload(ms: Any, run: Any) -> Arrays:
    def wrapped(result: Any, seen: list[str]) -> Any:
        net = network(ms, result)
        net.offload()
        return net

    return table(ms, wrapped)


@case(jit=False)
def forward_hook(ms: Any, run: Any) -> Arrays:
    def wrapped(result: Any, seen: list[str]) -> Any:
        net = network(ms, result)
        net.register_forward_hook(lambda cell, inputs, out: seen.append(told(out)))
        return net

    return table(ms, wrapped)


@case(jit=False)
def backward_hook(ms: Any, run: Any) -> Arrays:
    """Results and gradients alone: MindSpore's hooks see no gradients of lists, of dicts and of what is nested."""

    def wrapped(result: Any, seen: list[str]) -> Any:
        net = network(ms, result)
        net.register_backward_hook(lambda cell, grad_inputs, grad_outputs: None)
        net.register_backward_pre_hook(lambda cell, grad_outputs: None)
        return net

    return table(ms, wrapped)


# Lists and dicts have no gradient in MindSpore's _Function.
TUPLES = [name for name in RESULTS if "list" not in name and "dict" not in name] + [
    "list_in_tuple",
    "dict_first",
]


@case(jit=False)
def function(ms: Any, run: Any) -> Arrays:
    """Only Tensors of the outermost tuple have gradients."""

    def wrapped(result: Any, seen: list[str]) -> Any:
        class Own(ms.common._grad_function._Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return result(x)

            @staticmethod
            def backward(ctx, *grads):
                seen.append(told(grads))
                return ctx.saved_tensors[0] * 0 + 9

        return Own.apply

    return table(ms, wrapped, [*TUPLES, "dict", "dict_of_lists", "dict_with_int"])


@case(jit=False)
def auxiliary(ms: Any, run: Any) -> Arrays:
    found = {}
    for name in [name for name in RESULTS if not name.startswith("only") or name == "only_ints"]:
        net = network(ms, RESULTS[name])
        of_both = ms.value_and_grad(lambda x, net=net: ((x * x).sum(), net(x)), has_aux=True)
        found[name] = np.array(told(of_both(ms.Tensor([1.0, 3.0]))))
    return found


@case(jit=False)
def train_step(ms: Any, run: Any) -> Arrays:
    """Every Tensor of the result counts."""

    class Net(ms.nn.Cell):
        def __init__(self, result):
            super().__init__()
            self.weight, self.result = ms.Parameter(ms.Tensor([5.0, 7.0]), name="weight"), result

        def construct(self, x):
            return self.result(x * self.weight)

    found = {}
    for name, result in RESULTS.items():
        net = Net(result)
        step = ms.nn.TrainOneStepCell(net, ms.nn.SGD(net.trainable_params(), 1.0))
        out = step(ms.Tensor([1.0, 3.0]))
        found[name] = np.array(f"{told(out)} weight {told(net.weight)}")
    return found
