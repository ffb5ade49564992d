"""Recompute by op, contexts of a recomputation, offload: which ops run twice, what is kept, equal gradients."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.common import warn_once
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.common.torch_private import TorchDispatchMode
from msacc.step.micro_search import activation_bytes

_SHAPE = (2, 3, 16, 8)
# Bytes of one float32 result (2, 3, 16, 16): scores, scaled scores, weights.
_SCORES = 2 * 3 * 16 * 16 * 4


class OpCount(TorchDispatchMode):
    """How often each op runs."""

    def __init__(self) -> None:
        super().__init__()
        self.counts = Counter[str]()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.counts[str(func).split(".")[1]] += 1
        return func(*args, **(kwargs or {}))


class Attention(nn.Cell):
    """Attention of primitives; `recompute` and `keep` name those told `recompute()` and `recompute(False)`."""

    def __init__(self, recompute: Sequence[str], keep: Sequence[str], drop: float):
        super().__init__()
        self.scores, self.scale = ops.BatchMatMul(transpose_b=True), ops.Mul()
        self.softmax, self.values = ops.Softmax(), ops.BatchMatMul()
        self.drop, self.drop_after = ops.Dropout(1 - drop), ops.Dropout(1 - drop)
        for name in recompute:
            getattr(self, name).recompute()
        for name in keep:
            getattr(self, name).recompute(False)

    def construct(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        weights = self.softmax(self.scale(self.scores(q, k), Tensor(0.3, ms.float32)))
        out = self.values(self.drop(weights)[0], v)
        return self.drop_after(out)[0].sum()


def _inputs() -> list[Tensor]:
    rng = np.random.default_rng(0)
    return [Tensor(rng.standard_normal(_SHAPE).astype(np.float32)) for _ in range(3)]


def _counted(net: nn.Cell) -> tuple[list[np.ndarray[Any, Any]], Counter[str]]:
    ms.set_seed(3)
    with OpCount() as count:
        grads = ms.grad(net, (0, 1, 2))(*_inputs())
    return [grad.asnumpy() for grad in grads], count.counts


def _check_equal(net: nn.Cell, plain: nn.Cell) -> Counter[str]:
    """Checks that gradients are equal bit for bit; returns how often more each op runs."""
    grads, counts = _counted(net)
    expected, plain_counts = _counted(plain)
    for grad, wanted in zip(grads, expected, strict=True):
        np.testing.assert_array_equal(grad, wanted)
    return counts - plain_counts


@pytest.mark.parametrize(
    ("names", "bmm", "softmax", "bernoulli"),
    [
        (["softmax"], 0, 1, 0),
        (["scores", "scale", "softmax"], 1, 1, 0),
        (["softmax", "drop"], 0, 1, 1),
        (["scores", "scale", "softmax", "drop", "values"], 2, 1, 1),
    ],
)
def test_recomputed_primitives_run_once_more(
    names: list[str], bmm: int, softmax: int, bernoulli: int
) -> None:
    more = _check_equal(Attention(names, [], 0.3), Attention([], [], 0.3))
    assert (more["bmm"], more["_softmax"], more["bernoulli_"]) == (bmm, softmax, bernoulli)


def test_results_of_recomputed_primitives_are_not_kept() -> None:
    """Softmax and the product keep one result of softmax; the scores are kept where softmax is computed again."""

    class Plain(nn.Cell):
        def __init__(self, *recompute: str):
            super().__init__()
            self.scores, self.softmax = ops.BatchMatMul(transpose_b=True), ops.Softmax()
            self.values = ops.BatchMatMul()
            self.q, self.k, self.v = (
                ms.Parameter(t, name=name) for t, name in zip(_inputs(), "qkv", strict=True)
            )
            for name in recompute:
                getattr(self, name).recompute()

        def construct(self, x: Tensor) -> Tensor:
            return self.values(self.softmax(self.scores(self.q, self.k)), self.v)

    x = _inputs()[0]
    out = x._t.nbytes
    assert activation_bytes(Plain(), (x,)) == _SCORES + out
    # The scores in place of what softmax makes of them.
    assert activation_bytes(Plain("softmax"), (x,)) == _SCORES + out
    assert activation_bytes(Plain("scores", "softmax"), (x,)) == out


def test_a_result_that_two_ops_need_is_computed_once() -> None:
    class Twice(nn.Cell):
        def __init__(self, recompute: bool):
            super().__init__()
            self.exp = ops.Exp().recompute(recompute)

        def construct(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            y = self.exp(q)
            return (
                (y * k).sum()
                + (y.transpose(0, 1, 3, 2) * v.transpose(0, 1, 3, 2)).sum()
                + (y * y).sum()
            )

    assert _check_equal(Twice(True), Twice(False))["exp"] == 1


def test_second_derivatives_and_parameters() -> None:
    class Weighted(nn.Cell):
        def __init__(self, recompute: bool):
            super().__init__()
            self.weight = ms.Parameter(np.linspace(0.1, 1, 8).astype(np.float32), name="w")
            self.mul = ops.Mul().recompute(recompute)

        def construct(self, q: Tensor) -> Tensor:
            return (self.mul(q, self.weight) ** 3).sum()

    def second(net: nn.Cell) -> list[Any]:
        twice = ms.grad(lambda q: ms.grad(net)(q).sum())(_inputs()[0])
        return [twice, *ms.grad(net, None, net.trainable_params())(_inputs()[0])]

    for got, wanted in zip(second(Weighted(True)), second(Weighted(False)), strict=True):
        np.testing.assert_array_equal(got.asnumpy(), wanted.asnumpy())


@pytest.mark.parametrize(
    ("names", "bmm", "softmax", "bernoulli"),
    [
        ([], 2, 1, 2),
        (["softmax"], 2, 0, 2),
        (["scores", "values"], 0, 1, 2),
        (["drop"], 2, 1, 1),
        (["drop", "drop_after"], 2, 1, 0),
    ],
)
def test_a_recomputed_cell_keeps_results_of_primitives_told_so(
    names: list[str], bmm: int, softmax: int, bernoulli: int
) -> None:
    net = Attention([], names, 0.3)
    net.recompute()
    more = _check_equal(net, Attention([], [], 0.3))
    assert (more["bmm"], more["_softmax"], more["bernoulli_"]) == (bmm, softmax, bernoulli)


def test_kept_results_beside_running_statistics() -> None:
    def trained(recompute: bool) -> list[Any]:
        ms.set_seed(1)
        net = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8), nn.ReLU()).set_train()
        net.tanh = ops.Tanh().recompute(False)
        net.append(nn.Dense(8, 2))
        block = nn.SequentialCell(net, _Applied(net.tanh)).set_train()
        if recompute:
            block.recompute()
        x = Tensor(np.random.default_rng(0).standard_normal((6, 8)).astype(np.float32))
        grads = ms.grad(lambda v: block(v).sum(), None, block.trainable_params())(x)
        return [*grads, *block.get_parameters()]

    for got, wanted in zip(trained(True), trained(False), strict=True):
        np.testing.assert_array_equal(got.asnumpy(), wanted.asnumpy())


class _Applied(nn.Cell):
    def __init__(self, primitive: ops.Primitive):
        super().__init__()
        self.primitive = primitive

    def construct(self, x: Tensor) -> Tensor:
        return self.primitive(x)


def test_a_layer_calls_its_recomputed_primitive() -> None:
    class Layer(nn.Cell):
        def __init__(self, recompute: bool):
            super().__init__()
            self.softmax = nn.Softmax()
            if recompute:
                self.softmax.softmax.recompute()

        def construct(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            return (self.softmax(q) * k * v).sum()

    assert _check_equal(Layer(True), Layer(False))["_softmax"] == 1


def test_a_cell_without_kept_results_goes_backward_twice() -> None:
    ops.Tanh().recompute(False)  # somewhere else
    net = nn.SequentialCell(nn.Dense(3, 4), nn.Tanh())
    net.recompute()
    _, pull = ms.vjp(lambda v: net(v), Tensor(np.ones((2, 3), np.float32)))
    (first,), (second,) = (pull(Tensor(np.ones((2, 4), np.float32))) for _ in range(2))
    np.testing.assert_array_equal(first.asnumpy(), second.asnumpy())


# -- contexts ----------------------------------------------------------------------------------
def _contexts(seen: list[str]) -> Callable[[], Any]:
    @contextmanager
    def noted(name: str) -> Iterator[None]:
        seen.append(name)
        yield

    return lambda: (noted("first"), noted("second"))


def test_contexts_around_the_first_and_the_second_run() -> None:
    seen: list[str] = []
    net, x = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU()), Tensor(np.ones((2, 3), np.float32))
    contexts = _contexts(seen)
    grad = ms.grad(lambda v: ms.recompute(net, v, use_reentrant=False, context_fn=contexts).sum())(
        x
    )
    np.testing.assert_array_equal(grad.asnumpy(), ms.grad(lambda v: net(v).sum())(x).asnumpy())
    assert seen == ["first", "second"]
    ms.recompute(net, x, use_reentrant=False, context_fn=contexts)  # outside of a gradient: one run
    assert seen == ["first", "second", "first"]
    net.recompute(use_reentrant=False, context_fn=contexts)
    ms.grad(lambda v: net(v).sum())(x)
    assert seen[3:] == ["first", "second"]


@pytest.mark.parametrize(
    ("context_fn", "error"),
    [
        (3, TypeError),
        (lambda: 1, TypeError),
        (lambda: (1, 2), TypeError),
        (lambda: ([],), ValueError),
    ],
)
def test_what_is_no_pair_of_contexts(context_fn: Any, error: type[Exception]) -> None:
    x = Tensor(np.ones((2, 3), np.float32))
    with pytest.raises(error, match="context_fn"):
        ms.grad(lambda v: ms.recompute(nn.ReLU(), v, use_reentrant=False, context_fn=context_fn))(x)


def test_recompute_names_what_it_does_not_take() -> None:
    with pytest.raises(TypeError, match="'mode' must be bool"):
        nn.Dense(2, 2).recompute("yes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'foo' is not known: it takes"):
        nn.Dense(2, 2).recompute(foo=True)


def test_contexts_need_the_other_flavour() -> None:
    with pytest.raises(ValueError, match="use_reentrant=False"):
        nn.ReLU().recompute(context_fn=_contexts([]))


# -- graph mode --------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_graph_with_a_recomputed_primitive_runs_op_by_op() -> None:
    settings.mode = GRAPH_MODE
    ms.set_context(jit_config={"jit_level": "O1"})
    net = Attention(["softmax"], [], 0.3)
    ms.set_seed(3)
    grads = ms.grad(net, (0, 1, 2))(*_inputs())
    settings.mode = PYNATIVE_MODE
    expected, _ = _counted(Attention([], [], 0.3))
    for grad, wanted in zip(grads, expected, strict=True):
        np.testing.assert_array_equal(grad.asnumpy(), wanted)
    assert any("Softmax.recompute()" in text for text in ms.graph.stats().not_recorded.values())


@pytest.mark.slow
def test_a_graph_with_a_recomputed_function_runs_op_by_op() -> None:
    """A graph holds the gradient too, and would keep all of the function's results."""
    x = Tensor(np.ones((2, 3), np.float32))

    def twice(v: Tensor) -> Tensor:
        return ms.recompute(lambda u: ops.tanh(u) * 2, v, use_reentrant=False).sum()

    settings.mode = GRAPH_MODE
    ms.set_context(jit_config={"jit_level": "O1"})
    grad = ms.grad(twice)(x).asnumpy()
    settings.mode = PYNATIVE_MODE
    np.testing.assert_array_equal(grad, ms.grad(twice)(x).asnumpy())
    assert any("recompute() of <lambda>" in text for text in ms.graph.stats().not_recorded.values())


