"""How a batch is cut, and how large a gradient is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn
from msacc.parallel import GradAccumulation
from msacc.step.batches import share
from msacc.step.scalars import squared_norm
from tests.parallel.oracle import (
    assert_equal,
    batches,
    build,
    optimizer,
    reference,
    tensors,
    values,
)


class Nested(nn.Cell):
    """A loss whose inputs come in a dict and a tuple."""

    def __init__(self, loss: Any):
        super().__init__(auto_prefix=False)
        self.loss = loss

    def construct(self, images: Any, rest: Any) -> Any:
        (labels,) = rest
        return self.loss(images["x"], labels)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_tensors_in_dicts_and_tuples_are_cut(mode: int) -> None:
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    step = ms.Model(GradAccumulation(Nested(loss), 3), optimizer=optimizer(net)).train_network
    seen: list[int] = []
    loss.register_forward_pre_hook(lambda cell, args: seen.append(args[0].shape[0]))
    before = ms.get_context("mode")
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
    try:
        for batch in data:
            x, y = tensors(batch)
            step({"x": x}, (y,))
    finally:
        ms.set_context(mode=before)
    assert set(seen) == {4}
    assert_equal(net, reference(start, data)[0])


def test_keywords_are_cut_too() -> None:
    """Calling the Cell gives the sum over micro-batches, however the inputs are given."""
    _, loss = build()
    x, y = tensors(batches(1, 12)[0])
    cell = GradAccumulation(loss, 3)
    assert float(cell(x, label=y)) == float(cell(x, y))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.ones((12, 4), np.int32), "input 1 is a ndarray"),
        ([np.ones(12, np.int32)], r"input 1\[0\] is a ndarray"),
        ({"y": torch.ones(12)}, r"input 1\['y'\] is a Tensor"),
        (ms.COOTensor(ms.Tensor([[0, 1]]), ms.Tensor([1.0]), (12, 4)), "input 1 is a COOTensor"),
    ],
)
def test_what_cannot_be_cut(value: Any, text: str) -> None:
    net, loss = build()
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    with pytest.raises(TypeError, match=f"{text}: give a Tensor, or a tuple"):
        step(tensors(batches(1, 12)[0])[0], value)


def test_nothing_to_cut() -> None:
    net, loss = build()
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    with pytest.raises(ValueError, match="no input has rows there"):
        step(ms.Tensor(1.0), ms.Tensor(2))


def test_a_whole_batch_that_processes_cannot_share() -> None:
    x = tensors(batches(1, 12)[0])
    assert [t.shape[0] for t in share(x, 4, 1)] == [3, 3]
    with pytest.raises(
        ValueError,
        match="dataset_strategy 'full_batch': 5 processes cannot share a batch of 12 rows",
    ):
        share(x, 5, 0)


def test_the_norm_of_complex_gradients() -> None:
    rng = torch.Generator().manual_seed(1)
    grads = [
        torch.randn(5, 3, dtype=kind, generator=rng) for kind in (torch.complex64, torch.float32)
    ]
    wanted = torch.nn.utils.get_total_norm(grads) ** 2
    assert float(squared_norm(grads)) == pytest.approx(float(wanted), rel=1e-6)
    assert float(squared_norm([grads[0].conj()])) == pytest.approx(
        float(grads[0].abs().square().sum()), rel=1e-6
    )


class Wave(nn.Cell):
    """A loss of one complex parameter."""

    def __init__(self, start: np.ndarray):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor(start), name="w")

    def construct(self, x: Any) -> Any:
        return ms.ops.square(ms.ops.abs(self.w * x)).mean()


def test_clipping_with_a_complex_parameter() -> None:
    start = np.array([1 + 2j, -3 + 0.5j, 2j], np.complex64)
    x = np.linspace(0.5, 2, 12).reshape(4, 3).astype(np.float32)
    net = Wave(start)
    opt = nn.SGD(net.trainable_params(), 0.1)
    step = ms.Model(GradAccumulation(net, 2, clip_norm=0.5), optimizer=opt).train_network
    step(ms.Tensor(x))
    w = torch.from_numpy(start.astype(np.complex128)).requires_grad_()
    (w * torch.from_numpy(x).double()).abs().square().mean().backward()
    torch.nn.utils.clip_grad_norm_([w], 0.5)
    wanted = (w - 0.1 * w.grad).detach().numpy()
    np.testing.assert_allclose(net.w.asnumpy(), wanted, atol=1e-6)
