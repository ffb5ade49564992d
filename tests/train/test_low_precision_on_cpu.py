"""float16 and bfloat16 on a CPU: products by float32 where it has no instructions for float16, and who is told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

import msacc as ms
from msacc import Tensor, amp, nn, ops
from msacc.common import warn_once
from msacc.ops.core import float16_products
from msacc.train import amp as rules


class Products(TorchDispatchMode):
    """Notes the types that products are computed in."""

    NAMES = ("mm", "bmm", "addmm", "baddbmm", "convolution", "convolution_backward", "linear")

    def __init__(self) -> None:
        super().__init__()
        self.types: set[torch.dtype] = set()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        if func._schema.name.partition("::")[2] in self.NAMES:
            self.types |= {a.dtype for a in args if isinstance(a, torch.Tensor)}
        return func(*args, **(kwargs or {}))


def _draw(*shape: int) -> torch.Tensor:
    return torch.from_numpy(np.random.RandomState(0).randn(*shape).astype(np.float16))


CALLS: dict[str, tuple[Callable[..., Any], Callable[..., Any], list[torch.Tensor]]] = {
    "dense": (ops.dense, F.linear, [_draw(3, 5), _draw(2, 5), _draw(2)]),
    "matmul": (ops.matmul, torch.matmul, [_draw(2, 3, 4), _draw(4, 3)]),
    "MatMul": (ops.MatMul(), torch.mm, [_draw(3, 4), _draw(4, 3)]),
    "BatchMatMul": (ops.BatchMatMul(), torch.bmm, [_draw(2, 3, 4), _draw(2, 4, 3)]),
    "addmm": (ops.addmm, torch.addmm, [_draw(3, 3), _draw(3, 4), _draw(4, 3)]),
    "baddbmm": (ops.baddbmm, torch.baddbmm, [_draw(2, 3, 3), _draw(2, 3, 4), _draw(2, 4, 3)]),
    "conv2d": (ops.conv2d, F.conv2d, [_draw(1, 2, 5, 5), _draw(3, 2, 2, 2), _draw(3)]),
}


@pytest.mark.parametrize("name", CALLS)
def test_products_of_halves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float16_products, "BY_FLOAT32", True)
    ours, torchs, given = CALLS[name]
    with Products() as seen:
        found = ours(*[Tensor(t) for t in given])
        slopes = ms.grad(lambda *a: ours(*a).sum())(*[Tensor(t) for t in given])
    assert seen.types == {torch.float32}
    assert (found.dtype, slopes.dtype) == (ms.float16, ms.float16)
    expected = torchs(*[t.double() for t in given]).numpy()
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-3, atol=1e-3)


def test_a_processor_that_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float16_products, "BY_FLOAT32", False)
    ours, _, given = CALLS["matmul"]
    with Products() as seen:
        ours(*[Tensor(t) for t in given])
    assert seen.types == {torch.float16}


@pytest.mark.parametrize("level", ["O2", "O3", "auto"])
@pytest.mark.parametrize("in_graph", [False, True])
def test_levels(level: str, in_graph: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float16_products, "BY_FLOAT32", True)
    ms.set_context(mode=ms.GRAPH_MODE if in_graph else ms.PYNATIVE_MODE, jit_level="O0")
    ms.graph.reset()
    ms.set_seed(1)
    net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Dense(72, 4))
    plain = nn.WithLossCell(net, nn.CrossEntropyLoss())
    x = Tensor(np.random.RandomState(0).rand(3, 1, 6, 6).astype(np.float32))
    y = Tensor(np.array([0, 1, 2], np.int32))
    expected = float(plain(x, y))
    net = amp.auto_mixed_precision(net, level, ms.float16)
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), optimizer).set_train()
    seen = Products()
    with nullcontext() if in_graph else seen:
        losses = [float(step(x, y)) for _ in range(2)]
    assert abs(losses[0] - expected) < 3e-3 * expected
    assert losses[1] < losses[0]
    if not in_graph:
        assert seen.types == {torch.float32}
    assert not ms.graph.stats().not_recorded
    assert ms.graph.stats().fallbacks == []


@pytest.mark.parametrize(
    ("half", "brain", "low", "said"),
    [
        (False, True, ms.float16, 'bfloat16 is: auto_mixed_precision(network, "O2", mstype.bfloat'),
        (False, False, ms.float16, "float32 (level O0) is as fast"),
        (False, False, ms.bfloat16, "no instructions for bfloat16"),
        (True, True, ms.float16, ""),
        (False, True, ms.bfloat16, ""),
    ],
)
def test_what_is_said(
    half: bool,
    brain: bool,
    low: Any,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(rules, "has_float16_products", lambda: half)
    monkeypatch.setattr(rules, "has_bfloat16_products", lambda: brain)
    warn_once.forget()
    logger = logging.getLogger("msacc")
    logger.addHandler(caplog.handler)
    try:
        for _ in range(2):
            amp.auto_mixed_precision(nn.Dense(2, 2), "O2", low)
    finally:
        logger.removeHandler(caplog.handler)
    found = [r.getMessage() for r in caplog.records if "instructions" in r.getMessage()]
    assert len(found) == bool(said)
    assert not said or said in found[0]


def test_a_descent_by_itself_is_that_of_the_list() -> None:
    draws = np.random.RandomState(0).randn(2, 3, 4).astype(np.float32)
    parameter = ms.Parameter(Tensor(draws[0]), name="w")
    nn.SGD([parameter], 0.1)((Tensor(draws[1]),))
    np.testing.assert_allclose(parameter.asnumpy(), draws[0] - np.float32(0.1) * draws[1], 1e-6)


@pytest.mark.parametrize("in_graph", [False, True])
@pytest.mark.parametrize("low", [ms.float16, ms.bfloat16])
def test_what_is_recomputed_is_what_was(
    low: Any, in_graph: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(float16_products, "BY_FLOAT32", True)
    ms.set_context(mode=ms.GRAPH_MODE if in_graph else ms.PYNATIVE_MODE, jit_level="O0")
    x = Tensor(np.random.RandomState(0).rand(3, 6).astype(np.float32))
    found = []
    for again in (False, True):
        ms.set_seed(1)
        layers = nn.SequentialCell(nn.Dense(6, 6), nn.LayerNorm((6,)), nn.Dense(6, 2))
        if again:
            layers.recompute()
        net = amp.auto_mixed_precision(nn.SequentialCell(layers, nn.Dense(2, 1)), "auto", low)
        slopes = ms.value_and_grad(lambda x, net=net: net(x).sum(), None, net.trainable_params())
        found.append([g.asnumpy() for g in slopes(x)[1]])
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
