"""Attributes of Cells and objects, variables of closures, globals."""

from __future__ import annotations

import dataclasses
import functools
import types
import weakref
from typing import Any

from msacc import nn
from tests.graph.side_effects.table import Parts, program


class Counts(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.n = 0

    def construct(self, x: Any) -> Any:
        self.n += 1
        return x * self.n


@program(because="'n'")
def counter_of_a_cell() -> Parts:
    net = Counts()
    return lambda x: net(x), lambda: net.n


class Plain:
    """An object of the user's."""

    calls = 0

    def __init__(self) -> None:
        self.n = 0

    @property
    def factor(self) -> int:
        self.n += 1
        return self.n


@program(because="'n'")
def counter_of_an_object() -> Parts:
    o = Plain()

    def fn(x: Any) -> Any:
        o.n += 1
        return x * 2

    return fn, lambda: o.n


@program(because="'n'")
def property_that_counts() -> Parts:
    o = Plain()
    return lambda x: x * o.factor, lambda: o.n


@program(because="'calls'")
def counter_of_a_class() -> Parts:
    class Kind(Plain):
        pass

    def fn(x: Any) -> Any:
        Kind.calls += 1
        return x * 2

    return fn, lambda: Kind.calls


@program(because="'calls'")
def class_attribute_through_type() -> Parts:
    class Net(nn.Cell):
        calls = 0

        def construct(self, x: Any) -> Any:
            type(self).calls += 1
            return x * 2

    net = Net()
    return lambda x: net(x), lambda: Net.calls


global_count = 0


@program(because="global_count")
def counter_of_a_module() -> Parts:
    global global_count
    global_count = 0

    def fn(x: Any) -> Any:
        global global_count
        global_count += 1
        return x * 2

    return fn, lambda: global_count


@program(because="count")
def counter_of_a_closure() -> Parts:
    count = 0

    def fn(x: Any) -> Any:
        nonlocal count
        count += 1
        return x * count

    return fn, lambda: count


class Slotted:
    __slots__ = ("n", "other")

    def __init__(self) -> None:
        self.n = 0


@program(because="'n'")
def slots() -> Parts:
    o = Slotted()

    def fn(x: Any) -> Any:
        o.n += 1
        o.other = o.n
        return x * 2

    return fn, lambda: [o.n, getattr(o, "other", None)]


@dataclasses.dataclass
class State:
    step: int = 0
    log: list[int] = dataclasses.field(default_factory=list)


@program(because="'step'")
def dataclass_field() -> Parts:
    state = State()

    def fn(x: Any) -> Any:
        state.step += 1
        state.log.append(state.step)
        return x * state.step

    return fn, lambda: dataclasses.astuple(state)


@program(because="'n'")
def namespace() -> Parts:
    space = types.SimpleNamespace(n=0)

    def fn(x: Any) -> Any:
        space.n += 1
        return x * 2

    return fn, lambda: space.n


@program(because="'n'")
def weak_reference() -> Parts:
    o = Plain()
    ref = weakref.ref(o)

    def fn(x: Any) -> Any:
        ref().n += 1  # type: ignore[union-attr]
        return x * 2

    return fn, lambda: o.n


@program(recorded=True)
def attribute_of_the_first_call() -> Parts:
    class Net(nn.Cell):
        def construct(self, x: Any) -> Any:
            if hasattr(self, "fresh"):
                return x * 3
            self.fresh = 1
            return x * 2

    net = Net()
    return lambda x: net(x), lambda: getattr(net, "fresh", None)


@program(recorded=True)
def attribute_deleted() -> Parts:
    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.once = 2.0

        def construct(self, x: Any) -> Any:
            if hasattr(self, "once"):
                del self.once
                return x * 2
            return x

    net = Net()
    return lambda x: net(x), lambda: hasattr(net, "once")


@program(because="'factor'")
def partial_and_bound_method() -> Parts:
    class Scale:
        factor = 1

        def call(self, x: Any, by: int) -> Any:
            self.factor += by
            return x * self.factor

    scale = Scale()
    return functools.partial(scale.call, by=2), lambda: scale.factor
