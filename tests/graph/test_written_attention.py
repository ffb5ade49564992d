"""Attention that is written out runs as the fused one in graphs: which forms are found, and that the numbers hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.common.settings import settings
from msacc.graph.recording import attention as fusing
from msacc.graph.recording import recorder
from msacc.graph.stats import reset, stats

B, H, N, D = 2, 3, 8, 4
LATER = np.triu(np.ones((N, N), np.bool_), 1)
EARLIER = Tensor(~LATER)
CAUSAL, SMALL = Tensor(LATER), Tensor(np.where(LATER, -1e9, 0).astype(np.float32))
PADDED = Tensor((np.arange(N) > 5)[None, None, None].repeat(B, 0))
PER_HEAD = Tensor(np.random.RandomState(5).randn(H, N, N).astype(np.float32))
S = D**-0.5


@pytest.fixture(autouse=True)
def graphs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The graphs in which attention was fused."""
    found: list[Any] = []
    prune = recorder.without_dead_calls

    def noting(graph: Any) -> None:
        prune(graph)
        found.append(graph)

    monkeypatch.setattr(recorder, "without_dead_calls", noting)
    monkeypatch.setattr(settings, "o0_captures", True)
    monkeypatch.setattr(fusing, "LONG_ON_CPU", 0)
    reset()
    yield found
    reset()


def calls(graph: Any) -> dict[str, Any]:
    """{name: node} of the calls of a graph."""
    return {str(node.target): node for node in graph.nodes if node.op == "call_function"}


def heads(seed: int = 0) -> list[Tensor]:
    rng = np.random.RandomState(seed)
    return [Tensor(rng.randn(B, H, N, D).astype(np.float32)) for _ in range(3)]


def product(q: Any, k: Any) -> Any:
    return ops.matmul(q, ops.transpose(k, (0, 1, 3, 2)))


def in_rows(q: Any, k: Any, v: Any) -> Any:
    """Three axes, heads and batches in one."""
    q, k, v = (t.reshape(B * H, N, D) for t in (q, k, v))
    scores = ops.bmm(q, k.transpose(0, 2, 1)) * S
    scores = scores.reshape(B, H, N, N).masked_fill(PADDED, -1e9).reshape(B * H, N, N)
    return ops.bmm(ops.softmax(scores), v).reshape(B, H, N, D)


def selected(q: Any, k: Any, v: Any) -> Any:
    scores = product(q, k) / D**0.5
    where = ops.broadcast_to(ops.logical_not(PADDED), scores.shape)
    scores = ops.select(where, scores, ops.full_like(scores, -1e4))
    return ops.matmul(scores.softmax(-1), v)


def halves(kind: Any) -> Callable[..., Any]:
    def attention(q: Any, k: Any, v: Any) -> Any:
        q, k, v = (t.astype(kind) for t in (q, k, v))
        scores = product(q, k).astype(ms.float32) * S + SMALL
        return ops.matmul(ops.softmax(scores).astype(kind), v).astype(ms.float32)

    return attention


# Form, and whether its mask is known to be causal.
FORMS: dict[str, tuple[Callable[..., Any], bool]] = {
    "plain": (lambda q, k, v: ops.matmul(ops.softmax(product(q, k) * S), v), False),
    "operators": (lambda q, k, v: ops.softmax(S * (q @ k.swapaxes(-1, -2)), -1) @ v, False),
    "scaled query": (lambda q, k, v: ops.softmax(product(q * S, k), -1) @ v, False),
    "divided by a Tensor": (
        lambda q, k, v: ops.softmax(product(q, k) / ops.sqrt(Tensor(float(D)))) @ v,
        False,
    ),
    "primitives": (
        lambda q, k, v: ops.BatchMatMul()(
            nn.Softmax()(ops.BatchMatMul(transpose_b=True)(q, k).mul(S)), v
        ),
        False,
    ),
    "filled": (
        lambda q, k, v: ops.softmax((product(q, k) * S).masked_fill(CAUSAL, -1e9)) @ v,
        True,
    ),
    "filled with a Tensor": (
        lambda q, k, v: (
            ops.softmax(product(q, k).masked_fill(CAUSAL, Tensor(-1e4, q.dtype)) * S) @ v
        ),
        True,
    ),
    "filled with -inf": (
        lambda q, k, v: (
            ops.softmax(ops.masked_fill(product(q, k), EARLIER == 0, float("-inf"))) @ v
        ),
        True,
    ),
    "where it counts": (
        lambda q, k, v: ops.softmax(ops.where(EARLIER, product(q, k), -1e9)) @ v,
        True,
    ),
    "small numbers added": (lambda q, k, v: ops.softmax(product(q, k) * S + SMALL) @ v, True),
    "made in the run": (
        lambda q, k, v: (
            ops.softmax(product(q, k) + (1 - ops.tril(ops.ones((N, N), ms.float32))) * -10000.0) @ v
        ),
        True,
    ),
    "padded": (
        lambda q, k, v: ops.softmax(product(q, k) * S + PADDED.astype(ms.float32) * -1e9) @ v,
        False,
    ),
    "a mask for each head": (
        lambda q, k, v: ops.softmax(product(q, k) + PER_HEAD) @ v,
        False,
    ),
    "a mask of a narrower type": (
        lambda q, k, v: ops.softmax(product(q, k) + PER_HEAD.astype(ms.float16)) @ v,
        False,
    ),
    "two masks": (
        lambda q, k, v: ops.softmax(product(q, k).masked_fill(PADDED, -1e9) + SMALL) @ v,
        False,
    ),
    "rows": (in_rows, False),
    "selected": (selected, False),
    "dropout of nothing": (
        lambda q, k, v: ops.dropout(ops.softmax(product(q, k)), 0.5, training=False) @ v,
        False,
    ),
    "float16": (halves(ms.float16), True),
    "bfloat16": (halves(ms.bfloat16), True),
}


