"""Accumulated training equals one big batch in float64, case by case."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common import warn_once
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.parallel import GradAccumulation
from msacc.train import DynamicLossScaleManager, FixedLossScaleManager
from tests.parallel.oracle import (
    Batch,
    assert_equal,
    batches,
    build,
    ignore,
    mean_of_means,
    optimizer,
    reference,
    tensors,
    valid,
    values,
)

MODES = [PYNATIVE_MODE, GRAPH_MODE]


def train(
    data: list[Batch], micro_size: int, lr: Any = 0.1, manager: Any = None, **options: Any
) -> tuple[Any, list[float], Any]:
    """(net, losses, its initial values)."""
    net, loss = build()
    start = values(net)
    step = ms.Model(
        GradAccumulation(loss, micro_size, **options),
        optimizer=optimizer(net, lr),
        loss_scale_manager=manager,
    ).train_network
    losses = [float(step(*tensors(batch))) for batch in data]
    return net, losses, start


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("communication", [None, "reduce_once", "scatter_each", "sync_always"])
@pytest.mark.parametrize("micro_size", [1, 3])
def test_equal_micro_batches(mode: int, communication: str | None, micro_size: int) -> None:
    settings.mode = mode
    data = batches(4, 12)
    net, losses, start = train(data, micro_size, communication=communication)
    wanted, expected = reference(start, data)
    assert_equal(net, wanted)
    np.testing.assert_allclose(np.array(losses) / micro_size, expected, rtol=1e-5)


@pytest.mark.parametrize("size", [10, 9, 13])
def test_a_shorter_last_micro_batch_has_its_own_weight(size: int) -> None:
    data = batches(4, size)
    net, losses, start = train(data, 4, remainder="short")
    wanted, expected = reference(start, data)
    assert_equal(net, wanted)
    parts = -(-size // -(-size // 4))
    np.testing.assert_allclose(np.array(losses) / parts, expected, rtol=1e-5)


def test_a_batch_that_does_not_divide_is_refused_by_default() -> None:
    with pytest.raises(ValueError, match=r"input\(10\) must be divided by micro size\(4\)"):
        train(batches(1, 10), 4)


@pytest.mark.parametrize("mode", MODES)
def test_count_divides_by_all_valid_targets(mode: int) -> None:
    settings.mode = mode
    # One micro-batch with every target, one with a single target, one without any.
    data = [ignore(batch, 4, 5, 6, 8, 9, 10, 11) for batch in batches(4, 12)]
    net, losses, start = train(data, 3, count=valid)
    wanted, expected = reference(start, data)
    assert_equal(net, wanted)
    np.testing.assert_allclose(np.array(losses) / 3, expected, rtol=1e-5)


def test_a_batch_without_targets_changes_nothing() -> None:
    data = [ignore(batches(1, 12)[0], *range(12))]
    net, losses, start = train(data, 3, count=valid)
    assert_equal(net, start, atol=0)
    assert losses == [0.0]


def test_equal_weights_are_the_default_and_warn_where_counts_differ(
    caplog: pytest.LogCaptureFixture,
) -> None:
    warn_once.forget()
    data = [ignore(batch, 4, 5, 6) for batch in batches(4, 12)]
    with caplog.at_level("WARNING", logger="msacc"):
        net, _, start = train(data, 3)
    said = [r.message for r in caplog.records if "valid targets differ" in r.message]
    assert len(said) == 1
    assert "GradAccumulation(count=...)" in said[0]
    wanted, _ = reference(start, data, loss=mean_of_means(3))
    assert_equal(net, wanted)
    whole, _ = reference(start, data)
    assert max(np.abs(a - b).max() for a, b in zip(wanted, whole, strict=True)) > 1e-3


@pytest.mark.parametrize("options", [{}, {"clip_norm": 1.0}])
def test_equal_counts_warn_of_nothing(
    options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    data = [ignore(batch, 0, 4, 8) for batch in batches(2, 12)]
    with caplog.at_level("WARNING", logger="msacc"):
        train(data, 3, **options)
    assert not [r for r in caplog.records if "valid targets" in r.message]


def test_the_norm_is_clipped_once_after_normalising() -> None:
    data = batches(4, 12)
    net, _, start = train(data, 3, clip_norm=0.3)
    wanted, _ = reference(start, data, clip=0.3)
    assert_equal(net, wanted)
    free, _ = reference(start, data)
    assert max(np.abs(a - b).max() for a, b in zip(wanted, free, strict=True)) > 1e-3


def test_clipping_sees_the_token_weighted_gradient() -> None:
    data = [ignore(batch, 4, 5, 6, 8) for batch in batches(4, 12)]
    net, _, start = train(data, 3, clip_norm=0.3, count=valid)
    wanted, _ = reference(start, data, clip=0.3)
    assert_equal(net, wanted)


def test_a_schedule_advances_once_per_update() -> None:
    data, rates = batches(4, 12), [0.2, 0.1, 0.05, 0.01]
    net, _, start = train(data, 3, lr=rates)
    wanted, _ = reference(start, data, rates=rates)
    assert_equal(net, wanted)


def test_sum_applies_the_sum_as_before_2_6() -> None:
    data = batches(3, 12)
    net, _, start = train(data, 3, lr=0.01, reduction="sum")
    wanted, _ = reference(start, data, rates=0.03)
    # Momentum is linear in the gradient, so three times the gradient is three times the rate.
    assert_equal(net, wanted)


@pytest.mark.parametrize(
    "options",
    [
        {"reduction": "max"},
        {"remainder": "pad"},
        {"communication": "never"},
        {"running_statistics": "all"},
        {"clip_norm": 0.0},
        {"count": valid, "reduction": "sum"},
        {"memory": "2GB"},
    ],
)
def test_refused_options_name_themselves(options: dict[str, Any]) -> None:
    _, loss = build()
    with pytest.raises(ValueError, match=f"'{next(iter(options))}'"):
        GradAccumulation(loss, 2, **options)


# -- loss scale --------------------------------------------------------------------------------
def with_overflow(data: list[Batch], step: int, row: int) -> list[Batch]:
    """The data with an infinite input in one row of one step."""
    bad = [(x.copy(), y) for x, y in data]
    bad[step][0][row, 0] = np.inf
    return bad


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("micro_size", [1, 3])
def test_an_overflow_in_one_micro_batch_skips_the_step(mode: int, micro_size: int) -> None:
    settings.mode = mode
    data = batches(4, 12)
    net, loss = build()
    start = values(net)
    manager = DynamicLossScaleManager(2.0**10, scale_factor=2, scale_window=100)
    step = ms.Model(
        GradAccumulation(loss, micro_size), optimizer=optimizer(net), loss_scale_manager=manager
    ).train_network
    seen = []
    for batch in with_overflow(data, 1, 5):
        _, overflow, scale = step(*tensors(batch))
        seen.append((bool(overflow), float(scale)))
        manager.update_loss_scale(bool(overflow))
    assert seen == [(False, 1024.0), (True, 1024.0), (False, 512.0), (False, 512.0)]
    wanted, _ = reference(start, [data[0], data[2], data[3]])
    assert_equal(net, wanted)


def test_model_train_moves_a_dynamic_scale() -> None:
    data = batches(4, 12)
    net, loss = build()
    start = values(net)
    manager = DynamicLossScaleManager(2.0**10, scale_factor=2, scale_window=2)
    columns = [np.concatenate(c) for c in zip(*with_overflow(data, 0, 11), strict=True)]
    source = ms.dataset.NumpySlicesDataset(tuple(columns), ["x", "y"], shuffle=False).batch(12)
    model = ms.Model(
        GradAccumulation(loss, 3), optimizer=optimizer(net), loss_scale_manager=manager
    )
    model.train(1, source)
    wanted, _ = reference(start, data[1:])
    assert_equal(net, wanted)
    # Down to 512 by the overflow, up again after two steps without one.
    assert manager.get_loss_scale() == 1024.0


def test_a_fixed_scale_cancels_out() -> None:
    data = batches(4, 12)
    net, loss = build()
    start = values(net)
    step = ms.Model(
        GradAccumulation(loss, 3, clip_norm=0.3),
        optimizer=optimizer(net, loss_scale=64.0),
        loss_scale_manager=FixedLossScaleManager(64.0, drop_overflow_update=False),
    ).train_network
    for batch in data:
        step(*tensors(batch))
    wanted, _ = reference(start, data, clip=0.3)
    assert_equal(net, wanted)


# -- dropout -----------------------------------------------------------------------------------
class Masks(nn.Cell):
    """A loss whose gradient is the mean of the masks drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(np.ones(64, np.float32)), name="weight")
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x: Any) -> Any:
        return self.drop(self.weight * 1.0).sum() + 0 * x.sum()


