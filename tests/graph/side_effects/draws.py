"""Random numbers, and control flow by iterators and exceptions."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from msacc import nn, ops
from tests.graph.side_effects.table import Parts, nothing, program


# -- random numbers ----------------------------------------------------------------------------
@program(because="random()")
def pythons_random() -> Parts:
    random.seed(1)
    return lambda x: x * random.random(), nothing


@program(because="random()")
def own_random() -> Parts:
    own = random.Random(1)
    return lambda x: x * own.random(), nothing


@program(because="seed()")
def random_of_the_run() -> Parts:
    return lambda x: x * (random.Random().random() < 2), nothing


@program(because="RandomState")
def numpys_random() -> Parts:
    np.random.seed(1)
    return lambda x: x * float(np.random.rand()), nothing


@program(because="RandomState")
def own_random_state() -> Parts:
    own = np.random.RandomState(1)
    return lambda x: x * float(own.normal()), nothing


@program(because="Generator")
def own_generator() -> Parts:
    own = np.random.default_rng(1)
    return lambda x: x * float(own.normal()), nothing


@program(because="urandom()")
def fresh_generator() -> Parts:
    drawn: list[float] = []

    def fn(x: Any) -> Any:
        drawn.append(float(np.random.default_rng().normal()))
        return x * 2

    return fn, lambda: len(set(drawn))


# -- control flow ------------------------------------------------------------------------------
class Iterates(nn.Cell):
    def __init__(self, values: Any) -> None:
        super().__init__()
        self.values = values


@program(because="values")
def iterator_on_self() -> Parts:
    class Net(Iterates):
        def construct(self, x: Any) -> Any:
            return x * next(self.values)

    net = Net(iter([2.0, 3.0, 4.0, 5.0]))
    return lambda x: net(x), nothing


@program(because="values")
def iterator_without_next() -> Parts:
    class Net(Iterates):
        def construct(self, x: Any) -> Any:
            for value in self.values:
                return x * value
            return x

    net = Net(iter([2.0, 3.0, 4.0]))
    return lambda x: net(x), nothing


@program(because="values")
def generator_kept() -> Parts:
    class Net(Iterates):
        def construct(self, x: Any) -> Any:
            for value in self.values:
                return x * value
            return x

    net = Net(i * 2.0 for i in range(3))
    return lambda x: net(x), nothing


@program(because="numbers")
def counter_of_itertools() -> Parts:
    numbers = itertools.count(1)
    return lambda x: x * next(numbers), nothing


@program(recorded=True)
def generator_of_the_run() -> Parts:
    def parts(x: Any) -> Any:
        for i in range(3):
            yield x * i

    return lambda x: sum(part for part in parts(x)), nothing


@program(because="log")
def callback() -> Parts:
    log: list[Any] = []

    def apply(x: Any, then: Callable[[Any], None]) -> Any:
        then("before")
        return x * 2

    return lambda x: apply(x, log.append), lambda: log


@program(recorded=True)
def cached_number() -> Parts:
    calls: list[int] = []

    @functools.lru_cache
    def helper(n: int) -> float:
        return n * 2.0

    return lambda x: x * helper(3), lambda: calls


@program(recorded=True)
def cached_helper_that_counts() -> Parts:
    calls: list[int] = []

    @functools.lru_cache
    def helper(n: int) -> float:
        calls.append(n)
        return n * 2.0

    return lambda x: x * helper(3), lambda: min(len(calls), 1)


@program(recorded=True)
def cached_tensor() -> Parts:
    @functools.lru_cache
    def helper(n: int) -> Any:
        return ops.ones((n,)) * 3

    return lambda x: x * helper(2), lambda: helper(2) * 1


@program(recorded=True)
def exceptions_as_control_flow() -> Parts:
    table = {"a": 2.0}

    def fn(x: Any) -> Any:
        try:
            return x * table["b"]
        except KeyError:
            return x * table["a"]

    return fn, nothing


@program(because="failures")
def exception_with_an_effect() -> Parts:
    failures: list[str] = []

    def fn(x: Any) -> Any:
        try:
            raise ValueError("no")
        except ValueError as error:
            failures.append(str(error))
        return x * 2

    return fn, lambda: failures


@program()
def exception_out_of_the_run() -> Parts:
    log: list[int] = []

    def fn(x: Any) -> Any:
        log.append(1)
        if len(log) == 2:
            raise ValueError("no")
        return x * 2

    return fn, lambda: log
