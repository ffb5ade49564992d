"""Globals, variables of enclosing functions and names of modules that change between calls."""

from __future__ import annotations

import builtins
import math
import types
from typing import Any

import pytest

from msacc import nn, ops
from tests.graph import users
from tests.graph.driver import Program, programs, same_in_both
from tests.graph.users import Kind, OtherKind

FACTOR: Any = 2.0
pick: Any = max
rule: Any = ops.relu
module: Any = users
chapter: Any = ops
kind: Any = float
made: Any = Kind

PROGRAMS, program = programs()


def set_global(name: str, value: Any) -> None:
    globals()[name] = value


@program
def a_number():
    yield lambda x: x * FACTOR
    for value in (3, 4.5, True, 2.0):
        set_global("FACTOR", value)
        yield


@program
def a_builtin_function():
    yield lambda x: x * pick(1.0, 2.0)
    set_global("pick", min)
    yield
    set_global("pick", max)
    yield


@program
def a_builtin_hidden_by_a_global():
    yield lambda x: x * sum([1.0, 2.0])
    set_global("sum", lambda items: 10.0)
    yield
    del globals()["sum"]
    yield


@program
def a_function_of_the_library():
    yield lambda x: rule(x)
    set_global("rule", ops.neg)
    yield
    set_global("rule", ops.relu)
    yield


@program
def a_module_of_the_library():
    yield lambda x: chapter.relu(x)
    set_global("chapter", types.SimpleNamespace(relu=ops.abs))
    yield
    set_global("chapter", ops)
    yield


@program
def a_module_of_the_users():
    yield lambda x: x * module.FACTOR
    set_global("module", types.SimpleNamespace(FACTOR=7.0))
    yield
    set_global("module", users)
    yield


@program
def a_class_to_compare_with():
    yield lambda x: x * 2 if isinstance(1.0, kind) else x
    set_global("kind", int)
    yield
    set_global("kind", float)
    yield


@program
def a_class_to_make():
    yield lambda x: x * made().value()
    set_global("made", OtherKind)
    yield
    set_global("made", Kind)
    yield


@program
def a_global_that_goes():
    set_global("extra", 5.0)
    yield lambda x: x * extra  # type: ignore[name-defined] # noqa: F821
    del globals()["extra"]
    yield


@program
def names_of_a_module():
    yield lambda x: users.helper(x) * users.FACTOR + len(users.ITEMS) + users.ITEMS[0]
    users.FACTOR = 5.0
    yield
    users.ITEMS.append(4.0)
    yield
    users.ITEMS[:] = [7.0, 2.0]
    yield
    before, users.helper = users.helper, lambda x: x - 1
    yield
    users.FACTOR, users.helper, users.ITEMS[:] = 3.0, before, [1.0, 2.0]
    yield


@program
def a_class_in_a_module():
    yield lambda x: x * users.Settings.scale
    users.Settings.scale = 8.0
    yield
    before, users.Settings = users.Settings, type("Settings", (), {"scale": 11.0})
    yield
    before.scale, users.Settings = 2.0, before
    yield


@program
def a_class_of_a_module_to_make():
    yield lambda x: x * users.Kind().value()
    before, users.Kind = users.Kind, users.OtherKind
    yield
    users.Kind = before
    yield


@program
def a_variable():
    k: Any = 2.0
    yield lambda x: x * k
    for k in (3.0, 2.0, 5, None):
        yield


@program
def a_builtin_in_a_variable():
    f: Any = abs
    yield lambda x: x * f(-2.5)
    for f in (int, float, math.ceil):
        yield


@program
def a_class_in_a_variable():
    k: Any = Kind
    yield lambda x: x * k().value()
    for k in (OtherKind, Kind):
        yield


@program
def a_class_method_in_a_variable():
    k: Any = Kind
    yield lambda x: x * k.of_class()
    for k in (OtherKind, Kind):
        yield


@program
def a_layer_class_in_a_variable():
    layer: Any = nn.ReLU
    yield lambda x: layer()(x)
    for layer in (nn.Tanh, nn.ReLU):
        yield


@program
def an_object_in_a_variable():
    k: Any = Kind()
    yield lambda x: x * k.value()
    for k in (OtherKind(), Kind()):
        yield


@program
def a_variable_of_an_inner_function():
    def times(k):
        return lambda x: x * k

    f = times(2.0)
    yield lambda x: f(x)
    for f in (times(3.0), times(2.0)):
        yield


@program
def functions_that_call_functions():
    def outer(x):
        return inner(x) + 1

    def inner(x):
        return x * 2

    yield lambda x: outer(x)

    def inner(x):
        return x * 3

    yield


@program
def an_attribute_of_the_interpreter():
    space = types.SimpleNamespace(sqrt=math.sqrt)
    yield lambda x: x * space.sqrt(4.0)
    space.sqrt = math.exp
    yield


@pytest.mark.parametrize("changing", PROGRAMS)
def test_graphs_follow(changing: Program) -> None:
    same_in_both(changing)


def test_builtins_stand_as_before() -> None:
    assert "sum" not in globals()
    assert builtins.sum([1, 2]) == 3
