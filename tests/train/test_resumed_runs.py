"""A run that is ended and gone on with gives the numbers of one that was never ended, bit for bit."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import nn, train
from msacc.boost import GradientAccumulation
from msacc.dataset import vision
from msacc.mindrecord import FileWriter
from msacc.parallel.nn import GradAccumulation
from msacc.train.resume.run_state import load_manager_tree, manager_tree

Data = Callable[[Path], Any]
ROWS = 44
X = np.random.default_rng(5).normal(size=(ROWS, 6)).astype(np.float32)
Y = np.random.default_rng(6).integers(0, 3, ROWS).astype(np.int32)


class Ended(Exception):
    """Stands for a kill."""


class Note(train.Callback):
    """Losses by step; ends the run after step `last`, or asks it to stop after step `stop`."""

    resume_attributes = ("steps",)

    def __init__(self, seen: dict[int, float], last: int | None, stop: int | None = None):
        super().__init__()
        self.seen, self.last, self.stop, self.steps = seen, last, stop, 0

    def on_train_step_end(self, run_context: Any) -> None:
        params = run_context.original_args()
        self.steps += 1
        assert self.steps == params.cur_step_num
        loss = params.net_outputs
        loss = loss[0] if isinstance(loss, tuple) else loss
        self.seen[params.cur_step_num] = float(loss.asnumpy())
        if params.cur_step_num == self.last:
            raise Ended
        if params.cur_step_num == self.stop:
            run_context.request_stop()


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Dense(6, 8), nn.Dense(8, 3)
        self.norm, self.drop = nn.BatchNorm1d(8), nn.Dropout(p=0.4)
        self.own = ms.ops.Dropout(0.9, Seed0=3, Seed1=4)

    def construct(self, x: Any) -> Any:
        return self.last(self.own(self.drop(self.norm(self.first(x))))[0])


def rows() -> Any:
    return ds.NumpySlicesDataset((X, Y), ["x", "y"], shuffle=True)


def plain(_: Path) -> Any:
    return rows().batch(4)


# -- data: each has something that goes on from epoch to epoch --------------------------------------
def weighted(_: Path) -> Any:
    sampler = ds.WeightedRandomSampler(np.linspace(0.1, 1, ROWS).tolist(), 30)
    return ds.NumpySlicesDataset((X, Y), ["x", "y"], sampler=sampler).batch(4)


def sharded(_: Path) -> Any:
    return ds.NumpySlicesDataset((X, Y), ["x", "y"], num_shards=2, shard_id=1).batch(4)


def by_class(_: Path) -> Any:
    sampler = ds.PKSampler(10, shuffle=True, class_column="y")
    source = ds.NumpySlicesDataset((X, Y), ["x", "y"], sampler=ds.SequentialSampler())
    source._msacc_node.sampler = sampler  # the source has labels as ImageFolder has them
    return source.batch(4)


def buffered(_: Path) -> Any:
    noisy = rows().map(lambda x: (x + np.random.rand()).astype(np.float32), ["x"])
    return noisy.shuffle(7).repeat(2).batch(5).take(9)


def mixed(_: Path) -> Any:
    one, two = (ds.NumpySlicesDataset((X[i::2], Y[i::2]), ["x", "y"]) for i in (0, 1))
    both = one + two
    both.use_sampler(ds.RandomSampler())
    return both.batch(4)


def files(folder: Path) -> Any:
    for part in range(3):
        lines = [
            f"{y} " + " ".join(map(str, x)) for x, y in zip(X[part::3], Y[part::3], strict=True)
        ]
        (folder / f"{part}.txt").write_text("\n".join(lines))
    texts = ds.TextFileDataset([str(folder / f"{i}.txt") for i in range(3)])
    read = texts.map(_parsed, ["text"], ["x", "y"])
    return read.batch(4)


def _parsed(text: Any) -> Any:
    numbers = str(text).split()
    return np.array(numbers[1:], np.float32), np.array(int(numbers[0]), np.int32)


def records(folder: Path) -> Any:
    path = str(folder / "rows.mindrecord")
    if not os.path.exists(path):
        writer = FileWriter(path)
        writer.add_schema({"x": {"type": "float32", "shape": [6]}, "y": {"type": "int32"}}, "rows")
        writer.write_raw_data([{"x": x, "y": int(y)} for x, y in zip(X, Y, strict=True)])
        writer.commit()
    return ds.MindDataset(path, shuffle=True).batch(4)


def pictures(_: Path) -> Any:
    images = (np.abs(X).reshape(ROWS, 2, 3, 1) * 60).clip(0, 255).astype(np.uint8)
    source = ds.NumpySlicesDataset((images, Y), ["x", "y"])
    steps = [vision.RandomHorizontalFlip(0.5), lambda image: image.astype(np.float32).ravel() / 255]
    return source.map(steps, ["x"]).batch(4)


def python_random(_: Path) -> Any:
    def source() -> Any:
        for _ in range(ROWS):
            i = random.randrange(ROWS)
            yield X[i], Y[i]

    return ds.GeneratorDataset(source, ["x", "y"]).batch(4)


# -- networks ---------------------------------------------------------------------------------------
def simple(data: Any) -> Any:
    net = Net()
    schedule = nn.cosine_decay_lr(0.0, 0.05, 200, 11, 4)
    return train.Model(net, nn.CrossEntropyLoss(), nn.Adam(net.trainable_params(), schedule))


def micro_batches(data: Any) -> Any:
    net = Net()
    loss = GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), 2)
    return train.Model(loss, optimizer=nn.Momentum(net.trainable_params(), 0.05, 0.9))


def loss_scale(data: Any) -> Any:
    net = Net()
    manager = train.DynamicLossScaleManager(2.0**20, 2, 3)
    optimizer = nn.SGD(net.trainable_params(), 0.05)
    given = {"amp_level": "O2", "loss_scale_manager": manager}
    return train.Model(net, nn.CrossEntropyLoss(), optimizer, **given)


class Windows(nn.Cell):
    """Updates after every third call, so that runs end in the middle of a window."""

    def __init__(self, network: nn.Cell, optimizer: Any):
        super().__init__(auto_prefix=False)
        self.network, self.accumulate = network, GradientAccumulation(3, optimizer)
        self.grad = ms.value_and_grad(network, None, optimizer.parameters)

    def construct(self, x: Any, y: Any) -> Any:
        return self.accumulate(*self.grad(x, y))


def in_windows(data: Any) -> Any:
    net = nn.WithLossCell(nn.Dense(6, 3), nn.CrossEntropyLoss())
    return train.Model(Windows(net, nn.Momentum(net.trainable_params(), 0.05, 0.9)))


def run(
    folder: Path,
    model: Any,
    data: Data,
    last: int | None = None,
    seed: int = 1,
    stop: int | None = None,
    **given: Any,
) -> tuple[dict[int, float], dict[str, bytes]]:
    """{step: loss} and the parameters at the end; none where the run was ended after step `last`."""
    ms.set_seed(seed)
    random.seed(seed)
    seen: dict[int, float] = {}
    made = model(data(folder))
    made._network.set_train()
    try:
        made.train(3, data(folder), callbacks=[Note(seen, last, stop)], **given)
    except Ended:
        return seen, {}
    return seen, {p.name: p.asnumpy().tobytes() for p in made.train_network.get_parameters()}


def check(folder: Path, model: Any, data: Data, ends: tuple[int, ...]) -> None:
    """Ended after each of `ends`, the run is what it would have been."""
    expected = run(folder, model, data)
    resume = train.Resume(str(folder / "kept"), steps=3)
    found: dict[int, float] = {}
    for i, last in enumerate(ends):
        found |= run(folder, model, data, last, 1 if i == 0 else 90 + i, resume=resume)[0]
    losses, values = run(folder, model, data, seed=99, resume=resume)
    assert min(losses) > 1
    assert (found | losses, values) == expected


_DATA = [plain, weighted, sharded, by_class, buffered, mixed, files, records, pictures]


@pytest.mark.parametrize("data", [*_DATA, python_random], ids=lambda f: f.__name__)
def test_rows_go_on(data: Data, tmp_path: Path) -> None:
    check(tmp_path, simple, data, (4, 10, 17))


@pytest.mark.parametrize("model", [micro_batches, loss_scale, in_windows], ids=lambda f: f.__name__)
def test_steps_go_on(model: Any, tmp_path: Path) -> None:
    check(tmp_path, model, plain, (4, 10, 17))


@pytest.mark.slow
def test_graphs_go_on(tmp_path: Path) -> None:
    ms.set_context(mode=ms.GRAPH_MODE)
    check(tmp_path, simple, plain, (4, 13))


def test_a_run_that_is_asked_to_stop_goes_on_within_its_epoch(tmp_path: Path) -> None:
    expected = run(tmp_path, simple, plain)
    resume = train.Resume(str(tmp_path / "kept"))
    first, _ = run(tmp_path, simple, plain, stop=7, resume=resume)
    assert list(first) == list(range(1, 8))
    losses, values = run(tmp_path, simple, plain, seed=99, resume=resume)
    assert min(losses) == 8
    assert (first | losses, values) == expected


# -- callbacks --------------------------------------------------------------------------------------
def _fitted(folder: Path, last: int | None, resume: Any) -> Any:
    ms.set_seed(2)
    net = nn.Dense(6, 3)
    optimizer = nn.Momentum(net.trainable_params(), 0.5, 0.9)
    model = train.Model(net, nn.CrossEntropyLoss(), optimizer, metrics={"loss"})
    early = train.EarlyStopping(patience=3, restore_best_weights=True)
    slower, history = train.ReduceLROnPlateau(patience=1, factor=0.3), train.History()
    files = train.ModelCheckpoint(
        "w", str(folder), train.CheckpointConfig(5, append_info=["epoch_num"])
    )
    callbacks = [Note({}, last), early, slower, history, files]
    try:
        model.fit(9, plain(folder), plain(folder), callbacks=callbacks, resume=resume)
    except Ended:
        return None
    shown = {k: np.array(v).tolist() for k, v in history.history.items()}
    own = early.best, early.wait, early.stopped_epoch, slower.wait, slower.cooldown_counter
    values = {p.name: p.asnumpy().tolist() for p in model.train_network.get_parameters()}
    return shown, history.epoch, own, values, sorted(p.name for p in folder.glob("*.ckpt"))


def test_callbacks_go_on(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "ended").mkdir()
    expected = _fitted(tmp_path / "whole", None, None)
    resume = train.Resume(str(tmp_path / "kept"), steps=4)
    for last in (13, 25, 34):
        assert _fitted(tmp_path / "ended", last, resume) is None
    assert _fitted(tmp_path / "ended", None, resume) == expected
    # It is over: nothing is trained, and the values are there.
    again = _fitted(tmp_path / "ended", None, resume)
    assert again[3] == expected[3]


# -- what does not fit ------------------------------------------------------------------------------
def test_another_run_is_refused(tmp_path: Path) -> None:
    folder = str(tmp_path / "kept")
    run(tmp_path, simple, plain, 4, resume=train.Resume(folder, steps=2))
    with pytest.raises(RuntimeError, match="cannot go on: . nodes with a memory instead of "):
        run(tmp_path, simple, buffered, resume=folder)
    with pytest.raises(
        RuntimeError, match="cannot go on: .*learning_rate.*begin in another folder"
    ):
        run(tmp_path, in_windows, plain, resume=folder)
    with pytest.raises(ValueError, match="began at initial_epoch=0, this one at 1"):
        run(tmp_path, simple, plain, resume=folder, initial_epoch=1)


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        (3, TypeError, "'resume' should be a folder, a train.Resume or None, but got 3"),
        (" ", ValueError, "'folder' should not be empty"),
    ],
)
def test_arguments(given: Any, error: type, text: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=text):
        run(tmp_path, simple, plain, resume=given)


@pytest.mark.parametrize("given", [{"steps": 0}, {"keep": 0}])
def test_numbers_of_resume(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"'{next(iter(given))}'"):
        train.Resume("folder", **given)


def test_only_the_newest_stay(tmp_path: Path) -> None:
    run(tmp_path, simple, plain, resume=train.Resume(str(tmp_path / "kept"), steps=2, keep=3))
    names = sorted(os.listdir(tmp_path / "kept"))
    assert names == [f"run-0-of-1-step-{n}.safetensors" for n in (30, 32, 33)]


def test_the_environment_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MS_ENABLE_RECOVERY", "1")
    monkeypatch.setenv("MS_RECOVERY_PATH", str(tmp_path / "kept"))
    run(tmp_path, simple, plain, 12)
    (name,) = os.listdir(tmp_path / "kept")
    assert os.listdir(tmp_path / "kept" / name) == ["run-0-of-1-step-11.safetensors"]


# -- kills ------------------------------------------------------------------------------------------
_PROGRAM = """
import sys, pathlib
from msacc.train.resume.run_state import load_manager_tree, manager_tree
from tests.train.test_resumed_runs import buffered, run, simple
print("begins", flush=True)
from msacc.train import Resume
folder = pathlib.Path(sys.argv[1])
losses, values = run(folder, simple, buffered, resume=Resume(str(folder / "kept"), steps=1))
print("through", losses, sorted((n, v.hex()) for n, v in values.items()))
"""


@pytest.mark.slow
def test_killed_at_any_moment(tmp_path: Path) -> None:
    expected = run(tmp_path, simple, buffered)
    moments = random.Random(3)
    command = [sys.executable, "-c", _PROGRAM, str(tmp_path)]
    codes = []
    for _ in range(12):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.3 * moments.random())
        process.send_signal(signal.SIGKILL)
        process.communicate()
        codes.append(process.returncode)
    # A fast machine may reach the end between two kills; nothing else may end a run.
    assert set(codes) <= {0, -signal.SIGKILL}
    assert codes.count(-signal.SIGKILL) >= 3, codes
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    out, _ = process.communicate(timeout=300)
    values = sorted((n, v.hex()) for n, v in expected[1].items())
    assert process.returncode == 0
    assert out.rstrip().endswith(str(values))


def test_a_loss_scale_that_was_halved_goes_on() -> None:
    manager = ms.DynamicLossScaleManager(2**10, scale_window=4)
    manager.update_loss_scale(True)
    kept = manager_tree(manager)
    other = ms.DynamicLossScaleManager(2**10, scale_window=4)
    load_manager_tree(other, kept)
    assert other.get_loss_scale() == 2**9
    assert vars(other) == vars(manager)
    for wrong in ({**kept, "cur_iter": "1"}, {**kept, "cur_iter": True}, {"other": 1}, [1]):
        with pytest.raises(ValueError, match="loss scale manager"):
            load_manager_tree(other, wrong)
