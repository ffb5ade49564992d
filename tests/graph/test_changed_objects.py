"""Lists, dicts, objects, functions and classes of the user's that change between calls."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import operator
import types
from typing import Any

import pytest

import msacc as ms
from msacc import Tensor, ops
from tests.graph.driver import Program, programs, same_in_both
from tests.graph.users import Kind, OtherKind

PROGRAMS, program = programs()


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Point:
    x: float = 1.0
    y: tuple[int, ...] = (1, 2)


class Slotted:
    __slots__ = ("value",)


# -- containers --------------------------------------------------------------------------------
@program
def a_list():
    items = [1.0, 2.0]

    def fn(x):
        for item in items:
            x = x + item
        return x * len(items) if items else x

    yield fn
    items.append(3.0)
    yield
    items[0] = 9.0
    yield
    items.clear()
    yield


@program
def lists_in_a_list():
    rows = [[1.0], [2.0, 3.0]]
    yield lambda x: functools.reduce(operator.mul, [v for row in rows for v in row], x)
    rows[0].append(5.0)
    yield
    rows[1][0] = 7.0
    yield
    rows.append([11.0])
    yield


@program
def a_dict():
    table: dict[Any, float] = {"a": 1.0, 1: 2.0}

    def fn(x):
        for key, value in table.items():
            x = x * value + len(str(key))
        return x * table.get("q", 2.0) + (1.0 if "z" in table else 0.0)

    yield fn
    table["bb"] = 2.0
    yield
    table["a"] = 5.0
    yield
    table["a"] = table.pop("a") + 1.0  # another order
    yield
    del table[1]
    yield
    table["q"] = 7.0
    yield
    table.clear()
    table["z"] = 3.0
    yield


@program
def a_set():
    chosen = {1}
    yield lambda x: x * 2 if 2 in chosen else x * len(chosen)
    chosen.add(2)
    yield
    chosen.clear()
    yield


@program
def other_containers():
    queue, ordered = collections.deque([1.0]), collections.OrderedDict(a=1.0)
    yield lambda x: x * len(queue) + queue[0] + sum(ordered.values())
    queue.append(2.0)
    yield
    queue[0] = 4.0
    yield
    ordered["b"] = 2.0
    yield


@program
def functions_in_containers():
    steps, table = [ops.relu, ops.tanh], {"f": ops.exp}

    def fn(x):
        for step in steps:
            x = step(x)
        return table["f"](x)

    yield fn
    steps.append(ops.neg)
    yield
    steps[0] = ops.abs
    yield
    table["f"] = lambda x: x * 3
    yield


@program
def classes_in_containers():
    items: list[Any] = [Kind]
    table: dict[str, Any] = {"k": (Kind, 1)}
    yield lambda x: x * items[0]().value() + table["k"][0].of_class()
    items[0] = OtherKind
    yield
    table["k"] = (OtherKind, 1)
    yield


# -- objects -----------------------------------------------------------------------------------
@program
def attributes():
    o: Any = types.SimpleNamespace(a=1.0, inner=types.SimpleNamespace(c=2.0))

    def fn(x):
        extra = o.b if hasattr(o, "b") else 4.0
        return x * o.a + o.inner.c + getattr(o, "d", 1.0) + extra

    yield fn
    o.a = 3.0
    yield
    o.inner.c = 8.0
    yield
    o.inner = types.SimpleNamespace(c=5.0)
    yield
    o.b = 2.0
    yield
    o.d = 7.0
    yield
    del o.b
    yield


@program
def values_of_an_attribute():
    o: Any = types.SimpleNamespace(v=1)

    def fn(x):
        if o.v is None:
            return x
        if isinstance(o.v, (list, tuple)):
            return x * len(o.v)
        if isinstance(o.v, str):
            return ops.relu(x) if o.v == "relu" else x * len(f"{o.v}-")
        if isinstance(o.v, Colour):
            return x * o.v.value if o.v is Colour.RED else x - 1
        return x * o.v + (1 if type(o.v) is int else 2)

    yield fn
    values = [1.0, True, 0, 10**20, "relu", "name", None, [1, 2], (1, 2, 3), [], float("inf")]
    for o.v in [*values, Colour.RED, Colour.BLUE]:
        yield


@program
def types_of_an_attribute():
    o: Any = types.SimpleNamespace(v=1, dtype=ms.float32, place=0)
    table = {int: 2.0, float: 3.0, str: 4.0}
    yield lambda x: (x * table[type(o.v)])[o.place].astype(o.dtype)
    for o.v in (1.0, "a"):
        yield
    table[str] = 9.0
    yield
    o.dtype = ms.float16
    yield
    for o.place in (1, slice(0, 1), Ellipsis, None):
        yield


@program
def classes_in_attributes():
    o: Any = types.SimpleNamespace(k=Kind, name=Kind)
    yield lambda x: x * o.k().value() * (2 if o.name is Kind else 3)
    o.k = OtherKind
    yield
    o.name = OtherKind
    yield


@program
def records():
    pair = collections.namedtuple("pair", "a b")
    o: Any = types.SimpleNamespace(p=pair(1.0, 2.0), d=Point(), s=Slotted())
    o.s.value = 1.0
    yield lambda x: x * o.p.a + o.p.b + o.d.x + len(o.d.y) + o.s.value
    o.p = pair(3.0, 2.0)
    yield
    o.d.x = 4.0
    yield
    o.d = dataclasses.replace(o.d, y=(1,))
    yield
    o.s.value = 2.0
    yield


@program
def objects_with_protocols():
    class Numbers:
        count = 2

        def __len__(self):
            return self.count

        def __iter__(self):
            return iter([1.0] * self.count)

        def __getitem__(self, i):
            return float(self.count + i)

        def __bool__(self):
            return self.count > 2

    o = Numbers()
    yield lambda x: (x + sum(o)) * len(o) + o[0] + (1 if o else 0)
    o.count = 4
    yield
    Numbers.count = 5
    del o.count
    yield
    Numbers.__len__ = lambda self: 1  # type: ignore[method-assign]
    yield


@program
def missing_attributes():
    class Found:
        def __init__(self):
            self.table = {"q": 1.0}

        def __getattr__(self, name):
            return self.__dict__["table"][name]

    o: Any = Found()
    yield lambda x: x * o.q
    o.table["q"] = 3.0
    yield
    o.q = 9.0
    yield


@program
def callables():
    class Times:
        def __init__(self, k):
            self.k = k

        def __call__(self, x):
            return x * self.k

        def method(self, x):
            return x + self.k

    a, b = Times(2.0), Times(3.0)
    o: Any = types.SimpleNamespace(f=a, m=a.method, p=functools.partial(ops.clamp, min=0.0))
    yield lambda x: o.p(o.m(o.f(x)))
    o.f = b
    yield
    o.m = b.method
    yield
    b.k = 5.0
    yield
    o.p = functools.partial(ops.clamp, max=1.0)
    yield
    Times.__call__ = lambda self, x: x - 1  # type: ignore[method-assign]
    yield


@program
def tensors():
    o: Any = types.SimpleNamespace(t=Tensor([1.0, 2.0]), ts=[Tensor([1.0, 2.0])])

    def fn(x):
        for t in o.ts:
            x = x * t
        return x * o.t.shape[0] + (o.t if o.t.dtype == ms.float32 else 1.0)

    yield fn
    for o.t in (Tensor([5.0, 2.0]), Tensor([1, 2]), Tensor([1.0]), Tensor([[1.0]])):
        yield
    o.ts.append(Tensor([3.0, 3.0]))
    yield
    o.ts[0] = Tensor([4.0, 4.0])
    yield
    o.ts[0][0] = 7.0
    yield


# -- functions ---------------------------------------------------------------------------------
@program
def parts_of_functions():
    def inner(a=1.0, *, b=2.0):
        return a * b + inner.offset

    def other(a=1.0, *, b=2.0):
        return a - b + inner.offset

    inner.offset = 0.0  # type: ignore[attr-defined]
    yield lambda x: x * inner()
    inner.__defaults__ = (5.0,)
    yield
    inner.__kwdefaults__ = {"b": 7.0}
    yield
    inner.offset = 1.0  # type: ignore[attr-defined]
    yield
    inner.__code__ = other.__code__
    yield


@program
def its_own_code():
    def other(x):
        return x * 2.0

    def fn(x):
        return x + 1.0

    yield fn
    fn.__code__ = other.__code__
    yield


@program
def decorated():
    def scaled(k):
        def decorate(fn):
            @functools.wraps(fn)
            def call(*args):
                return fn(*args) * k

            return call

        return decorate

    def base(x):
        return x + 1

    o: Any = types.SimpleNamespace(f=scaled(2.0)(base), g=ms.jit(base, jit_level="O0"))
    yield lambda x: o.f(x) + o.g(x)
    o.f = scaled(3.0)(base)
    yield
    o.g = ms.jit(lambda x: x * 5, jit_level="O0")
    yield


@program
def gradients():
    k = 2.0
    o: Any = types.SimpleNamespace(g=ms.grad(lambda x: (x * x * k).sum()))
    yield lambda x: o.g(x)
    k = 3.0
    yield
    o.g = ms.grad(lambda x: (x * 7).sum())
    yield


# -- classes -----------------------------------------------------------------------------------
@program
def attributes_of_a_class():
    class Thing:
        a = 1.0
        kind: Any = Kind

    o = Thing()
    yield lambda x: x * o.a + o.kind().value()
    Thing.a = 5.0
    yield
    Thing.kind = OtherKind
    yield
    o.a = 6.0
    yield
    o.kind = Kind
    yield


@program
def methods():
    class Base:
        def value(self):
            return 1.0

        def code(self):
            return 1.0

    class Thing(Base):
        pass

    def other_code(self):
        return 4.0

    o: Any = Thing()
    yield lambda x: x * o.value() + o.code()
    Base.value = lambda self: 9.0  # type: ignore[method-assign]
    yield
    Thing.value = lambda self: 4.0  # type: ignore[method-assign]
    yield
    o.value = lambda: 3.0
    yield
    Base.code.__code__ = other_code.__code__
    yield
    Thing.code = lambda self: 8.0  # type: ignore[method-assign]
    yield
    del Thing.code
    yield


@program
def kinds_of_methods():
    class Base:
        factor = 1.0

        @staticmethod
        def static():
            return 1.0

        @classmethod
        def of_class(cls):
            return cls.factor

        @property
        def shown(self):
            return self.factor

    class Thing(Base):
        pass

    o = Thing()
    yield lambda x: x * Thing.static() + Thing.of_class() * 10 + o.shown * 100
    Base.static = staticmethod(lambda: 5.0)  # type: ignore[method-assign]
    yield
    Thing.factor = 3.0
    yield
    Base.of_class = classmethod(lambda cls: 7.0)  # type: ignore[method-assign, assignment]
    yield
    Thing.shown = property(lambda self: 2.0)  # type: ignore[assignment]
    yield


@program
def objects_made_inside():
    class Thing:
        def __init__(self):
            self.v = 1.0

        def value(self):
            return self.v

    def make():
        return Thing()

    def init(self):
        self.v = 3.0

    yield lambda x: x * make().value()
    Thing.__init__ = init  # type: ignore[method-assign]
    yield
    Thing.value = lambda self: 7.0  # type: ignore[method-assign]
    yield


@program
def bases_and_class():
    class A:
        def value(self):
            return 1.0

    class B:
        def value(self):
            return 2.0

    class Thing(A):
        pass

    o: Any = Thing()
    yield lambda x: x * o.value()
    Thing.__bases__ = (B,)
    yield
    o.__class__ = A
    yield


@program
def a_method_on_a_class_of_the_library():
    Tensor.doubled = lambda self: self * 2  # type: ignore[attr-defined]
    yield lambda x: x.doubled()
    Tensor.doubled = lambda self: self * 3  # type: ignore[attr-defined]
    yield
    del Tensor.doubled  # type: ignore[attr-defined]


@pytest.mark.parametrize("changing", PROGRAMS)
def test_graphs_follow(changing: Program) -> None:
    same_in_both(changing)
