"""What a recorded run may read, changed between two calls: the run is recorded anew, and only then.

Each program's function is called twice after each change, op by op and as a graph. Results are equal, the first call is
recorded, and the second call after a change is always a replay.
"""

from __future__ import annotations

import collections
import functools
import itertools
import logging
import math
import os
import random
import types
import weakref
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.graph import stats
from msacc.graph.recording.dependencies import Dependencies
from msacc.graph.stats import reset
from tests.graph import users
from tests.graph.driver import INPUT, Program, plain, programs

PROGRAMS, program = programs()


def outcomes(changing: Program, graph: bool) -> list[Any]:
    """What two calls after each change give; an exception by its class."""
    steps, found = changing(), []
    fn = next(steps)
    call = ms.jit(fn, jit_level="O0") if graph else fn
    for number in itertools.count():
        ms.set_seed(number + 1)
        for again in (False, True):
            before = sum(stats().recorded.values())
            try:
                found.append(plain(call(Tensor(INPUT))))
            except Exception as error:
                found.append(type(error).__name__)
            now = sum(stats().recorded.values())
            assert now == before or not again, f"recorded anew without a change, step {number}"
        try:
            next(steps)
        except StopIteration:
            return found
    raise AssertionError


@pytest.mark.parametrize("changing", PROGRAMS)
def test_a_recorded_run_follows_what_changes(changing: Program) -> None:
    wanted = outcomes(changing, graph=False)
    reset()
    got = outcomes(changing, graph=True)
    assert repr(got) == repr(wanted)  # NaN is itself
    assert stats().recorded, stats().not_recorded
    assert not stats().not_recorded
    assert any(a != b for a, b in zip(wanted[::2], wanted[2::2], strict=False)), "changes nothing"


