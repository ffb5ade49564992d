"""Parity of Cells: fixed parameter values, and the gradients of the parameters too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, Runner, as_array, flat, rand, weighting


def fix(ms: Any, net: Any) -> Any:
    """Give every parameter of `net` values that depend on its place and shape alone."""
    for i, parameter in enumerate(net.get_parameters()):
        positive = "var" in parameter.name
        values = rand(*parameter.shape, seed=i + 7, low=0.5 if positive else -1, high=1)
        parameter.set_data(ms.Tensor(values.astype(np.float32)))
    return net


def cells(
    ms: Any, run: Runner, nets: Sequence[Any], *inputs: Any, train: bool = True, grad: bool = True
) -> Arrays:
    """Each of `nets` on the same inputs: outputs, gradients by inputs and parameters, names, state."""
    for net in nets:
        fix(ms, net).set_train(train)

    def forward(*args: Any) -> Any:
        return tuple([out for net in nets for out in flat(net(*args))])

    result = run(forward, *inputs, grad=grad)
    weights = [p for net in nets for p in net.trainable_params()]
    if grad and weights:
        gradients = _by_parameters(ms, forward, weights, result, inputs)
        result.update({f"weight_grad{i}": as_array(g) for i, g in enumerate(gradients)})
    everything = [p for net in nets for p in net.get_parameters()]
    result["names"] = np.array([p.name for p in everything])
    result.update(
        {f"state{i}": as_array(p) for i, p in enumerate(everything) if not p.requires_grad}
    )
    return result


def _by_parameters(
    ms: Any, forward: Callable[..., Any], weights: list[Any], found: Arrays, inputs: Sequence[Any]
) -> Any:
    tensors = [ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in inputs]
    outs = [found[f"out{i}"] for i in range(sum(key.startswith("out") for key in found))]
    scales = [weighting(ms, out) for out in outs]

    def weighted(*args: Any) -> Any:
        parts = [
            (o * w).sum()
            for o, w in zip(flat(forward(*args)), scales, strict=True)
            if w is not None
        ]
        return sum(parts[1:], parts[0])

    # A parameter's name may occur in several nets; gradients are asked for one by one.
    return [ms.grad(weighted, None, weight)(*tensors) for weight in weights]
