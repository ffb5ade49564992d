"""Copies of a step, its optimizer and its network, made after training began."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.nn.utils import no_init_parameters
from msacc.parallel import AutoParallel, GradAccumulation
from tests.parallel.oracle import (
    assert_equal,
    batches,
    build,
    optimizer,
    reference,
    tensors,
    values,
)

COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}
copies = pytest.mark.parametrize("way", COPIES)


def built(kind: str) -> tuple[Any, Any]:
    net, loss = build()
    cell = GradAccumulation(loss, 3)
    if kind == "model":
        manager = ms.FixedLossScaleManager(64.0)
        return net, ms.Model(
            AutoParallel(cell), optimizer=optimizer(net), loss_scale_manager=manager
        ).train_network
    return net, nn.TrainOneStepCell(cell, optimizer(net)).set_train()


@copies
@pytest.mark.parametrize("kind", ["model", "cell"])
def test_a_step_and_its_copy_go_on_apart(kind: str, way: str) -> None:
    data = batches(3, 12)
    net, step = built(kind)
    start = values(net)
    step(*tensors(data[0]))
    other = COPIES[way](step)
    for batch in data[1:]:
        step(*tensors(batch))
    wanted = reference(start, data)[0]
    assert_equal(net, wanted)
    copied = other.network if kind == "model" else other._msacc_planned_step.network
    middle = reference(start, data[:1])[0]
    for got, want in zip(values(copied), middle, strict=True):
        np.testing.assert_allclose(got, want, atol=2e-6)
    for batch in data[1:]:
        other(*tensors(batch))
    for got, want in zip(values(copied), wanted, strict=True):
        np.testing.assert_allclose(got, want, atol=2e-6)


@copies
def test_in_the_middle_of_a_window(way: str) -> None:
    net, loss = build()
    wrapped = AutoParallel(GradAccumulation(loss, 3))
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    with wrapped.no_sync():
        step(*tensors(batches(1, 12)[0]))
    with pytest.raises(RuntimeError, match="copied in the middle of a window of 3 micro-batches"):
        COPIES[way](step)


@copies
def test_parameters(way: str) -> None:
    """Of a part of a larger tensor, the part; of one without values yet, the same values to come."""
    whole = ms.Tensor(np.arange(1000, dtype=np.float32))
    part = ms.Parameter(ms.Tensor([0.0, 0.0]), name="part")
    part._t = whole._t[3:5]
    copied = COPIES[way](part)
    assert copied.asnumpy().tolist() == [3.0, 4.0]
    assert copied.name == "part"
    assert copied._t.untyped_storage().nbytes() == 8
    copied.set_data(ms.Tensor([7.0, 7.0]))
    assert part.asnumpy().tolist() == [3.0, 4.0]
    shallow = copy.copy(part)
    shallow.set_data(ms.Tensor([8.0, 8.0]))
    assert part.asnumpy().tolist() == [8.0, 8.0]
    with no_init_parameters():
        waiting = ms.Parameter(ms.common.initializer.initializer("normal", (3,)), name="waiting")
    copied = COPIES[way](waiting)
    assert copied.init_data().asnumpy().tolist() == waiting.init_data().asnumpy().tolist()