@pytest.mark.parametrize("mode", MODES)
def test_dropout_draws_a_mask_per_micro_batch_and_draws_it_again(mode: int) -> None:
    settings.mode = mode
    found = []
    for _ in range(2):
        net = Masks()
        step = ms.Model(
            GradAccumulation(net, 4), optimizer=nn.SGD(net.trainable_params(), 1.0)
        ).train_network
        ms.set_seed(5)
        step(ms.Tensor(np.zeros((4, 1), np.float32)))
        found.append(1 - net.weight.asnumpy())
    np.testing.assert_array_equal(found[0], found[1])
    # Each mask is 0 or 2; the mean of four different ones takes the values between, too.
    assert len(np.unique(found[0])) > 2


# -- running statistics ------------------------------------------------------------------------
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [12, 11])
def test_running_statistics_of_the_whole_batch(mode: int, size: int) -> None:
    settings.mode = mode
    data = batches(3, size)
    net, loss = build(batch_norm=True)
    step = ms.Model(
        GradAccumulation(loss, 4, remainder="short", running_statistics="batch"),
        optimizer=optimizer(net),
    ).train_network
    mean, variance = np.zeros(6), np.ones(6)
    for batch in data:
        step(*tensors(batch))
        x = batch[0].astype(np.float64)
        mean, variance = 0.9 * mean + 0.1 * x.mean(0), 0.9 * variance + 0.1 * x.var(0, ddof=1)
    np.testing.assert_allclose(net.norm.moving_mean.asnumpy(), mean, atol=1e-6)
    np.testing.assert_allclose(net.norm.moving_variance.asnumpy(), variance, atol=1e-6)