def with_gradients(attention: Callable[..., Any]) -> Callable[..., Any]:
    weight = Tensor(np.random.RandomState(9).randn(B, H, N, D).astype(np.float32))
    return ms.value_and_grad(lambda q, k, v: (attention(q, k, v) * weight).sum(), (0, 1, 2))


def both(attention: Callable[..., Any], inputs: list[Tensor]) -> tuple[Any, Any]:
    """Loss and gradients, fused in a graph and written out op by op."""
    step = with_gradients(attention)
    fused = ms.jit(step, jit_level="O0")(*inputs)
    return fused, step(*inputs)


def same(found: Any, wanted: Any, tolerance: float = 2e-6) -> None:
    for a, b in zip((found[0], *found[1]), (wanted[0], *wanted[1]), strict=True):
        a, b = a.asnumpy(), b.asnumpy()
        assert abs(a - b).max() <= tolerance * max(1.0, abs(b).max())


@pytest.mark.parametrize("name", FORMS)
def test_the_forms_that_people_write(name: str, graphs: list[Any]) -> None:
    attention, causal = FORMS[name]
    fused, written = both(attention, heads())
    same(fused, written, {"float16": 4e-3, "bfloat16": 3e-2}.get(name, 2e-6))
    assert [*stats().fused_attentions.values()] == [1]
    found = calls(graphs[0])
    assert not any("softmax" in name for name in found)
    used = found["aten._scaled_dot_product_flash_attention_for_cpu.default"]
    is_causal = used.args[4] if len(used.args) > 4 else False
    assert is_causal == causal


def _dropped(q: Any, k: Any, v: Any) -> Any:
    return ops.dropout(ops.softmax(product(q, k)), 0.5, seed=1) @ v


def _written_to(q: Any, k: Any, v: Any) -> Any:
    weights = ops.softmax(product(q, k))
    weights[..., 0] = 0.0
    return weights @ v


NOT_FOUND: dict[str, Callable[..., Any]] = {
    "dropout on a CPU": _dropped,
    "softmax over queries": lambda q, k, v: ops.softmax(product(q, k), 2) @ v,
    "another function between": lambda q, k, v: ops.softmax(ops.tanh(product(q, k))) @ v,
    "numbers that count": lambda q, k, v: ops.softmax(product(q, k).masked_fill(CAUSAL, -5.0)) @ v,
    "wider values": lambda q, k, v: (ops.softmax(product(q, k)) @ ops.concat([v, v], -1))[..., :D],
    "written to": _written_to,
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_stays_as_it_is_written(name: str) -> None:
    ms.set_seed(3)
    step = with_gradients(NOT_FOUND[name])
    graph = ms.jit(step, jit_level="O0")
    found = graph(*heads())
    assert stats().fused_attentions == {}
    if "dropout" not in name:
        same(found, step(*heads()), 0.0)


def test_rows_of_which_all_is_masked() -> None:
    """The mean of the values, as where one small number stands in the place of all scores."""
    where = Tensor((np.arange(N) == 2)[:, None].repeat(N, 1))

    def attention(q: Any, k: Any, v: Any) -> Any:
        return ops.softmax(product(q, k).masked_fill(where, -1e9)) @ v

    q, k, v = heads()
    fused = ms.jit(attention, jit_level="O0")(q, k, v)
    assert [*stats().fused_attentions.values()] == [1]
    np.testing.assert_allclose(fused[:, :, 2].asnumpy(), v.asnumpy().mean(2), atol=1e-6)


def test_keys_that_are_written_to_before_the_product() -> None:
    """As a cache of keys is: the weights are those of before."""

    def attention(q: Any, k: Any, v: Any) -> Any:
        keys = k * 1
        weights = ops.softmax(product(q, keys))
        keys._t.mul_(2)
        return weights @ v + keys * 0

    found = ms.jit(attention, jit_level="O0")(*heads()).asnumpy()
    np.testing.assert_array_equal(found, attention(*heads()).asnumpy())
    assert stats().fused_attentions == {}


def test_weights_that_are_used_elsewhere() -> None:
    def attention(q: Any, k: Any, v: Any) -> Any:
        weights = ops.softmax(product(q, k))
        return weights @ v, weights

    for found, wanted in zip(ms.jit(attention)(*heads()), attention(*heads()), strict=True):
        np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), atol=1e-6)


