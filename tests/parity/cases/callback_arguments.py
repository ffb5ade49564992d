"""Callbacks called with a context of the case's own: what each reads of it and what it does then."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.cases.train_model import loss, network, printed
from tests.parity.harness import Arrays, as_array, case, is_mindspore

HOOKS = ("begin", "epoch_begin", "step_begin", "step_end", "epoch_end", "end")


def of(ms: Any, name: str) -> Any:
    """A module of either side, by its path below the package."""
    return importlib.import_module(f"{ms.__name__}.{name}")


def context(ms: Any, **values: Any) -> Any:
    """A run's context: step 5 of the second epoch, four steps an epoch, unless told otherwise."""
    params = of(ms, "train.callback")._InternalCallbackParam()
    params.update(
        {"cur_epoch_num": 2, "cur_step_num": 5, "batch_num": 4, "epoch_num": 3, "mode": "train"}
    )
    params["dataset_sink_mode"] = False
    params.update(values)
    return ms.train.RunContext(original_args=params)


def ready(ms: Any, rate: float = 0.5) -> dict[str, Any]:
    """A network and what trains it, as a context holds them."""
    net = network(ms)
    optimizer = ms.nn.Momentum(net.trainable_params(), rate, 0.9)
    step = ms.nn.TrainOneStepCell(ms.nn.WithLossCell(net, loss(ms)), optimizer)
    return {"network": net, "train_network": step, "optimizer": optimizer}


@case(jit=False)
def base(ms: Any, run: Any) -> Arrays:
    """`on_train_*` and `on_eval_*` lead to the older hooks, which do nothing by themselves."""
    seen: list[str] = []

    def noting(hook: str) -> Any:
        def note(self: Any, run_context: Any) -> None:
            seen.append(f"{hook} {run_context.original_args().cur_step_num}")

        return note

    noted = type("Noted", (ms.train.Callback,), {h: noting(h) for h in HOOKS})()
    silent, given = ms.train.Callback(), context(ms)
    for mode in ("train", "eval"):
        for hook in HOOKS:
            getattr(noted, f"on_{mode}_{hook}")(run_context=given)
    nothing = [getattr(silent, hook)(run_context=given) for hook in HOOKS]
    return {"seen": np.array("\n".join(seen)), "nothing": np.array([n is None for n in nothing])}


@case(jit=False)
def loss_monitor(ms: Any, run: Any) -> Arrays:
    """Each loss its line, means of vectors, metrics after an epoch; a NaN ends it."""
    monitor, values = ms.train.LossMonitor(2), ms.Tensor([1.0, 2.5])

    def all_steps() -> None:
        for step in range(1, 7):
            monitor.step_end(run_context=context(ms, cur_step_num=step, net_outputs=values * step))
        monitor.on_train_epoch_end(run_context=context(ms, metrics={"acc": 0.5}))

    nan = context(ms, net_outputs=ms.Tensor(float("nan")))
    return {"text": printed(all_steps), **run.raises(lambda: monitor.step_end(nan))}


@case(jit=False)
def time_monitor(ms: Any, run: Any) -> Arrays:
    """Times are left out; what else the lines hold is compared."""

    def lines(**options: Any) -> Any:
        monitor, given = ms.train.TimeMonitor(**options), context(ms)

        def epoch() -> None:
            monitor.epoch_begin(run_context=given)
            monitor.on_train_step_begin(run_context=given)
            monitor.on_train_step_end(run_context=given)
            monitor.epoch_end(run_context=given)

        return printed(epoch)

    unknown = context(ms, batch_num=0)
    return {
        "plain": lines(),
        "waiting": lines(data_time=True),
        **run.raises(lambda: ms.train.TimeMonitor().epoch_end(unknown)),
    }


