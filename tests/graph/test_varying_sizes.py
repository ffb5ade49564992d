"""Sizes that vary: from the second one on a recorded run is one for all that lead Python the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import library

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.tensor import wrap
from msacc.common.varying_size import symbol_of
from msacc.graph import reset, stats

pytestmark = pytest.mark.usefixtures("recorded_at_once")


def rows(count: int) -> Tensor:
    return Tensor(np.random.RandomState(count).randn(count, 3).astype(np.float32))


def same(found: Any, wanted: Any) -> None:
    """Results are equal, and of one structure."""
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            same(one, other)
    elif isinstance(wanted, Tensor):
        np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), rtol=1e-5, atol=1e-6)
    else:
        assert (type(found), found) == (type(wanted), wanted)


def check(fn: Callable[..., Any], sizes: Any, recorded: int, **options: Any) -> None:
    """A compiled `fn` gives what it does op by op, by so many recordings."""
    compiled = ms.jit(fn, **options)
    for size in sizes:
        same(compiled(rows(size)), fn(rows(size)))
    assert [*stats().recorded.values()] == [recorded]
    assert stats().not_recorded == {}


def test_ten_sizes_are_recorded_twice() -> None:
    net = nn.SequentialCell(nn.Dense(3, 4), nn.Tanh(), nn.Dense(4, 2))
    check(lambda x: (net(x) / x.shape[0]).sum(0), range(2, 12), 2)


def test_gradients_of_ten_sizes() -> None:
    net = nn.SequentialCell(nn.Dense(3, 4), nn.BatchNorm1d(4)).set_train(False)
    weights = net.trainable_params()
    check(ms.value_and_grad(lambda x: (net(x) ** 2).mean(), 0, weights), range(2, 12), 2)


def test_gradients_through_a_recording_of_ten_sizes() -> None:
    net = nn.SequentialCell(nn.Dense(3, 4), nn.Tanh())
    weights = net.trainable_params()

    def fn(x: Any) -> Any:
        return ops.softmax(net(x).reshape(-1, 2), 0) * x.shape[0]

    compiled = ms.jit(fn)
    for size in range(2, 12):
        found, wanted = (
            ms.value_and_grad(lambda x, f=f: (f(x) ** 2).sum(), 0, weights)(rows(size))
            for f in (compiled, fn)
        )
        same(found, wanted)
    assert [*stats().recorded.values()] == [2]
    assert stats().not_recorded == {}


def test_python_decides_by_a_size() -> None:
    """Once for each side, and for the first size."""
    check(lambda x: x * 2 if x.shape[0] > 5 else x - 1, (3, 4, 5, 9, 7, 2, 6, 100), 3)


def test_a_loop_over_a_size_is_recorded_for_each() -> None:
    def fn(x: Any) -> Any:
        total = 0
        for i in range(x.shape[0]):
            total = total + x[i] * i
        return total

    check(fn, (3, 4, 5, 4, 3), 3)


def test_sizes_0_and_1_are_recorded_apart() -> None:
    check(lambda x: (x * 2).sum(0) + ops.ones((x.shape[0], 3)).sum(0), (3, 4, 1, 0, 5, 1, 0, 6), 4)


def test_with_more_ways_than_are_kept_each_size_has_a_graph() -> None:
    def fn(x: Any) -> Any:
        return sum(x[i] for i in range(x.shape[0]))

    compiled = ms.jit(fn)
    for size in [*range(2, 25), 24, 3]:
        same(compiled(rows(size)), fn(rows(size)))
    # The first size, sixteen with symbols, then one for each size: six new ones, and 3 anew.
    assert stats().recorded["fn"] == 1 + 16 + 7
    assert not stats().not_recorded


def test_what_fails_for_any_size_is_recorded_for_none() -> None:
    def fn(x: Any) -> Any:
        print(x.shape)
        return x * 2

    compiled = ms.jit(fn)
    for size in (2, 3, 4, 5, 6):
        same(compiled(rows(size)), rows(size) * 2)
    assert "fn" not in stats().recorded
    assert "print" in stats().not_recorded["fn"]


@pytest.mark.parametrize(
    "result",
    [
        lambda x: x.shape[0],
        lambda x: (x * 2, x.shape[0] * 2 + 1),
        lambda x: {"rows": x.shape[0], "x": x}["rows"],
        lambda x: (x.reshape(-1).shape, x),
        lambda x: (x.shape, x.ndim, x.size, len(x)),
        lambda x: Tensor(x.shape[0]) * 2,
        lambda x: ops.full((x.shape[0],), x.shape[0]),
        lambda x: ops.arange(x.shape[0]),
    ],
)
def test_a_size_as_a_result(result: Callable[..., Any]) -> None:
    compiled = ms.jit(result)
    for size in (3, 4, 5, 6):
        same(compiled(rows(size)), result(rows(size)))


def test_a_size_as_a_result_through_which_a_gradient_passes() -> None:
    compiled = ms.jit(lambda x: (x * x.shape[0], 2 * x.shape[0] + 1, x.shape[0] > 2))
    for size in (3, 4, 5, 6):
        (_, count, large), grad = ms.value_and_grad(
            lambda x: ((out := compiled(x))[0].sum(), *out[1:]), has_aux=True
        )(rows(size))
        assert (type(count), count, large) == (int, 2 * size + 1, True)
        assert grad.asnumpy().tolist() == [[size] * 3] * size
    assert [*stats().recorded.values()] == [2]


def test_code_that_checks_for_an_int() -> None:
    def fn(x: Any) -> Any:
        size = x.shape[0]
        if not isinstance(size, int) or type(x.shape) is not tuple:
            raise TypeError("no size")
        return ops.reshape(x, (size * 3,)), ops.zeros(size, ms.float32), ops.tile(x, (size, 1))

    check(fn, (3, 4, 5, 6), 2)


def test_two_inputs_of_sizes_that_vary() -> None:
    compiled = ms.jit(lambda x, y: ops.matmul(x, y.T) + x.shape[0] - y.shape[0])
    for one, other in ((2, 3), (3, 4), (5, 5), (6, 5), (4, 9)):
        same(
            compiled(rows(one), rows(other)),
            ops.matmul(rows(one), rows(other).T) + one - other,
        )
    assert [*stats().recorded.values()][0] <= 3
    assert stats().not_recorded == {}


class Keeps(nn.Cell):
    """Sets an attribute to a size."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = 0

    def construct(self, x: Any) -> Any:
        self.rows = x.shape[0]
        return x * 2


