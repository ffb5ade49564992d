"""Runs in which one process alone has less data, wants to stop or to save: `step_lockstep.py FOLDER LEVEL TASK...`."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import dataset, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.nn.utils import no_init_parameters
from msacc.parallel import AutoParallel
from msacc.train import _step_boundary

Pairs = list[tuple[np.ndarray, np.ndarray]]


def rows(count: int) -> Pairs:
    rng = np.random.RandomState(get_rank())
    return [(rng.randn(4).astype(np.float32), rng.randn(2).astype(np.float32)) for _ in range(count)]


def known(count: int) -> Any:
    return dataset.GeneratorDataset(rows(4 * count), ["x", "y"], shuffle=False).batch(4)


def unknown(count: int) -> Any:
    def give() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        yield from rows(4 * count)

    return dataset.GeneratorDataset(give, ["x", "y"]).batch(4)


def last() -> bool:
    """Whether this is the process that differs."""
    return get_rank() == get_group_size() - 1


def model(level: str, drawn: bool = True) -> Any:
    ms.set_seed(1)
    ms.reset_auto_parallel_context()
    with nullcontext() if drawn else no_init_parameters():
        net = nn.SequentialCell(nn.Dense(4, 512), nn.ReLU(), nn.Dense(512, 2))
    rate = nn.exponential_decay_lr(0.1, 0.9, 40, 1, 1)
    optimizer = nn.Adam(net.trainable_params(), rate)
    loss = nn.WithLossCell(net, nn.MSELoss())
    if level == "data_parallel":
        ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
        return ms.Model(loss, optimizer=optimizer)
    wrapped = AutoParallel(loss)
    wrapped.hsdp(threshold=1, optimizer_level=level)
    return ms.Model(wrapped, optimizer=optimizer)


class Seen(ms.train.Callback):
    """Notes the steps; may do something after one."""

    def __init__(self, act_at: int = 0, act: Any = None):
        super().__init__()
        self.act_at, self.act, self.steps = act_at, act, []  # type: ignore[var-annotated]

    def on_train_step_end(self, run_context: Any) -> None:
        params = run_context.original_args()
        self.steps.append((params.cur_epoch_num, params.cur_step_num))
        if params.cur_step_num == self.act_at and last():
            self.act(run_context)


def final(trained: Any) -> tuple[int, float]:
    optimizer = trained._optimizer
    return int(optimizer.global_step.asnumpy().sum()), float(optimizer.get_lr().asnumpy())


def uneven(level: str, folder: Path) -> None:
    for make in (known, unknown):
        trained, seen = model(level), Seen()
        trained.train(2, make(3 if last() else 5), seen)
        assert seen.steps == [(1, 1), (1, 2), (1, 3), (2, 4), (2, 5), (2, 6)], seen.steps
        # Without a callback of the user's own, the smallest size alone is agreed on.
        trained = model(level)
        trained.train(2, make(3 if last() else 5))
        assert final(trained)[0] == 6


def stop(level: str, folder: Path) -> None:
    trained, seen = model(level), Seen(2, lambda context: context.request_stop())
    trained.train(2, known(4), seen)
    assert seen.steps == [(1, 1), (1, 2)], seen.steps


def stop_at_epoch(level: str, folder: Path) -> None:
    def ask(context: Any) -> None:
        if last():
            context.request_stop()

    trained = model(level)
    trained.train(3, known(2), ms.train.LambdaCallback(on_train_epoch_end=ask))
    assert final(trained)[0] == 2


def leave(level: str, folder: Path) -> None:
    """One process gets the signal; all save, and a second run goes on from there."""
    leaving = ms.train.OnRequestExit(save_mindir=False, directory=str(folder), sig=signal.SIGUSR1)
    kick = Seen(2, lambda context: os.kill(os.getpid(), signal.SIGUSR1))
    model(level).train(1, known(4), [kick, leaving])
    assert kick.steps == [(1, 1), (1, 2)], kick.steps
    assert_complete(level, folder / f"rank_{get_rank()}" / "Net_train.ckpt")
    again = ms.train.OnRequestExit(save_mindir=False, directory=str(folder), sig=signal.SIGUSR1)
    trained = model(level)
    trained.train(1, known(4), again)
    assert final(trained)[0] == 6
    straight = model(level)
    straight.train(1, known(6))
    assert final(trained)[1] == final(straight)[1]


class Kicks:
    """The last process gets the signal while it reads its third batch."""

    def __len__(self) -> int:
        return 24

    def __getitem__(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        if i == 9 and last():
            os.kill(os.getpid(), signal.SIGUSR1)
        return rows(24)[i]


def leave_quietly(level: str, folder: Path) -> None:
    """Without a callback of the user's own, the wish to leave rides with the loss."""
    leaving = ms.train.OnRequestExit(save_mindir=False, directory=str(folder), sig=signal.SIGUSR1)
    data = dataset.GeneratorDataset(Kicks(), ["x", "y"], shuffle=False).batch(4)
    trained, borders = model(level), []
    real = _step_boundary.StepBoundary.synchronize

    def counted(*args: Any) -> Any:
        borders.append(1)
        return real(*args)

    _step_boundary.StepBoundary.synchronize = counted  # type: ignore[method-assign]
    try:
        trained.train(1, data, leaving)
    finally:
        _step_boundary.StepBoundary.synchronize = real  # type: ignore[method-assign]
    steps = final(trained)[0]
    # Rows are read ahead of the steps; where a message of its own goes before each step, there is one for each.
    assert 1 <= steps <= 3, steps
    assert len(borders) == (steps + 2 if level == "data_parallel" else 1), (steps, borders)
    saved = ms.load_checkpoint(str(folder / f"rank_{get_rank()}" / "Net_train.ckpt"))
    assert int(saved["step_num"].asnumpy()) == steps


