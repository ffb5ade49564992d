"""Which compiled form a jitted method, static method or function of several instances has."""

from __future__ import annotations

import functools
import gc
import weakref
from typing import Any

import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.graph import stats

jit = functools.partial(ms.jit, jit_level="O0")
X = Tensor([1.0, 2.0])


def graphs(prefix: str) -> int:
    return sum(n for name, n in stats().by_name.items() if name.startswith(prefix))


def test_instances_that_say_they_are_equal_are_told_apart() -> None:
    class Scale:
        def __init__(self, k: float) -> None:
            self.k = k

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

        @jit
        def times(self, x: Tensor) -> Tensor:
            return x * self.k

    a, b = Scale(2.0), Scale(3.0)
    assert a.times(X).asnumpy().tolist() == [2.0, 4.0]
    assert b.times(X).asnumpy().tolist() == [3.0, 6.0]
    assert a.times(X).asnumpy().tolist() == [2.0, 4.0]
    assert graphs("Scale_times") == 2


@pytest.mark.parametrize("slots", [False, True])
def test_instances_without_hash_or_weak_references(slots: bool) -> None:
    space: dict[str, Any] = {"__slots__": ("k",)} if slots else {}

    @jit
    def times(self: Any, x: Tensor) -> Tensor:
        return x * self.k

    times.__qualname__ = "Held.times"
    kind: Any = type("Held", (), {**space, "times": times, "__hash__": None})
    for k in (2.0, 5.0):
        held = kind()
        held.k = k
        assert held.times(X).asnumpy().tolist() == [k, 2 * k]


def test_an_instance_can_be_freed() -> None:
    class Held:
        @jit
        def times(self, x: Tensor) -> Tensor:
            return x * 2

    held = Held()
    held.times(X)
    gone = weakref.ref(held)
    del held
    gc.collect()
    assert gone() is None


def test_a_static_method_compiles_once() -> None:
    class Tools:
        @staticmethod
        @jit
        def relu(x: Tensor) -> Tensor:
            return x * 2

        @classmethod
        def both(cls, x: Tensor) -> Tensor:
            return cls.relu(x) + cls.relu(x + 1)

    before = stats().compiles
    for n in range(3):
        assert Tools.relu(X * n).asnumpy().tolist() == [2.0 * n, 4.0 * n]
    assert stats().compiles == before + 1
    assert Tools.both(X).asnumpy().tolist() == [6.0, 10.0]


def test_a_jitted_construct_of_a_base_class() -> None:
    class Base(nn.Cell):
        def __init__(self, k: float) -> None:
            super().__init__()
            self.k = k

        @jit
        def construct(self, x: Tensor) -> Tensor:
            return x * self.k

    class Own(Base):
        @jit
        def construct(self, x: Tensor) -> Tensor:
            return super().construct(x) + 1

    assert Own(2.0)(X).asnumpy().tolist() == [3.0, 5.0]
    assert Own(4.0)(X).asnumpy().tolist() == [5.0, 9.0]
    assert Base(3.0)(X).asnumpy().tolist() == [3.0, 6.0]


def test_deviations_by_name_are_one_graph() -> None:
    def spread(x: Tensor) -> tuple[Tensor, Tensor]:
        return x.var((0, 1), keepdims=True), x.std(dim=1)

    x = Tensor([[1.0, 2.0], [3.0, 5.0]])
    captured = jit(spread, fullgraph=True)(x)
    assert [t.asnumpy().tolist() for t in captured] == [t.asnumpy().tolist() for t in spread(x)]
