"""Functions made by one factory share a code object, and Dynamo keeps what it compiled by code object.

In a loop that a graph cannot hold, the functions it calls are compiled one by one; each must still be told
from the others, by what it holds: in variables of the factory, defaults, arguments.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch._dynamo.eval_frame import _debug_get_cache_entry_list

import msacc as ms
import msacc.numpy as mnp
from msacc import Tensor, mint, nn, ops
from msacc.ops.core.primitive import _get_cache_prim

Fn = Callable[..., Any]
INPUT = [1.0, 4.0, 9.0]


def both_ways(calls: Sequence[Fn]) -> tuple[list[Any], list[Any]]:
    """What the functions give for INPUT in a compiled function that is in pieces, and op by op."""

    def program(x: Tensor) -> list[Any]:
        found = []
        for call in calls:
            print(end="")  # no graph holds it, nor the loop around it
            found.append(call(x))
        return found

    return plain(ms.jit(program, jit_level="O0")(Tensor(INPUT))), plain(program(Tensor(INPUT)))


def plain(results: list[Any]) -> list[Any]:
    return [np.asarray(result.asnumpy(), np.float64).round(4).tolist() for result in results]


# Dynamo compiles on its own what is given a torch tensor or names torch; these name it.
def in_variable(held: Any) -> Fn:
    return lambda x: held(x) if torch else x


def in_variables_variable(held: Any) -> Fn:
    return in_variable(in_variable(held))


def in_default(held: Any) -> Fn:
    def call(x: Any, rule: Any = held) -> Any:
        return rule(x) if torch else x

    return call


def in_default_by_name(held: Any) -> Fn:
    def call(x: Any, *, rule: Any = held) -> Any:
        return rule(x) if torch else x

    return call


def in_default_of_variable(held: Any) -> Fn:
    return in_variable(in_default(held))


def handed(rule: Any, x: Any) -> Any:
    return rule(x) if torch else x


def in_argument(held: Any) -> Fn:
    return functools.partial(handed, held)


def in_list(held: Any) -> Fn:
    items = [held]
    return lambda x: items[0](x) if torch else x


def in_attribute(held: Any) -> Fn:
    holder = SimpleNamespace(rule=held)
    return lambda x: holder.rule(x) if torch else x


def in_attribute_of_function(held: Any) -> Fn:
    def call(x: Any) -> Any:
        return rule.held(x) if torch else x  # type: ignore[attr-defined]

    def rule() -> None: ...

    rule.held = held  # type: ignore[attr-defined]
    return call


def in_wrapped(held: Any) -> Fn:
    return functools.wraps(held)(lambda x: held(x) if torch else x)


def of_module(held: ModuleType) -> Fn:
    return lambda x: held.exp(x) if torch else x


def of_class(held: Any) -> Fn:
    return lambda x: held()(x) if torch else x


HOLDERS = [
    in_variable,
    in_variables_variable,
    in_default,
    in_default_by_name,
    in_default_of_variable,
    in_argument,
    in_list,
    in_attribute,
    in_attribute_of_function,
    in_wrapped,
]
ALIKE = {
    "ops": [ops.exp, ops.sqrt, ops.neg, ops.exp],
    "ops over torch": [ops.exp, ops.log, ops.sin],
    "renamed": [lambda x: ops.invert(x.astype(ms.int32)), ops.sqrt, ops.neg],
    "mint": [mint.exp, mint.sqrt, mint.neg],
    "numpy": [mnp.exp, mnp.sqrt, mnp.negative, mnp.isneginf, mnp.isposinf],
    "primitives": [ops.Exp(), ops.Sqrt(), ops.Neg()],
    "one primitive": [ops.ReduceSum(True), ops.ReduceSum(False), ops.ReduceMax(True)],
    "cells": [nn.ReLU(), nn.Tanh(), nn.Sigmoid()],
    "methods": [Tensor.exp, Tensor.sqrt, Tensor.neg],
    "python": [lambda x: x + 1.0, lambda x: x + 2.0],
}


@pytest.mark.parametrize("alike", ALIKE.values(), ids=ALIKE)
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: holder.__name__)
def test_functions_of_one_factory(holder: Callable[[Any], Fn], alike: list[Any]) -> None:
    got, wanted = both_ways([holder(fn) for fn in alike])
    assert got == wanted
    assert any(a != b for a, b in zip(wanted, wanted[1:], strict=False))


@pytest.mark.parametrize(
    "classes", [[ops.Exp, ops.Sqrt, ops.Neg], [nn.ReLU, nn.Tanh, nn.Sigmoid]], ids=["prim", "cell"]
)
@pytest.mark.parametrize("outer", [lambda fn: fn, in_variable, in_default, in_argument])
def test_classes_in_a_variable(outer: Callable[[Any], Fn], classes: list[Any]) -> None:
    got, wanted = both_ways([outer(of_class(cls)) for cls in classes])
    assert got == wanted


def test_modules_in_a_variable() -> None:
    got, wanted = both_ways([in_variable(module.exp) for module in (ops, mint, mnp)])
    assert got == wanted


def test_cached_primitives() -> None:
    def made(cls: Any) -> Fn:
        door = _get_cache_prim(cls)
        return lambda x: door()(x) if torch else x

    got, wanted = both_ways([made(cls) for cls in (ops.Exp, ops.Sqrt, ops.Neg)])
    assert got == wanted


def compiled(fn: Any) -> int:
    """How often Dynamo has compiled the code of a function on its own."""
    return len(_debug_get_cache_entry_list(fn.__code__))


WRAPPED: dict[str, list[Any]] = {
    "one tensor": [ops.relu, ops.softmax, ops.gelu, ops.abs],
    "two tensors": [
        lambda x: ops.add(x, x),
        lambda x: ops.mul(x, 3.0),
        lambda x: ops.maximum(x, x),
    ],
    "reflected": [lambda x: 1.0 - x, lambda x: 2.0 / x],
    "other names": [lambda x: ops.unsqueeze(x, dim=0), lambda x: ops.expand_dims(x, axis=0)],
    "primitives": [ops.Exp(), ops.Softmax(), ops.ReLU()],
}
WRAPPERS = [
    ops.relu, ops.add, Tensor.__rsub__, ops.unsqueeze, type(ops.Softmax()).__call__, ops.Exp.__call__,
]  # fmt: skip


@pytest.mark.parametrize("calls", WRAPPED.values(), ids=WRAPPED)
def test_what_all_ops_share_is_not_compiled_on_its_own(calls: list[Any]) -> None:
    """All wrappers share one code object: compiled, it would reach Dynamo's limit, and be searched at each call."""
    got, wanted = both_ways(calls)
    assert got == wanted
    assert [compiled(wrapper) for wrapper in WRAPPERS] == [0] * len(WRAPPERS)


def test_the_body_of_an_op_is_compiled_on_its_own() -> None:
    both_ways([ops.elu, ops.selu])
    assert compiled(ops.elu.raw) > 0


def beside(call: Fn, given: Any) -> Fn:
    return lambda x: call(x, given)


@pytest.mark.parametrize(
    "given", [np.array(INPUT, np.float32), torch.tensor(INPUT)], ids=["numpy", "torch"]
)
def test_wrappers_of_many_ops_that_are_given_arrays(given: Any) -> None:
    """These Dynamo does compile, whichever op it is first; each op gives its own result."""
    names = "add sub mul div maximum minimum atan2 pow floor_div fmod hypot logaddexp xlogy"
    got, wanted = both_ways([beside(getattr(ops, name), given) for name in names.split()])
    assert got == wanted


def test_functions_of_numpy_that_are_given_arrays() -> None:
    names = "exp sqrt log sin cos tanh floor ceil square negative reciprocal cumsum"
    arrays = np.array(INPUT, np.float32)
    calls = [functools.partial(on_array, getattr(mnp, name), arrays) for name in names.split()]
    got, wanted = both_ways(calls)
    assert got == wanted


def on_array(call: Fn, array: Any, x: Any) -> Any:
    return call(array)
