"""Functions made by one factory share a code object, and Dynamo keeps what it compiled by code object.

In a loop that a graph cannot hold, the functions it calls are compiled one by one; each must still be told
from the others, by what it holds: in variables of the factory, defaults, arguments.
"""

from __future__ import annotations

import functools
import gc
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

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


# Factories whose functions no graph compiles on their own.
OUTSIDE_GRAPHS = {
    "refuse.<locals>.__getattr__": "what modules lack",
    "_forward.<locals>.call": "callbacks",
    "rearrange_inputs.<locals>.wrapper": "metrics, over numpy",
    "opt_init_args_register.<locals>.register": "constructors of optimizers",
    "ignored.<locals>.accept": "settings of the device",
    "_refused.<locals>.refuse": "functions that raise",
    "timed.<locals>.begin": "stages of data sets",
    "_Jit.door.<locals>.call": "where a graph begins",
    "refused.<locals>.mark.<locals>.refuse": "functions that raise",
}


def test_each_function_has_code_of_its_own() -> None:
    """Else all of a factory's share one place in Dynamo's cache, which is searched at each call and limited."""
    by_code: dict[int, list[FunctionType]] = defaultdict(list)
    for fn in gc.get_objects():
        if type(fn) is FunctionType and _of_the_library(fn.__code__.co_filename):
            by_code[id(fn.__code__)].append(fn)
    shared = {
        name
        for same in by_code.values()
        for name in [same[0].__code__.co_qualname]
        if len({(fn.__module__, fn.__qualname__) for fn in same}) > 2
    }
    assert {name for name in shared if "<locals>" in name} - set(OUTSIDE_GRAPHS) == set()
    assert ops.exp.raw.__code__ is not ops.sin.raw.__code__


def _of_the_library(path: str) -> bool:
    return path.startswith(os.path.dirname(ms.__file__))