@case(jit=False)
def history(ms: Any, run: Any) -> Arrays:
    kept = ms.train.History()
    kept.begin(run_context=context(ms))
    for epoch in (1, 2):
        value = ms.Tensor([1.0, 2.0]) * epoch
        kept.epoch_end(
            run_context=context(ms, cur_epoch_num=epoch, net_outputs=value, metrics={"a": epoch})
        )
    result = {n: np.array([float(v) for v in values]) for n, values in kept.history.items()}
    return {**result, "epochs": np.array(kept.epoch["epoch"])}


@case(jit=False)
def rates(ms: Any, run: Any) -> Arrays:
    """The rate of the step that the context names."""
    held = ready(ms)
    scheduler = ms.train.LearningRateScheduler(lambda rate, step: rate / step)
    scheduler.step_end(run_context=context(ms, cur_step_num=4, **held))
    return {"rate": as_array(held["optimizer"].learning_rate)}


def watched(ms: Any, build: Any, values: list[float], **held: Any) -> str:
    """The epochs at which a callback that watches `acc` asks for the end, and the rates."""
    callback, notes = build(ms.train), []
    held = held or ready(ms)
    callback.on_train_begin(run_context=context(ms, **held))
    for epoch, value in enumerate(values, 1):
        given = context(ms, cur_epoch_num=epoch, eval_results={"acc": value}, **held)
        callback.on_train_epoch_end(run_context=given)
        rate = float(as_array(held["optimizer"].learning_rate))
        notes.append(f"{epoch} {given.get_stop_requested()} {rate:.4f}")
    return "\n".join(notes)


ACC = [0.5, 0.55, 0.56, 0.52, 0.5, 0.49, 0.6]
STOPS: dict[str, dict[str, Any]] = {
    "monitor": {"monitor": "acc", "patience": 2},
    "max": {"monitor": "acc", "mode": "max", "patience": 2},
    "min": {"monitor": "acc", "mode": "min", "patience": 3},
    "delta": {"monitor": "acc", "min_delta": 0.02, "patience": 2},
}
PLATEAUS: dict[str, dict[str, Any]] = {
    "monitor": {"monitor": "acc", "patience": 1},
    "max": {"monitor": "acc", "mode": "max", "patience": 1},
    "min": {"monitor": "acc", "mode": "min", "patience": 1},
    "delta": {"monitor": "acc", "min_delta": 0.02, "patience": 1},
    "cooldown": {"monitor": "acc", "cooldown": 2, "patience": 1},
}


@case(jit=False)
def stopping(ms: Any, run: Any) -> Arrays:
    return {
        name: np.array(watched(ms, lambda t, o=options: t.EarlyStopping(**o), ACC))
        for name, options in STOPS.items()
    }


@case(jit=False)
def baseline(ms: Any, run: Any) -> Arrays:
    """MindSpore keeps `min_delta` as the baseline; it is given what its documentation says."""

    def build(train: Any) -> Any:
        stop = train.EarlyStopping("acc", baseline=0.555, patience=2)
        if is_mindspore(ms):
            stop.baseline = 0.555
        return stop

    late = [0.5, 0.57, *ACC[1:]]
    return {"low": np.array(watched(ms, build, ACC)), "high": np.array(watched(ms, build, late))}


@case(jit=False)
def plateaus(ms: Any, run: Any) -> Arrays:
    return {
        name: np.array(watched(ms, lambda t, o=options: t.ReduceLROnPlateau(factor=0.5, **o), ACC))
        for name, options in PLATEAUS.items()
    }


@case(jit=False)
def stopped(ms: Any, run: Any) -> Arrays:
    """The end of training tells the epoch; a metric that is not there stops nothing."""
    stop = ms.train.EarlyStopping("acc", verbose=True)
    held = ready(ms)
    stop.on_train_begin(context(ms, **held))
    last = context(ms, eval_results={"acc": 0.1}, **held)
    stop.on_train_epoch_end(last)
    stop.on_train_epoch_end(last)
    text = printed(lambda: stop.on_train_end(run_context=last))
    other = context(ms, eval_results={"other": 0.1}, **held)
    ms.train.EarlyStopping("acc").on_train_epoch_end(other)
    return {"text": text, "asked": np.array(other.get_stop_requested())}