def test_an_attribute_that_is_set_to_a_size() -> None:
    net = Keeps()
    compiled = ms.jit(net)
    for size in (3, 4, 5, 4):
        same(compiled(rows(size)), rows(size) * 2)
        assert (type(net.rows), net.rows) == (int, size)
    assert "changes the attribute 'rows'" in [*stats().not_recorded.values()][0]


def test_declared_sizes_are_recorded_once() -> None:
    declared = Tensor(shape=[None, 3], dtype=ms.float32)
    compiled = ms.jit(ms.enable_dynamic(x=declared)(lambda x: x * x.shape[0]))
    for size in (3, 4, 5):
        same(compiled(rows(size)), rows(size) * size)
    assert [*stats().recorded.values()] == [1]
    reset()
    net = nn.Dense(3, 2)
    net.set_inputs(declared)
    whole = ms.jit(net)
    for size in (3, 4, 5):
        assert whole(rows(size)).shape == (size, 2)
    assert [*stats().recorded.values()] == [1]


def test_a_call_that_runs_as_it_is_takes_a_size() -> None:
    @library.custom_op("msacc_test::rows", mutates_args=())
    def rows(x: torch.Tensor, count: int) -> torch.Tensor:
        return x.new_full((2,), count)

    @rows.register_fake
    def _(x: torch.Tensor, count: int) -> torch.Tensor:
        return x.new_empty(2)

    call = torch.ops.msacc_test.rows
    call(torch.ones(2, 3), 2)  # torch looks at an op once, at its first call
    run = ms.jit(lambda x: ops.relu(wrap(call(x._t, symbol_of(x.shape[0]))) * 2), jit_level="O0")
    for size in (4, 5, 6):
        assert run(Tensor(np.ones((size, 3), np.float32))).asnumpy().tolist() == [2.0 * size] * 2
    assert set(stats().recorded.values()) == {2}, stats()
