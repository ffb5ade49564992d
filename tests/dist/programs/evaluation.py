"""Evaluations in which one process alone has fewer batches, stops or is asked to leave: `evaluation.py FOLDER LEVEL MODE TASK...`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import dataset, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs.step_lockstep import last

WIDTH = 512


def rows(count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.RandomState(10 + get_rank())
    return [(rng.randn(4).astype(np.float32), rng.randn(2).astype(np.float32)) for _ in range(count)]


def known(count: int) -> Any:
    """Batches of four, the last one shorter on the process that differs."""
    return dataset.GeneratorDataset(rows(count), ["x", "y"], shuffle=False).batch(4)


def unknown(count: int) -> Any:
    def give() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        yield from rows(count)

    return dataset.GeneratorDataset(give, ["x", "y"]).batch(4)


class Errors(ms.train.Metric):
    """Every row's squared error, in the order in which rows come."""

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        self.found: list[float] = []

    def update(self, *inputs: Any) -> None:
        predicted, wanted = (x.asnumpy() for x in inputs)
        self.found += list(((predicted - wanted) ** 2).mean(1))

    def eval(self) -> Any:
        return np.array(self.found)


class Seen(ms.train.Callback):
    """Counts the steps of evaluations; does something on one process after one."""

    def __init__(self, act_at: int = 0, act: Any = None):
        super().__init__()
        self.act_at, self.act, self.steps = act_at, act, 0

    def on_eval_begin(self, run_context: Any) -> None:
        self.steps = 0

    def on_eval_step_end(self, run_context: Any) -> None:
        self.steps += 1
        if self.steps == self.act_at and last():
            self.act(run_context)


def model(level: str) -> Any:
    """A Model; its parameters are spread by the first step."""
    ms.set_seed(1)
    net = nn.SequentialCell(nn.Dense(4, WIDTH), nn.Tanh(), nn.Dense(WIDTH, 2))
    wrapped = AutoParallel(net)
    wrapped.hsdp(threshold=1, optimizer_level=level)
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
    return ms.Model(wrapped, nn.MSELoss(), optimizer, {"errors": Errors()})


def trained(level: str) -> Any:
    made = model(level)
    made.train(1, known(8))
    return made


def expected(made: Any, count: int) -> np.ndarray:
    """The errors of this process's rows, by hand."""
    values = [p.asnumpy() for p in made.train_network.whole_parameters()]
    x, y = (np.stack(part) for part in zip(*rows(count)))
    hidden = np.tanh(x @ values[0].T + values[1])
    return ((hidden @ values[2].T + values[3] - y) ** 2).mean(1)


def check(made: Any, found: Any, count: int) -> None:
    """Every row of this process counts, and none twice."""
    assert found.shape == (count,), found.shape
    np.testing.assert_allclose(found, expected(made, count), rtol=1e-5)


def uneven(level: str, folder: Path) -> None:
    made, own = trained(level), 6 if last() else 18
    for make in (known, unknown):
        seen = Seen()
        check(made, made.eval(make(own), seen)["errors"], own)
        assert seen.steps == -(-own // 4), seen.steps
    # As often as one likes, and between steps.
    made.train(1, known(8))
    check(made, made.eval(known(own))["errors"], own)


def in_fit(level: str, folder: Path) -> None:
    own, given = 6 if last() else 18, []
    keep = ms.train.LambdaCallback(
        on_train_epoch_end=lambda c: given.append(c.original_args().metrics["errors"])
    )
    for callbacks in ([], [Seen()]):
        made = model(level)
        made.fit(2, known(20 if last() else 12), known(own), 1, [keep, *callbacks])
        assert int(made._optimizer.global_step.asnumpy().sum()) == 6
        check(made, given[-1], own)
    assert len(given) == 4


def stop(level: str, folder: Path) -> None:
    """One process stops after its second batch: all do, where they wait for it."""
    made, seen = trained(level), Seen(2, lambda context: context.request_stop())
    found = made.eval(known(16), seen)["errors"]
    steps = 2 if level == "level3" or last() else 4
    assert (seen.steps, len(found)) == (steps, 4 * steps), (seen.steps, len(found))


def leave(level: str, folder: Path) -> None:
    """One process gets the signal; all that wait for it stop, and save whole parameters."""
    made = trained(level)
    leaving = ms.train.OnRequestExit(save_mindir=False, directory=str(folder), sig=signal.SIGUSR1)
    kick = Seen(1, lambda context: os.kill(os.getpid(), signal.SIGUSR1))
    made.eval(known(16), [kick, leaving])
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    leaves = level == "level3" or last()
    assert kick.steps == (1 if leaves else 4), kick.steps
    file = folder / f"rank_{get_rank()}" / "Net_eval.ckpt"
    assert file.exists() == leaves
    wanted = made.train_network.whole_parameters()
    if leaves:
        held = ms.load_checkpoint(str(file))
        for own, value in zip(made._optimizer.parameters, wanted):
            assert np.array_equal(held[own.name].asnumpy(), value.asnumpy()), own.name


def nothing_at_all(level: str, folder: Path) -> None:
    """A process without any batch could not take part."""
    made = trained(level)
    if level != "level3":
        return
    try:
        made.eval(unknown(0 if last() else 8))
    except RuntimeError as error:
        assert f"1 of {get_group_size()} processes have no batch" in str(error), error
    else:
        raise AssertionError("no error")


def other_epochs(level: str, folder: Path) -> None:
    """Evaluations that would wait for others who have none are refused at the start."""
    made = model(level)
    try:
        made.fit(2, known(8), known(8), [2] if last() else 1)
    except RuntimeError as error:
        assert level == "level3", error
        assert "evaluate after different epochs" in str(error), error
    else:
        assert level != "level3"


class Worse(Errors):
    """Grows with every evaluation."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluations = 0

    def eval(self) -> float:
        self.evaluations += 1
        return float(self.evaluations)


def best_values(level: str, folder: Path) -> None:
    """What early stopping restores, of parameters and of state that are spread."""
    made = model(level)
    made._metric_fns = {"worse": Worse()}
    kept: list[list[np.ndarray]] = []

    def keep(context: Any) -> None:
        kept.append(everything(made))

    stopping = ms.train.EarlyStopping("worse", patience=1, mode="min", restore_best_weights=True)
    made.fit(4, known(8), known(8), 1, [ms.train.LambdaCallback(on_train_epoch_end=keep), stopping])
    assert len(kept) == 2
    first, second, now = kept[0], kept[1], everything(made)
    assert all(np.array_equal(a, b) for a, b in zip(first, now))
    assert not any(np.array_equal(a, b) for a, b in zip(second, now))


def everything(made: Any) -> list[np.ndarray]:
    step = made.train_network
    found = [*step.whole_parameters(), *(s for of in step.whole_states().values() for s in of)]
    return [t.asnumpy().copy() for t in found]


TASKS = {
    f.__name__: f
    for f in (uneven, in_fit, stop, leave, nothing_at_all, other_epochs, best_values)
}


def main(folder: Path, level: str, mode: str, *names: str) -> None:
    init()
    ms.set_context(mode=int(mode))
    for name in names or TASKS:
        place = folder / name
        place.mkdir(exist_ok=True)
        TASKS[name](level, place)
        if get_rank() == 0:
            print(f"{name}: as one", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
