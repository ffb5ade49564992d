"""Gradients of `mutable` containers and numbers: graphs give them, PyNative mode does not."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.graph_modes import recorded, tensors
from tests.parity.harness import Arrays, Runner, case


def product(pair):
    return (pair[0] * pair[1]).sum()


def nested(pair):
    return (pair[0] * pair[1][0] * pair[1][1]).sum()


def named(parts):
    return (parts["a"] * parts["b"]).sum()


def scaled(x, s):
    return (x * x * s).sum()


def beside(pair, y):
    return (pair[0] * pair[1] * y).sum()


@case(jit=False)
def of_containers(ms: Any, run: Runner) -> Arrays:
    x, y, z = tensors(ms)
    mutable = ms.mutable
    whole = ms.Tensor(np.array([1, 2], np.int32))
    return recorded(
        ms,
        {
            "tuple": lambda: ms.grad(product)(mutable((x, y))),
            "list": lambda: ms.grad(product)(mutable([x, y])),
            "dict": lambda: ms.grad(named)(mutable({"a": x, "b": y})),
            "plain": lambda: ms.grad(product)((x, y)),
            "plain_list": lambda: ms.grad(product)([x, y]),
            "plain_dict": lambda: ms.grad(named)({"a": x, "b": y}),
            "nested": lambda: ms.grad(nested)(mutable([x, (y, x)])),
            "mark_inside": lambda: ms.grad(nested)((x, mutable((y, x)))),
            "with_number": lambda: ms.grad(product)(mutable((x, 2.0))),
            "beside": lambda: ms.grad(beside, (0, 1))(mutable((x, y)), z),
            "beside_plain": lambda: ms.grad(beside, (0, 1))((x, y), z),
            "value": lambda: ms.value_and_grad(product)(mutable((x, y))),
            "jit": lambda: ms.grad(ms.jit(product))(mutable((x, y))),
            "operation": lambda: ms.ops.GradOperation()(product)(mutable((x, y))),
            "operation_plain": lambda: ms.ops.GradOperation()(product)((x, y)),
            "all": lambda: ms.ops.GradOperation(get_all=True)(beside)(mutable((x, y)), z),
            "all_plain": lambda: ms.ops.GradOperation(get_all=True)(beside)((x, y), z),
            "sens": lambda: ms.ops.GradOperation(sens_param=True)(product)(
                mutable((x, y)), ms.Tensor(2.0)
            ),
            "integers": lambda: (
                ms.ops.shape(ms.grad(product)(mutable((x, whole)))[0])
                if ms.get_context("mode") == 0
                else ()
            ),
        },
    )


@case(jit=False)
def of_numbers(ms: Any, run: Runner) -> Arrays:
    x, _, _ = tensors(ms)
    mutable, operation = ms.mutable, ms.ops.GradOperation(get_all=True)
    return recorded(
        ms,
        {
            "both": lambda: ms.grad(scaled, (0, 1))(x, mutable(3.0)),
            "integer": lambda: ms.grad(scaled, (0, 1))(x, mutable(3)),
            "alone": lambda: ms.grad(scaled, 1)(x, mutable(3.0)),
            "plain": lambda: ms.grad(scaled, (0, 1))(x, 3.0),
            "plain_alone": lambda: ms.grad(scaled, 1)(x, 3.0),
            "value": lambda: ms.value_and_grad(scaled, (0, 1))(x, mutable(3.0)),
            "all": lambda: operation(scaled)(x, mutable(3.0)),
            "all_plain": lambda: operation(scaled)(x, 3.0),
        },
    )


@case(jit=False)
def with_ids(ms: Any, run: Runner) -> Arrays:
    """In graphs alone: in PyNative mode MindSpore takes the one gradient apart."""
    x, y, _ = tensors(ms)
    return recorded(
        ms,
        {
            "containers": lambda: ms.grad(beside, (0, 1), return_ids=True)(ms.mutable((x, y)), y),
            "numbers": lambda: ms.grad(scaled, (0, 1), return_ids=True)(x, ms.mutable(3.0)),
        },
        ["graph"],
    )


@case(jit=False)
def inside_a_graph(ms: Any, run: Runner) -> Arrays:
    """`jit` is a graph in both modes: the mark goes in with the argument."""

    @ms.jit(jit_level="O0")
    def gradient(pair):
        return ms.grad(product)(pair)

    x, y, _ = tensors(ms)
    return recorded(
        ms,
        {
            "marked": lambda: gradient(ms.mutable((x, y))),
            "marked_list": lambda: gradient(ms.mutable([x, y])),
            "plain": lambda: gradient((x, y)),
        },
    )
