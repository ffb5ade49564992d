"""What a Model, callbacks, metrics and settings of training show of themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import msacc as ms
from msacc import Tensor, nn, train
from msacc.common import initializer as init


def test_a_model_shows_its_parts() -> None:
    net = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU())
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    manager = ms.amp.FixedLossScaleManager(64.0)
    model = ms.Model(
        net, nn.MSELoss(), optimizer, metrics={"loss"}, amp_level="O2", loss_scale_manager=manager
    )
    assert repr(model).splitlines() == [
        "Model(",
        "  network: SequentialCell, 16 parameters",
        "  loss_fn: MSELoss()",
        "  optimizer: Momentum, learning rate 0.1, 2 parameters",
        "  metrics: loss: Loss()",
        "  amp_level: O2",
        "  loss_scale_manager: FixedLossScaleManager(loss_scale=64.0)",
        ")",
    ]
    assert "<td" in model._repr_html_()
    assert "Momentum, learning rate 0.1, 2 parameters" in model._repr_html_()
    assert repr(ms.Model(nn.ReLU())) == "Model(\n  network: ReLU, 0 parameters\n)"


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda p: nn.Adam([{"params": p[:1], "lr": 0.5}, {"params": p[1:]}]), "Adam, learning rates 0.5, 0.001"),
        (lambda p: nn.SGD(p, nn.ExponentialDecayLR(0.5, 0.5, 1, True)), "SGD, learning rate 0.5"),
        (lambda p: ms.mint.optim.SGD(p, lr=0.25), "SGD, learning rate 0.25"),
    ],
)  # fmt: skip
def test_learning_rates_of_every_kind(build: Any, text: str) -> None:
    net = nn.Dense(2, 2)
    model = ms.Model(nn.WithLossCell(net, nn.MSELoss()))
    model._optimizer = build(net.trainable_params())
    assert f"  optimizer: {text}, 2 parameters" in repr(model).splitlines()


def test_a_schedule_that_fails_is_left_out() -> None:
    class Broken(nn.learning_rate_schedule.LearningRateSchedule):
        def construct(self, step: Tensor) -> Tensor:
            raise ValueError("no rate")

    net = nn.Dense(2, 2)
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), Broken()))
    assert "  optimizer: SGD, 2 parameters" in repr(model)


def test_optimizers_and_losses_keep_the_repr_of_mindspore() -> None:
    assert repr(nn.Momentum(nn.Dense(2, 2).trainable_params(), 0.1, 0.9)) == "Momentum()"
    assert repr(nn.MSELoss()) == "MSELoss()"


def test_what_mindspore_shows_by_address_shows_its_arguments(tmp_path: Path) -> None:
    class Mine(train.Callback):
        def __init__(self, every: int, quiet: bool = False) -> None:
            self.every, self.quiet = every, quiet

    config = train.CheckpointConfig(save_checkpoint_steps=5)
    checkpoint = train.ModelCheckpoint("net", str(tmp_path), config)
    assert repr(Mine(3)) == "Mine(every=3)"
    assert repr(train.LossMonitor(5)) == "LossMonitor(per_print_times=5)"
    assert repr(train.EarlyStopping(patience=3)) == "EarlyStopping(patience=3)"
    assert repr(train.LambdaCallback(on_train_end=print)) == "LambdaCallback(on_train_end=print)"
    assert repr(config) == "CheckpointConfig(save_checkpoint_steps=5)"
    assert repr(checkpoint).startswith("ModelCheckpoint(prefix='net', directory=")
    assert repr(train.Accuracy("multilabel")) == "Accuracy(eval_type='multilabel')"
    assert repr(train.TopKCategoricalAccuracy(3)) == "TopKCategoricalAccuracy(k=3)"
    assert (
        repr(ms.amp.DynamicLossScaleManager(8.0)) == "DynamicLossScaleManager(init_loss_scale=8.0)"
    )
    assert repr(init.Normal(0.5)) == "Normal(sigma=0.5)"
    assert repr(ms.JitConfig("O1")) == "JitConfig(jit_level='O1')"


def test_a_layout_reads_as_it_was_written() -> None:
    layout = ms.parallel.Layout((2, 4), ("dp", "mp"))
    assert repr(layout) == "Layout((2, 4), ('dp', 'mp'))"
    assert (
        repr(layout(("dp", "mp"), "None")) == "Layout((2, 4), ('dp', 'mp'))(('dp', 'mp'), 'None')"
    )
    moved = ms.parallel.Layout((2,), ("x",), rank_list=[1, 0])
    assert repr(moved) == "Layout((2,), ('x',), rank_list=[1, 0])"


def test_a_cell_in_a_notebook() -> None:
    class Odd(nn.Cell):
        def extend_repr(self) -> str:
            return "<&>"

    net = nn.SequentialCell(nn.Dense(2, 3), nn.SequentialCell(Odd()))
    shown = net._repr_html_()
    assert "9 parameters" in shown
    assert "<b>Odd</b>(&lt;&amp;&gt;)" in shown
    assert shown.count("<details") == shown.count("</details>") == 2
    assert shown.count("<div") == shown.count("</div>")