def test_running_statistics_of_micro_batches_differ() -> None:
    data = batches(1, 12)
    found = []
    for kind in ("micro", "batch"):
        net, loss = build(batch_norm=True)
        step = ms.Model(
            GradAccumulation(loss, 4, running_statistics=kind), optimizer=optimizer(net)
        ).train_network
        step(*tensors(data[0]))
        found.append((values(net), net.norm.moving_variance.asnumpy()))
    assert np.abs(found[0][1] - found[1][1]).max() > 1e-3
    for a, b in zip(found[0][0], found[1][0], strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_shared_batch_norm_cannot_be_told_apart() -> None:
    class Twice(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.norm = nn.BatchNorm1d(6)

        def construct(self, x: Any, y: Any) -> Any:
            return self.norm(self.norm(x)).sum()

    net = Twice()
    step = ms.Model(
        GradAccumulation(net, 2, running_statistics="batch"), optimizer=optimizer(net)
    ).train_network
    with pytest.raises(RuntimeError, match="'network.norm' runs 2 times|'norm' runs 2 times"):
        step(*tensors(batches(1, 12)[0]))
    np.testing.assert_array_equal(net.norm.moving_mean.asnumpy(), np.zeros(6))


def test_batch_norm_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("WARNING", logger="msacc"):
        for _ in range(2):
            net, loss = build(batch_norm=True)
            ms.Model(GradAccumulation(loss, 4), optimizer=optimizer(net))
    said = [r.message for r in caplog.records if "BatchNorm under" in r.message]
    assert len(said) == 1
    assert "_backbone.norm" in said[0]


def test_the_effective_batch_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="msacc"):
        train(batches(3, 12), 3)
    said = [r.message for r in caplog.records if "effective batch" in r.message]
    assert len(said) == 1
    assert said[0].startswith("effective batch: 4 (micro-batch) x 3 (window) x 1 (processes) = 12.")