# -- Cells -------------------------------------------------------------------------------------
class Net(nn.Cell):
    """A Cell with attributes of several kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.scale, self.parts = 2.0, {"a": [1.0, 2.0]}
        self.body: Any = nn.ReLU()
        self.list_ = nn.CellList([nn.Tanh()])
        self.p = Parameter(Tensor([1.0, 2.0]), name="p")
        self.mask = Tensor([1.0, 0.0])

    def construct(self, x: Any) -> Any:
        y = self.body(x) * self.scale + sum(self.parts["a"]) + self.mask
        for cell in self.list_:
            y = cell(y) + 1
        return y * self.p


@program
def attributes_of_a_cell() -> Iterator[Any]:
    net = Net()
    yield lambda x: net(x)
    net.scale = 3.0
    yield
    net.parts["a"].append(4.0)
    yield
    net.parts = {"a": [0.5]}
    yield
    setattr(net, "scale", 3)  # noqa: B010
    yield
    vars(net)["scale"] = 7.0
    net.parts["a"][0] = 9.0
    yield


@program
def cells_exchanged_and_appended() -> Iterator[Any]:
    net = Net()
    yield lambda x: net(x)
    net.body = nn.Sigmoid()
    yield
    net.list_.append(nn.ReLU())
    yield
    net.list_[0] = nn.Sigmoid()
    yield
    net.list_.insert(0, nn.Softmax())
    yield
    del net.list_[1]
    yield


@program
def parameters_and_tensors_of_a_cell() -> Iterator[Any]:
    net = Net()
    yield lambda x: net(x)
    net.p.set_data(Tensor([5.0, 6.0]))
    yield
    net.p = Parameter(Tensor([7.0, 6.0]), name="q")
    yield
    net.p.set_data(Tensor([3.0]), slice_shape=True)
    yield
    net.mask = Tensor([2.0, 2.0])
    yield
    net.mask[0] = 9.0
    yield
    net.mask = Tensor([1, 0])
    yield
    net.mask = Tensor(3.0)
    yield


@program
def dtype_of_a_parameter() -> Iterator[Any]:
    p = Parameter(Tensor([1.0, 2.0]), name="p")
    yield lambda x: x.astype(p.dtype) + p
    p.set_dtype(ms.float16)
    yield


@program
def shape_that_is_only_asked_for() -> Iterator[Any]:
    t, p = Tensor([1.0, 2.0, 3.0]), Parameter(Tensor([1.0, 2.0]), name="p")
    holder = [t]
    yield (
        lambda x: x * holder[0].shape[0] * p.shape[0] * len(p.name) * (2 if p.requires_grad else 3)
    )
    holder[0] = Tensor([1.0])
    yield
    p.set_data(Tensor([3.0]), slice_shape=True)
    yield
    p.requires_grad = False
    yield
    p.name = "other"
    yield


@program
def attribute_of_a_tensor() -> Iterator[Any]:
    t: Any = Tensor([1.0, 2.0])
    t.tag = 2
    yield lambda x: x * t.tag + t
    t.tag = 3
    yield


@program
def train_flag_and_dropout() -> Iterator[Any]:
    class Drops(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.drop = nn.Dropout(p=0.5)

        def construct(self, x: Any) -> Any:
            return self.drop(x + ops.ones(200)[:2]) * (2 if self.training else 3)

    net = Drops()
    yield lambda x: net(x)
    net.set_train()
    yield
    net.drop.p = 0.9
    yield
    net.drop.set_train(False)
    yield


@program
def compute_type() -> Iterator[Any]:
    net = nn.Dense(2, 2, weight_init="ones", bias_init="zeros")
    yield lambda x: net(x * 1.001)
    net.to_float(ms.float16)
    yield
    net.to_float(ms.float32)
    yield


@program
def hooks_of_a_cell() -> Iterator[Any]:
    net = nn.ReLU()
    yield lambda x: net(x)
    first = net.register_forward_hook(lambda cell, args, out: out * 2)
    yield
    second = net.register_forward_pre_hook(lambda cell, args: (args[0] + 1,))
    yield
    first.remove()
    yield
    second.remove()
    yield


@program
def backward_hooks() -> Iterator[Any]:
    net = nn.Tanh()
    yield lambda x: ms.grad(lambda y: net(y).sum())(x)
    handle = net.register_backward_hook(lambda cell, given, grads: (grads[0] * 2,))
    yield
    handle.remove()
    yield


@program
def hooks_of_a_parameter() -> Iterator[Any]:
    p = Parameter(Tensor([1.0, 1.0]), name="p")
    gradient = ms.grad(lambda x: (x * p * p).sum(), None, [p])
    yield lambda x: gradient(x)[0]
    handle = p.register_hook(lambda grad: grad * 2)
    yield
    handle.remove()
    yield


@program
def parameters_that_require_gradients() -> Iterator[Any]:
    net = nn.Dense(2, 1, weight_init="ones", bias_init="zeros")

    def fn(x: Any) -> Any:
        grads = ms.grad(lambda y: net(y).sum(), None, net.trainable_params())(x)
        return sum((g.sum() for g in grads), x.sum())

    yield fn
    net.bias.requires_grad = False
    yield
    net.bias.requires_grad = True
    yield


@program
def settings_of_a_primitive() -> Iterator[Any]:
    class Sums(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.op: Any = ops.ReduceSum()
            self.soft = ops.Softmax(-1)

        def construct(self, x: Any) -> Any:
            return self.op(ops.stack([self.soft(x)] * 3), 0)

    net = Sums()
    yield lambda x: net(x)
    net.op.keep_dims = True
    yield
    net.op = ops.ReduceMean()
    yield


@program
def methods_of_a_cell() -> Iterator[Any]:
    class Calls(nn.Cell):
        def helper(self, x: Any) -> Any:
            return x * 2

        def construct(self, x: Any) -> Any:
            return self.helper(x)

    net: Any = Calls()
    yield lambda x: net(x)
    Calls.helper = lambda self, x: x * 3  # type: ignore[method-assign]
    yield
    net.helper = lambda x: x * 4
    yield
    Calls.construct = lambda self, x: x - 1  # type: ignore[method-assign]
    yield
    Calls.construct.__code__ = (lambda self, x: x - 5).__code__
    yield


# -- objects -----------------------------------------------------------------------------------
class Base:
    factor = 2.0

    def value(self) -> float:
        return self.factor


class Thing(Base):
    __slots__ = ("n",)
    n: Any

    @property
    def twice(self) -> float:
        return 2 * self.factor

    def value(self) -> float:
        return super().value() + 1


@program
def attributes_of_classes() -> Iterator[Any]:
    thing = Thing()
    yield lambda x: x * thing.value() * thing.twice + getattr(thing, "n", 0)
    Base.factor = 3.0
    yield
    Thing.factor = 4.0
    yield
    del Thing.factor
    Base.factor = 2.0
    yield
    thing.n = 5
    yield
    thing.n = 6
    yield
    thing.__dict__["factor"] = 9.0
    yield
    kept = Base.value
    Base.value = lambda self: 0.5  # type: ignore[method-assign]
    yield
    Base.value = kept  # type: ignore[method-assign]


@program
def other_objects() -> Iterator[Any]:
    space, pair = types.SimpleNamespace(a=1.0), collections.namedtuple("Pair", "a b")(1.0, [2.0])
    thing = Base()
    ref, part = weakref.ref(thing), functools.partial(lambda y, by: y * by[0], by=[2.0])
    yield lambda x: part(x) * space.a + pair.b[0] + ref().factor  # type: ignore[union-attr]
    space.a = 2.0
    yield
    pair.b[0] = 4.0
    yield
    thing.factor = 8.0
    yield
    part.keywords["by"][0] = 3.0
    yield
    space.__dict__["a"] = 5.0
    yield


@program
def containers() -> Iterator[Any]:
    queue, table = collections.deque([1.0]), collections.OrderedDict(a=1.0, b=2.0)
    many, chosen, raw = [float(i) for i in range(5000)], {1}, bytearray(b"ab")

    def fn(x: Any) -> Any:
        first = next(iter(table.values()))
        return x * first + queue[0] + len(many) + len(chosen) + raw[0]

    yield fn
    queue[0] = 2.0
    yield
    table.move_to_end("a")
    yield
    many.append(1.0)
    yield
    chosen.add(2)
    yield
    raw[0] = 1
    yield


@program
def arrays() -> Iterator[Any]:
    table, objects = np.array([1.0, 2.0], np.float32), np.array([[1.0], [2.0, 3.0]], object)
    yield lambda x: x * Tensor(table) + float(table.sum()) + objects[0][0]
    table[0] = 5.0
    yield
    objects[0][0] = 9.0
    yield
    objects[0] = [3.0]
    yield
    table[:] = np.nan
    table[0] = -0.0
    yield


# -- functions ---------------------------------------------------------------------------------
SCALE: Any = 2.0


def scaled(x: Any, by: Any = 2.0, *, also: float = 1.0) -> Any:
    return x * by * also * SCALE * getattr(scaled, "extra", 1.0)


@program
def globals_and_defaults() -> Iterator[Any]:
    global SCALE
    SCALE = 2.0
    yield lambda x: scaled(x)
    SCALE = 3.0
    yield
    scaled.__defaults__ = (5.0,)
    yield
    scaled.__kwdefaults__ = {"also": 4.0}
    yield
    scaled.extra = 2.0  # type: ignore[attr-defined]
    yield
    scaled.extra = 3.0  # type: ignore[attr-defined]
    yield
    del scaled.extra  # type: ignore[attr-defined]
    scaled.__defaults__, scaled.__kwdefaults__ = (2.0,), {"also": 1.0}


@program
def code_of_a_function() -> Iterator[Any]:
    def helper(x: Any) -> Any:
        return x * 2

    yield lambda x: helper(x)
    helper.__code__ = (lambda x: x * 3).__code__
    yield


@program
def modules() -> Iterator[Any]:
    def fn(x: Any) -> Any:
        from tests.graph.users import ITEMS

        return users.helper(x) * users.Settings.scale + ITEMS[0] + math.floor(users.FACTOR)

    factor, scale = users.FACTOR, users.Settings.scale
    yield fn
    users.FACTOR = 7.0
    yield
    users.Settings.scale = 9.0
    yield
    users.ITEMS[0] = 4.0
    yield
    users.FACTOR, users.Settings.scale, users.ITEMS[0] = factor, scale, 1.0


@program
def variables() -> Iterator[Any]:
    k, inner = 2.0, [lambda x: x * 2]

    def middle(x: Any) -> Any:
        return inner[0](x) * k

    yield lambda x: middle(x)
    k = 3.0
    yield
    inner[0] = lambda x: x * 5
    yield
    inner.append(ops.relu)
    inner[0] = inner[-1]
    yield


@program
def cached_helper() -> Iterator[Any]:
    factor = [2.0]

    @functools.lru_cache
    def helper(n: int) -> float:
        return n * factor[0]

    yield lambda x: x * helper(2)
    factor[0] = 3.0
    helper.cache_clear()
    yield


@program
def environment() -> Iterator[Any]:
    os.environ["MSACC_TEST_FACTOR"] = "2"
    yield lambda x: x * int(os.environ["MSACC_TEST_FACTOR"]) + len(os.getenv("MSACC_TEST_B", ""))
    os.environ["MSACC_TEST_FACTOR"] = "3"
    yield
    os.environ["MSACC_TEST_B"] = "abc"
    yield
    del os.environ["MSACC_TEST_FACTOR"], os.environ["MSACC_TEST_B"]


@program
def autocast_and_gradients() -> Iterator[Any]:
    inner: Any = nullcontext

    def fn(x: Any) -> Any:
        with inner():
            y = ops.matmul(x.reshape(1, 2), x.reshape(2, 1) * 1.001)
        return y.astype(ms.float32) + (1 if torch.is_grad_enabled() else 2)

    yield fn
    inner = functools.partial(torch.autocast, "cpu", torch.bfloat16)
    yield


# -- further -----------------------------------------------------------------------------------
def test_ambient_settings_of_torch() -> None:
    fn = lambda x: ops.matmul(x.reshape(1, 2), x.reshape(2, 1) * 1.001)  # noqa: E731
    call, x = ms.jit(fn, jit_level="O0"), Tensor(INPUT)
    contexts = nullcontext(), torch.autocast("cpu", torch.bfloat16), torch.no_grad(), nullcontext()
    for context in contexts:
        with context:
            assert plain(call(x)) == plain(fn(x))


def test_recomputation_between_two_calls() -> None:
    net = nn.SequentialCell(nn.Dense(2, 2), nn.Tanh())
    fn = lambda x: ms.grad(lambda y: net(y).sum())(x)  # noqa: E731
    call, x = ms.jit(fn, jit_level="O0"), Tensor(INPUT)
    reset()
    assert plain(call(x)) == plain(fn(x))
    assert stats().recorded
    net[0].recompute()
    np.testing.assert_allclose(call(x).asnumpy(), fn(x).asnumpy(), rtol=1e-6)
    assert "recompute()" in "".join(stats().not_recorded.values())


def test_what_changes_with_each_call_is_not_recorded_for_ever() -> None:
    net = Net()
    call, x = ms.jit(lambda x: net(x), jit_level="O0"), Tensor(INPUT)
    reset()
    for number in range(20):
        net.scale = float(number)
        assert plain(call(x)) == plain(net(x))
    assert sum(stats().recorded.values()) == 16
    (reason,) = stats().not_recorded.values()
    assert reason == "the attribute 'scale' of Net was another one in 16 of its calls"


def test_large_data_is_looked_at_where_the_run_says_its_name() -> None:
    class Trainer:
        def __init__(self) -> None:
            self.samples, self.table = np.zeros(1_000_000), np.zeros(5000)

        def epoch(self) -> float:
            return float(self.samples.sum())

        def step(self, x: Any) -> Any:
            return x + float(self.table.sum())

    trainer = Trainer()
    call, x = ms.jit(lambda x: trainer.step(x), jit_level="O0"), Tensor(INPUT)
    reset()
    for changed, recorded in [(trainer.samples, 1), (trainer.table, 1), (trainer.table, 2)]:
        assert plain(call(x)) == plain(trainer.step(x))
        assert sum(stats().recorded.values()) == recorded
        changed[7] += 1.0


def test_a_logger_that_is_told_to_speak() -> None:
    lines: list[str] = []
    logger, handler = logging.getLogger("tests.speaks"), logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    logger.setLevel(logging.WARNING)

    def fn(x: Any) -> Any:
        logger.debug("called")
        return x * 2

    call = ms.jit(fn, jit_level="O0")
    call(Tensor(INPUT))
    logger.setLevel(logging.DEBUG)
    call(Tensor(INPUT))
    assert lines == ["called"]


def places(net: Any) -> int:
    """How many places a call of `net` looks at, if nothing was set since the last one."""
    return Dependencies([net]).places()


def test_a_call_looks_at_few_places_whatever_the_size_of_the_network() -> None:
    def network(layers: int) -> Any:
        return nn.SequentialCell(*[Net() for _ in range(layers)])

    small, large = places(network(2)), places(network(20))
    # Two more for each `parts`, which is no attribute but a dict with a list in it.
    assert large - small <= 2 * 18
    dense = [places(nn.SequentialCell(*[nn.Dense(2, 2) for _ in range(n)])) for n in (2, 40)]
    assert dense[0] == dense[1] < 20


VALUES = [2.0, 3, True, None, "a", (1, 2), [1.0], {"k": 1.0}, np.array([1.0, 2.0], np.float32)]
VALUES += [nn.ReLU(), Tensor([1.0, 2.0]), ops.relu, Base]


def used(value: Any, x: Any) -> Any:
    """`x`, changed by a value of any kind."""
    if isinstance(value, (nn.Cell, types.FunctionType)):
        return value(x)
    if isinstance(value, Tensor):
        return x + value
    if isinstance(value, np.ndarray):
        return x + Tensor(value) * 2
    if isinstance(value, (tuple, list, dict, str)):
        values = value.values() if isinstance(value, dict) else value
        return x * len(value) + sum(v for v in values if not isinstance(v, str))
    return (
        x * 7 if value is None else x - 1 if value is Base else x * value + isinstance(value, bool)
    )


class Holder(nn.Cell):
    """Something of each kind that keeps values; `put` changes one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.of_cell: Any = 1.0
        self.space, self.table, self.items_ = types.SimpleNamespace(), {"k": 1.0}, [1.0, 1.0]
        self.space.deep = types.SimpleNamespace(value=[1.0])
        self.slots, self.cls = Thing(), type("Own", (Base,), {"value": 1.0})
        self.slots.n = 1.0

    def put(self, place: int, value: Any) -> None:
        """Keep `value` in the place of that number."""
        if place == 0:
            self.__dict__.pop("of_cell", None)
            self._cells.pop("of_cell", None)
            self.of_cell = value
        elif place == 1:
            self.space.deep.value[0] = value
        elif place == 2:
            self.table["k"] = value
        elif place == 3:
            self.items_[1] = value
        elif place == 4:
            self.slots.n = value
        else:
            self.cls.value = value  # type: ignore[attr-defined]

    def construct(self, x: Any) -> Any:
        for value in (self.of_cell, self.space.deep.value[0], self.table["k"], self.items_[1]):
            x = used(value, x)
        return used(self.cls.value, used(self.slots.n, x))  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(12))
def test_changes_at_random(seed: int) -> None:
    chosen, net = random.Random(seed), Holder()
    net_of_call = ms.jit(lambda x: net(x), jit_level="O0")
    reset()
    for _ in range(12):
        for _ in range(chosen.randint(0, 2)):
            net.put(chosen.randrange(6), chosen.choice(VALUES))
        if chosen.random() < 0.3:  # in place
            VALUES[8][chosen.randrange(2)] += 1.0
            VALUES[6].append(chosen.choice([1.0, 2.0]))
        assert plain(net_of_call(Tensor(INPUT))) == plain(net(Tensor(INPUT)))
    assert stats().recorded
    assert not stats().not_recorded
