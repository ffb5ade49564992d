"""A compiler that fails is asked once a signature; the call runs op by op, and that is said once."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common import warn_once
from msacc.graph import backend
from msacc.graph.recording import replay


class Inductor:
    """Raises for some shapes, and counts."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, ...]] = []
        self.refuses: Any = lambda shape: True

    def __call__(self, graph: Any, inputs: Any, settings: Any) -> Any:
        shape = tuple(next(i for i in inputs if isinstance(i, torch.Tensor)).shape)
        self.asked.append(shape)
        if self.refuses(shape):
            graph.graph.erase_node(next(iter(reversed(graph.graph.nodes))))  # half done
            raise RuntimeError("no code for this")
        return graph.forward


@pytest.fixture
def inductor(monkeypatch: pytest.MonkeyPatch) -> Inductor:
    made = Inductor()
    monkeypatch.setattr(backend, "inductor", made)
    monkeypatch.setattr(backend, "compiler_found", lambda: True)
    return made


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    warn_once.forget()
    messages: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    warn_once.logger.addHandler(handler)
    yield messages
    warn_once.logger.removeHandler(handler)
    warn_once.forget()


def test_one_attempt_and_one_line(inductor: Inductor, said: list[str]) -> None:
    before = len(ms.graph.stats().fallbacks)

    @ms.jit
    def twice(x: Tensor) -> Tensor:
        return ops.relu(x) * 2

    for _ in range(3):
        assert twice(Tensor([1.0, -1.0])).asnumpy().tolist() == [2.0, 0.0]
    assert inductor.asked == [(2,)]
    assert ms.graph.stats().fallbacks[before:] == ["twice: no code for this"]
    lines = [line for line in said if "op by op" in line]
    assert len(lines) == 1
    assert "twice" in lines[0]
    assert "no code for this" in lines[0]


def test_a_bare_assertion_of_the_compiler_says_where(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    def bare(*_given: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(backend, "inductor", bare)
    monkeypatch.setattr(backend, "compiler_found", lambda: True)
    before = len(ms.graph.stats().fallbacks)
    assert ms.jit(lambda x: ops.relu(x) * 2, jit_level="O1")(Tensor([1.0])).tolist() == [2.0]
    (why,) = ms.graph.stats().fallbacks[before:]
    line = inspect.getsourcelines(bare)[1] + 1
    place = f"AssertionError at {__file__}:{line} (raise AssertionError)"
    assert why.endswith(place)
    assert any(place in text for text in said)


def test_without_trying_out_kernels_where_that_fails(
    inductor: Inductor, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def tuned(graph: Any, inputs: Any, settings: dict[str, Any]) -> Any:
        asked.append(settings.get("max_autotune"))
        if settings["max_autotune"]:
            raise AssertionError
        return graph.forward

    monkeypatch.setattr(backend, "inductor", tuned)
    monkeypatch.setattr(backend, "_inductor_options", lambda level: {"max_autotune": True})
    before = len(ms.graph.stats().fallbacks)
    assert ms.jit(lambda x: ops.relu(x) * 2, jit_level="O2")(Tensor([1.0])).tolist() == [2.0]
    assert asked == [True, False]
    assert len(ms.graph.stats().fallbacks) == before
    assert any("without trying out kernels, which failed: AssertionError" in text for text in said)


def test_another_signature_may_try(inductor: Inductor) -> None:
    inductor.refuses = lambda shape: shape == (2,)

    @ms.jit
    def twice(x: Tensor) -> Tensor:
        return x * 2

    for shape in ((2,), (2, 2), (2,), (2, 2)):
        assert twice(Tensor(np.ones(shape, np.float32))).asnumpy().sum() == 2 * np.prod(shape)
    assert inductor.asked == [(2,), (2, 2)]


def test_a_train_step_goes_on(inductor: Inductor) -> None:
    net = nn.Dense(2, 1, "ones", "zeros")
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1)
    )
    step.set_train()
    x, y = Tensor([[1.0, 1.0]]), Tensor([[0.0]])
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        losses = [float(step(x, y)) for _ in range(3)]
    finally:
        ms.set_context(mode=before)
    # w <- w - 0.1 * 2 * out, b likewise: the output shrinks by 0.6 each step.
    assert losses == pytest.approx([4.0, 4.0 * 0.4**2, 4.0 * 0.4**4])
    # For a wrapper in C++, then for one in Python.
    assert len(inductor.asked) == 2


def test_what_cannot_be_recorded_is_tried_once(
    monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    tried: list[int] = []
    plain = replay.attempt

    def attempt(*given: Any) -> Any:
        tried.append(1)
        return plain(*given)

    monkeypatch.setattr(replay, "attempt", attempt)

    @ms.jit(jit_level="O0")
    def refused(x: Tensor, k: int = 1) -> Tensor:
        return x * (k + int(x.sum()))

    for _ in range(3):
        assert refused(Tensor([1.0])).asnumpy().tolist() == [2.0]
    assert len(tried) == 1
    assert refused(Tensor([1.0, 2.0])).asnumpy().tolist() == [4.0, 8.0]  # another shape
    assert refused(Tensor([1.0]), k=2).asnumpy().tolist() == [3.0]  # another number
    assert len(tried) == 3
    assert sum("refused" in line for line in said) == 1


def test_a_users_error_is_not_the_compilers() -> None:
    ms.graph.reset()

    @ms.jit(jit_level="O0")
    def positive(x: Tensor) -> Tensor:
        if x.shape[0] > 2:
            raise ValueError("too long")
        return x + 1

    for _ in range(2):
        with pytest.raises(ValueError, match="too long") as caught:
            positive(Tensor([1.0, 2.0, 3.0]))
        assert caught.value.__context__ is None
    assert positive(Tensor([1.0])).asnumpy().tolist() == [2.0]
    assert ms.graph.stats().fallbacks == []
    assert ms.graph.stats().recorded == {"positive": 1}


def test_more_signatures_than_kept(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    monkeypatch.setattr(replay, "_MOST_GRAPHS", 3)
    ms.graph.reset()

    @ms.jit(jit_level="O0")
    def named(x: Tensor, name: str) -> Tensor:
        return x * len(name)

    for _ in range(2):
        found = [float(named(Tensor([1.0]), "a" * n).asnumpy()[0]) for n in range(6)]
        assert found == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert ms.graph.stats().recorded == {"named": 3}
    assert sum("signatures" in line for line in said) == 1


def test_fullgraph_says_where_it_cannot() -> None:
    @ms.jit(fullgraph=True, jit_level="O0")
    def prints(x: Tensor) -> Tensor:
        print(end="")
        return x

    @ms.jit(fullgraph=True, jit_level="O0")
    def raises(x: Tensor) -> Tensor:
        raise KeyError("mine")

    with pytest.raises(RuntimeError, match="cannot be one graph"):
        prints(Tensor([1.0]))
    with pytest.raises(KeyError, match="mine"):
        raises(Tensor([1.0]))
