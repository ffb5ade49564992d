"""An LSTM that is trained in a graph: PyNative mode's kernel, for whatever is done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.settings import settings
from msacc.ops.nn import rnn_kernel

_DRAW = np.random.RandomState(0)
SEQUENCES = _DRAW.randn(6, 4, 2, 3).astype(np.float32)
STATES = _DRAW.randn(2, 4, 2, 2).astype(np.float32)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What was chosen, each time that there was a choice."""
    monkeypatch.setattr(settings, "o0_captures", True)
    ms.graph.reset()
    seen: list[bool] = []
    chooses = rnn_kernel._has_kernel

    def choose(*tensors: Any) -> bool:
        seen.append(chooses(*tensors))
        return seen[-1]

    monkeypatch.setattr(rnn_kernel, "_has_kernel", choose)
    return seen


def network(**how: Any) -> Callable[[Tensor], Tensor]:
    """A scalar of the output and both states, from given ones."""
    ms.set_seed(1)
    cell = nn.LSTM(3, 2, 2, bidirectional=True, **how)
    first = Tensor(STATES[0]), Tensor(STATES[1])

    def run(x: Tensor) -> Tensor:
        out, (h, c) = cell(x, first)
        return (out**2).sum() + (h * c).sum()

    return run


def both(call: Callable[..., Any], *args: Tensor, level: str = "O0") -> tuple[Any, Any]:
    """The result eagerly and in a graph."""
    return call(*args).asnumpy(), ms.jit(call, jit_level=level)(*args).asnumpy()


@pytest.mark.parametrize("biased", [True, False])
def test_gradients_are_the_kernels_own(chosen: list[bool], biased: bool) -> None:
    run = network(has_bias=biased)
    eager, graph = both(lambda x: ms.grad(run)(x), Tensor(SEQUENCES[0]))
    assert np.array_equal(eager, graph)
    assert chosen
    assert all(chosen)
    assert list(ms.graph.stats().recorded.values()) == [1]


@pytest.mark.slow
def test_compiled(chosen: list[bool]) -> None:
    run = network()
    eager, graph = both(lambda x: ms.grad(run)(x), Tensor(SEQUENCES[0]), level="O1")
    np.testing.assert_allclose(eager, graph, rtol=1e-6, atol=1e-7)
    assert chosen
    assert all(chosen)


@pytest.mark.slow
def test_gradients_of_gradients() -> None:
    run = network()
    call = ms.jit(lambda x: ms.grad(lambda y: ms.grad(run)(y).sum())(x), fullgraph=True)
    eager = ms.grad(lambda y: ms.grad(run)(y).sum())(Tensor(SEQUENCES[0]))
    np.testing.assert_allclose(
        call(Tensor(SEQUENCES[0])).asnumpy(), eager.asnumpy(), rtol=1e-5, atol=1e-6
    )


def test_over_a_batch_of_sequences() -> None:
    run = network()
    eager, graph = both(lambda x: ops.vmap(run)(x), Tensor(SEQUENCES))
    np.testing.assert_allclose(eager, graph, rtol=1e-6)
    one_by_one = [float(run(Tensor(x))) for x in SEQUENCES]
    np.testing.assert_allclose(graph, one_by_one, rtol=1e-5)


def test_sequences_of_many_lengths(chosen: list[bool]) -> None:
    """Each is recorded on its own, with the kernel, whose memory depends on the length."""
    run = network()
    graph = ms.jit(lambda x: ms.grad(run)(x), jit_level="O0")
    for length in (4, 5, 6, 7, 5, 6):
        x = Tensor(_DRAW.randn(length, 2, 3).astype(np.float32))
        np.testing.assert_array_equal(graph(x).asnumpy(), ms.grad(run)(x).asnumpy())
    assert len(chosen) == 4
    assert all(chosen)
    assert list(ms.graph.stats().recorded.values()) == [4]


def test_evaluation_is_left_to_torch(chosen: list[bool]) -> None:
    run = network()
    with ms._no_grad():
        eager, graph = both(run, Tensor(SEQUENCES[0]))
    assert eager == graph
    assert not any(chosen)