# -- offload -----------------------------------------------------------------------------------
def test_offload_on_a_cpu_says_that_nothing_is_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    warn_once.forget()
    messages: list[str] = []
    monkeypatch.setattr(warn_once.logger, "log", lambda level, text: messages.append(text))
    for _ in range(2):
        nn.Dense(2, 2).offload()
    assert messages == ["Cell.offload has no effect on a CPU: there is nothing to move."]


@pytest.mark.parametrize(
    ("value", "error"),
    [("x", ValueError), (-1, ValueError), (1.5, TypeError), (None, TypeError), (True, TypeError)],
)
def test_offload_takes_auto_or_a_count(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="backward_prefetch"):
        nn.Dense(2, 2).offload(value)


def test_offload_moves_activations_and_no_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on another device: what is saved is copied, parameters are not, gradients are equal."""
    moved: list[torch.Size] = []
    save = torch.autograd.graph.save_on_cpu

    class Watched(save):  # type: ignore[misc, valid-type]
        def __init__(self, pin_memory: bool):
            super().__init__(pin_memory)
            inner = self.pack_hook
            self.pack_hook = lambda t: (moved.append(t.shape), inner(t))[1]

    monkeypatch.setattr("msacc.graph.activations_on_cpu.save_on_cpu", Watched)
    net = nn.SequentialCell(nn.Dense(3, 4), nn.Sigmoid(), nn.Dense(4, 2))
    x = Tensor(np.ones((5, 3), np.float32))

    def grads() -> list[Any]:
        return list(ms.grad(lambda v: net(v).sum(), None, net.trainable_params())(x))

    expected = grads()
    net.__dict__["_msacc_offload"] = True
    net._msacc_refresh()
    for got, wanted in zip(grads(), expected, strict=True):
        np.testing.assert_array_equal(got.asnumpy(), wanted.asnumpy())
    assert sorted(moved) == [
        (5, 3),
        (5, 4),
        (5, 4),
    ]  # the input; Sigmoid's result for itself and for Dense


class Seeded(nn.Cell):
    """Draws from streams of their own: of a primitive, of an op by its seed, of a Generator."""

    def __init__(self) -> None:
        super().__init__()
        self.w = Parameter(np.ones((4, 4), np.float32))
        self.drop, self.generator = ops.Dropout(keep_prob=0.8, Seed0=3), ms.Generator()

    def construct(self, x: Tensor) -> Tensor:
        x = self.drop(x @ self.w)[0] * self.w
        x = x * ops.normal((4,), 1.0, 0.1, seed=5) * ms.mint.rand((4, 4), generator=self.generator)
        return (x * x).sum()


def test_streams_of_their_own_draw_the_same_again() -> None:
    found = []
    for told in (False, True):
        ms.set_seed(3)
        net = Seeded().set_train()
        net.recompute(told)
        step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 1e-3))
        x = Tensor(np.random.RandomState(0).randn(4, 4).astype(np.float32))
        found.append([float(step(x)) for _ in range(3)])
    assert found[0] == found[1]


class WithWeight(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.weight = Parameter(Tensor([5.0, 7.0]), name="weight")

    def construct(self, x: Any) -> Any:
        return [x * 2, {"weight": self.weight}]


class WithWeightAndBprop(WithWeight):
    def construct(self, x: Any) -> Any:
        return super().construct(x)

    def bprop(self, x: Any, out: Any, dout: Any) -> Any:
        return (dout[0] * 3,)


@pytest.mark.parametrize("kind", [WithWeight, WithWeightAndBprop])
def test_a_parameter_among_the_results_is_its_value(kind: type[WithWeight]) -> None:
    net = kind()
    net.recompute()

    def loss(x: Any) -> Any:
        doubled, rest = net(x)
        return (doubled * rest["weight"]).sum()

    by_input, by_weight = ms.grad(loss, 0, net.trainable_params())(Tensor([1.0, 3.0]))
    factor = 2 if kind is WithWeight else 3
    np.testing.assert_array_equal(by_input.asnumpy(), [5 * factor, 7 * factor])
    np.testing.assert_array_equal(by_weight[0].asnumpy(), [2, 6])