class Attention(nn.Cell):
    """Causal by a mask that it holds."""

    def __init__(self) -> None:
        super().__init__()
        self.mask = Tensor(LATER)
        self.bias = Parameter(Tensor(np.zeros((N, N), np.float32)), "bias", requires_grad=False)

    def construct(self, q: Any, k: Any, v: Any) -> Any:
        return ops.softmax((product(q, k) + self.bias).masked_fill(self.mask, -1e9)) @ v


@pytest.mark.parametrize("way", ["another Tensor", "its values", "the bias"])
def test_a_mask_that_changes(way: str) -> None:
    net = Attention()
    graph, inputs = ms.jit(net, jit_level="O0"), heads()
    np.testing.assert_allclose(graph(*inputs).asnumpy(), net(*inputs).asnumpy(), atol=1e-6)
    before = net(*inputs).asnumpy()
    earlier = Tensor(np.tril(np.ones((N, N), np.bool_), -1))
    if way == "another Tensor":
        net.mask = earlier
    elif way == "its values":
        net.mask.assign_value(earlier)
    else:
        net.bias.set_data(Tensor(np.eye(N, dtype=np.float32) * 3))
    after = graph(*inputs).asnumpy()
    np.testing.assert_allclose(after, net(*inputs).asnumpy(), atol=1e-6)
    assert abs(after - before).max() > 1e-3


def test_a_trained_bias_and_a_second_derivative_are_written_out() -> None:
    bias = Parameter(Tensor(np.zeros((N, N), np.float32)), "bias")
    q, k, v = heads()

    def loss(q: Any) -> Any:
        return ((ops.softmax(product(q, k) + bias) @ v) ** 2).sum()

    by_bias = ms.grad(loss, None, [bias])
    np.testing.assert_allclose(
        ms.jit(by_bias, jit_level="O0")(q)[0].asnumpy(), by_bias(q)[0].asnumpy(), rtol=1e-5
    )

    def plain(q: Any) -> Any:
        return ((ops.softmax(product(q, k)) @ v) ** 2).sum()

    second = ms.grad(lambda q: (ms.grad(plain)(q) ** 2).sum())
    np.testing.assert_allclose(
        ms.jit(second, jit_level="O0")(q).asnumpy(), second(q).asnumpy(), rtol=1e-4, atol=1e-5
    )
    assert stats().fused_attentions == {}


def test_less_is_kept_for_the_backward_pass(graphs: list[Any]) -> None:
    """No matrix of queries by keys stands in a graph of forward and backward."""
    long = 64
    rng = np.random.RandomState(0)
    inputs = [Tensor(rng.randn(1, 2, long, 8).astype(np.float32)) for _ in range(3)]
    step = ms.value_and_grad(lambda q, k, v: FORMS["plain"][0](q, k, v).sum(), (0, 1, 2))
    ms.jit(step, jit_level="O0")(*inputs)
    shapes = [
        tuple(n.meta["val"].shape) for n in graphs[0].nodes if hasattr(n.meta.get("val"), "shape")
    ]
    assert shapes
    assert not any(shape[-2:] == (long, long) for shape in shapes)


def test_it_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "fuses_attention", False)
    fused, written = both(FORMS["plain"][0], heads())
    same(fused, written, 0.0)
    assert stats().fused_attentions == {}


def test_sizes_that_vary_share_a_fused_graph() -> None:
    graph = ms.jit(FORMS["plain"][0], jit_level="O0")
    for size in (5, 6, 7, 9):
        inputs = [t[:, :, :1].broadcast_to((B, H, size, D)) * 1 for t in heads(size)]
        np.testing.assert_allclose(
            graph(*inputs).asnumpy(), FORMS["plain"][0](*inputs).asnumpy(), atol=1e-6
        )
    assert [*stats().recorded.values()] == [2]
    assert [*stats().fused_attentions.values()] == [1]


@pytest.mark.parametrize(("kind", "fused"), [(ms.bfloat16, False), (ms.float16, True)])
def test_short_rows_in_bfloat16_on_a_cpu(
    kind: Any, fused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Torch's kernel for them is slower than products and softmax."""
    monkeypatch.setattr(fusing, "LONG_ON_CPU", N + 1)
    ms.jit(halves(kind), jit_level="O0")(*heads())
    assert bool(stats().fused_attentions) is fused
