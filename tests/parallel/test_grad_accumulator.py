"""The building block for loops of one's own, no_sync in one process, windows and epochs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from msacc.train import DynamicLossScaleManager
from msacc.train.accumulation import GradientAccumulation
from tests.parallel.oracle import (
    Batch,
    Net,
    assert_equal,
    batches,
    build,
    ignore,
    mean_loss,
    optimizer,
    reference,
    tensors,
    valid,
    values,
)

MODES = [PYNATIVE_MODE, GRAPH_MODE]


def joined(*parts: Batch) -> Batch:
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("communication", ["reduce_once", "scatter_each", "sync_always"])
def test_a_plain_loop(mode: int, communication: str) -> None:
    settings.mode = mode
    parts = batches(6, 4)
    net, loss = build()
    start = values(net)
    block = GradAccumulator(loss, optimizer(net), communication=communication)
    for k, part in enumerate(parts):
        before = values(net)
        block.accumulate(*tensors(part))
        assert_equal(net, before, atol=0)
        if k % 3 == 2:
            assert block.micro_batches == 3
            assert block.step()
            assert block.micro_batches == 0
    wanted, _ = reference(start, [joined(*parts[:3]), joined(*parts[3:])])
    assert_equal(net, wanted)


@pytest.mark.parametrize("mode", MODES)
def test_as_a_cell(mode: int) -> None:
    settings.mode = mode
    parts = batches(7, 4)
    net, loss = build()
    start = values(net)
    block = GradAccumulator(loss, optimizer(net), window=3)
    assert isinstance(block, nn.Cell)
    updated = [block(*tensors(part))[1] for part in parts]
    assert updated == [False, False, True, False, False, True, False]
    # The last, short window is divided by its true size: one.
    block.step()
    wanted, _ = reference(start, [joined(*parts[:3]), joined(*parts[3:6]), parts[6]])
    assert_equal(net, wanted)


def test_a_function_with_auxiliary_values_and_gradients_from_elsewhere() -> None:
    parts = batches(3, 4)
    net, loss = build()
    start = values(net)
    criterion = nn.CrossEntropyLoss()

    def forward(x: Any, y: Any) -> Any:
        logits = net(x)
        return criterion(logits, y), logits

    net.set_train()
    block = GradAccumulator(forward, optimizer(net), has_aux=True)
    value, logits = block.accumulate(*tensors(parts[0]))
    assert logits.shape == (4, 4)
    assert float(value) == pytest.approx(reference(start, parts[:1])[1][0], rel=1e-5)
    both = ms.value_and_grad(forward, None, block.train_step.optimizer.parameters, has_aux=True)
    for part in parts[1:]:
        block.accumulate_grads(both(*tensors(part))[1])
    block.step()
    wanted, _ = reference(start, [joined(*parts)])
    assert_equal(net, wanted)


def test_counts_weigh_micro_batches_and_gradients_alike() -> None:
    parts = [
        ignore(p, *rows)
        for p, rows in zip(batches(3, 4), [(0, 1, 2), (), (0, 1, 2, 3)], strict=False)
    ]
    net, loss = build()
    start = values(net)
    block = GradAccumulator(loss, optimizer(net), count=valid)
    grads = ms.grad(loss, None, net.trainable_params())(*tensors(parts[0]))
    block.accumulate_grads(grads, weight=1)
    block.accumulate(*tensors(parts[1]))
    assert block.accumulate(*tensors(parts[2])) is None
    block.step()
    wanted, _ = reference(start, [joined(*parts)])
    assert_equal(net, wanted)


def test_clear_forgets_the_window() -> None:
    parts = batches(2, 4)
    net, loss = build()
    start = values(net)
    block = GradAccumulator(loss, optimizer(net))
    block.accumulate(*tensors(parts[0]))
    block.clear()
    block.accumulate(*tensors(parts[1]))
    block.step()
    assert_equal(net, reference(start, parts[1:])[0])


def test_an_overflow_skips_and_lowers_the_scale() -> None:
    parts = batches(4, 4)
    parts[1][0][2, 1] = np.inf
    net, loss = build()
    start = values(net)
    manager = DynamicLossScaleManager(1024.0, 2, 100)
    block = GradAccumulator(loss, optimizer(net), window=2, loss_scale_manager=manager)
    assert [block(*tensors(p))[1] for p in parts] == [False, False, False, True]
    assert manager.get_loss_scale() == 512.0
    assert_equal(net, reference(start, [joined(*parts[2:])])[0])


def test_what_it_refuses() -> None:
    net, loss = build()
    opt = optimizer(net)
    with pytest.raises(ValueError, match="without GradAccumulation"):
        GradAccumulator(GradAccumulation(loss, 2), opt)
    with pytest.raises(ValueError, match="'window'"):
        GradAccumulator(loss, opt, window=0)
    block = GradAccumulator(loss, opt)
    with pytest.raises(ValueError, match="window="):
        block(*tensors(batches(1, 4)[0]))
    with pytest.raises(RuntimeError, match="nothing was accumulated"):
        block.step()
    with pytest.raises(ValueError, match="4 parameters need as many gradients, but got 1"):
        block.accumulate_grads([ms.Tensor([1.0])])


def test_no_sync_makes_a_window_of_several_calls() -> None:
    parts = batches(6, 4)
    net, loss = build()
    start = values(net)
    wrapped = AutoParallel(loss)
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    for k, part in enumerate(parts):
        before = values(net)
        if (k + 1) % 3:
            with wrapped.no_sync():
                step(*tensors(part))
            assert_equal(net, before, atol=0)
        else:
            step(*tensors(part))
    wanted, _ = reference(start, [joined(*parts[:3]), joined(*parts[3:])])
    assert_equal(net, wanted)


# -- checkpoints in the middle of a window -----------------------------------------------------
@pytest.mark.parametrize("communication", ["reduce_once", "scatter_each"])
def test_a_checkpoint_in_mid_window_resumes_bitwise(tmp_path: Path, communication: str) -> None:
    parts = [tensors(p) for p in batches(8, 4)]

    def fresh(seed: int) -> tuple[Net, GradAccumulator]:
        net, loss = build(seed, batch_norm=True, dropout=0.3)
        return net, GradAccumulator(
            loss,
            optimizer(net),
            window=4,
            communication=communication,
            running_statistics="batch",
        )

    net, block = fresh(3)
    for part in parts[:6]:
        block(*part)
    file = str(tmp_path / "middle.ckpt")
    ms.save_checkpoint(block, file, append_dict=block.window_state())
    for part in parts[6:]:
        block(*part)
    again, other = fresh(8)
    saved = ms.load_checkpoint(file)
    ms.load_param_into_net(other, saved)
    other.load_window_state(saved)
    assert other.micro_batches == 2
    assert [other(*part)[1] for part in parts[6:]] == [False, True]
    for a, b in zip(net.get_parameters(), again.get_parameters(), strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b.asnumpy(), err_msg=a.name)


# -- epochs that windows do not divide ---------------------------------------------------------
def source(parts: list[Batch]) -> Any:
    columns = tuple(np.concatenate(c) for c in zip(*parts, strict=True))
    return ms.dataset.NumpySlicesDataset(columns, ["x", "y"], shuffle=False).batch(4)


@pytest.mark.parametrize(
    ("remainder", "windows"),
    [
        ("carry", [[0, 1, 2], [3, 0, 1, 2]]),
        ("span", [[0, 1, 2], [3, 0, 1]]),
        ("flush", [[0, 1, 2], [3], [0, 1, 2], [3]]),
        ("drop", [[0, 1, 2], [0, 1, 2]]),
    ],
)
def test_windows_that_do_not_divide_the_epoch(
    remainder: str, windows: list[list[int]], capsys: pytest.CaptureFixture[str]
) -> None:
    parts = batches(4, 4)
    net, _ = build()
    start = values(net)
    trainer = GradientAccumulation(
        net, nn.CrossEntropyLoss(), optimizer(net), 3, sens=1 / 3, remainder=remainder
    )
    trainer.train_process(2, source(parts))
    # A carried window of four keeps the weight of three: the sum goes into one update, undivided.
    scale = [len(w) / 3 if remainder == "carry" else 1.0 for w in windows]

    def weighed(parameters: Any, item: tuple[Batch, float]) -> Any:
        return mean_loss(parameters, item[0]) * item[1]

    data = [(joined(*[parts[i] for i in w]), s) for w, s in zip(windows, scale, strict=True)]
    wanted, _ = reference(start, data, loss=weighed)  # type: ignore[arg-type]
    assert_equal(net, wanted)
    assert len(capsys.readouterr().out.splitlines()) == len(windows)


def test_a_remainder_of_another_name() -> None:
    net, _ = build()
    with pytest.raises(ValueError, match="'remainder' should be one of"):
        GradientAccumulation(net, nn.CrossEntropyLoss(), optimizer(net), 3, remainder="keep")
