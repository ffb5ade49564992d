"""Lists, dicts, sets and what is like them."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from msacc import nn, ops
from tests.graph.side_effects.table import Parts, nothing, program


class Appends(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.log: list[Any] = []

    def construct(self, x: Any) -> Any:
        y = x * 2
        self.log.append(y)
        return y


@program(because="log")
def list_on_self() -> Parts:
    net = Appends()
    return lambda x: net(x), lambda: net.log


GLOBAL_LOG: list[Any] = []


@program(because="GLOBAL_LOG")
def global_list() -> Parts:
    GLOBAL_LOG.clear()

    def fn(x: Any) -> Any:
        GLOBAL_LOG.append(1)
        return x * 2

    return fn, lambda: GLOBAL_LOG


@program(because="log")
def list_of_a_closure() -> Parts:
    log: list[Any] = []

    def fn(x: Any) -> Any:
        log.append(x + 1)
        return x * len(log)

    return fn, lambda: log


@program(recorded=True)
def list_of_the_run() -> Parts:
    def fn(x: Any) -> Any:
        parts = []
        for i in range(3):
            parts.append(x * i)
        table = {}
        table["sum"] = ops.stack(parts).sum(0)
        return table

    return fn, nothing


@program(because="table")
def dict_written() -> Parts:
    table: dict[str, Any] = {"calls": 0}

    def fn(x: Any) -> Any:
        table["calls"] += 1
        table["last"] = x
        return x * 2

    return fn, lambda: table


@program()
def dict_in_another_order() -> Parts:
    table: dict[str, float] = {"a": 1.0, "b": 2.0, "c": 3.0}

    def fn(x: Any) -> Any:
        table["a"] = table.pop("a")
        for key in list(table)[:1]:
            table[key] = table.pop(key)
        return x * list(table.values())[0]

    return fn, lambda: list(table)


@program(because="chosen")
def set_added_to() -> Parts:
    chosen: set[int] = set()

    def fn(x: Any) -> Any:
        chosen.add(len(chosen))
        return x * 2

    return fn, lambda: chosen


@program(because="queue")
def deque_appended_to() -> Parts:
    queue: collections.deque[Any] = collections.deque(maxlen=2)

    def fn(x: Any) -> Any:
        queue.append(x * 3)
        return x + queue[0]

    return fn, lambda: queue


@program()
def other_containers() -> Parts:
    counter, by_name = collections.Counter(), collections.defaultdict(list)
    ordered: Any = collections.OrderedDict(a=1.0, b=2.0)
    raw = bytearray(b"a")

    def fn(x: Any) -> Any:
        counter["calls"] += 1
        by_name["all"].append(counter["calls"])
        ordered.move_to_end("a", last=bool(counter["calls"] % 2))
        raw.append(98)
        return x * 2

    return fn, lambda: [dict(counter), dict(by_name), list(ordered), bytes(raw)]


class Log(list):  # type: ignore[type-arg]
    """A list with an attribute."""

    calls = 0


@program(because="calls")
def attribute_of_a_list() -> Parts:
    log = Log()

    def fn(x: Any) -> Any:
        log.calls += 1
        return x * 2

    return fn, lambda: log.calls


@program(because="history")
def mutable_default() -> Parts:
    kept: list[Any] = []

    def fn(x: Any, history: Any = kept) -> Any:
        history.append(len(history))
        return x * len(history)

    return fn, lambda: kept


@program(because="array")
def array_written() -> Parts:
    array = np.zeros(3)

    def fn(x: Any) -> Any:
        array[1] += 1
        return x * float(array[1])

    return fn, lambda: array