def assert_complete(level: str, file: Path) -> None:
    """The file holds what two steps give, in this process's own copy."""
    held, straight = ms.load_checkpoint(str(file)), model(level)
    straight.train(1, known(2))
    network = straight.train_network
    assert (int(held["step_num"].asnumpy()), int(held["global_step"].asnumpy()[0])) == (2, 2)
    if level == "data_parallel":
        values = [p.asnumpy() for p in straight._optimizer.parameters]
    else:
        values = [p.asnumpy() for p in network.whole_parameters()]
        states = network.whole_states()
        for name, of_state in states.items():
            for own, found in zip(straight._optimizer.parameters, of_state):
                assert np.array_equal(held[f"{name}.{own.name}"].asnumpy(), found.asnumpy()), name
    for own, value in zip(straight._optimizer.parameters, values):
        assert np.array_equal(held[own.name].asnumpy(), value), own.name


def leave_by_file(level: str, folder: Path) -> None:
    wish = folder / f"wish_{get_rank()}.json"
    leaving = ms.train.OnRequestExit(False, False, config_file=str(wish))
    write = Seen(1, lambda context: wish.write_text('{"GracefulExit": 1}'))
    model(level).train(1, known(4), [write, leaving])
    assert write.steps == [(1, 1)], write.steps
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def save_by_time(level: str, folder: Path) -> None:
    """One process's clock is ahead."""
    config = ms.train.CheckpointConfig(save_checkpoint_steps=0, save_checkpoint_seconds=1000)
    saving = ms.train.ModelCheckpoint("timed", str(folder), config)
    trained = model(level)
    ahead = Seen(2, lambda context: setattr(saving, "_last_time", time.time() - 2000))
    trained.train(1, known(3), [ahead, saving])
    assert saving.latest_ckpt_file_name.endswith("timed-1_3.ckpt")
    # Where parameters are spread the first process writes for all.
    assert get_rank() or {"timed-1_2.ckpt", "timed-1_3.ckpt"} <= {f.name for f in folder.iterdir()}


def start_apart(level: str, folder: Path) -> None:
    trained = model(level)
    if last():
        trained._optimizer.global_step.set_data(ms.Tensor([5], ms.int32))
    try:
        trained.train(1, known(1))
    except RuntimeError as error:
        assert f"rank {get_group_size() - 1}: 5" in str(error), error
    else:
        raise AssertionError("no error")


def loaded_by_the_first(level: str, folder: Path) -> None:
    """Values that the first process alone has loaded reach the others, who have drawn none yet."""
    if level == "data_parallel":
        return
    trained = model(level, drawn=False)
    weight = trained._optimizer.parameters[0]
    if get_rank() == 0:
        weight.set_data(ms.Tensor(np.full((512, 4), 3, np.float32)))
    trained.train(1, known(1))
    assert abs(trained.train_network.whole_parameters()[0].asnumpy() - 3).max() < 0.2


TASKS = {
    f.__name__: f
    for f in (uneven, stop, stop_at_epoch, leave, leave_quietly, leave_by_file, save_by_time, start_apart, loaded_by_the_first)
}


def main(folder: Path, level: str, *names: str) -> None:
    init()
    for name in names or TASKS:
        place = folder / name
        place.mkdir(exist_ok=True)
        TASKS[name](level, place)
        if get_rank() == 0:
            print(f"{name}: as one", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
