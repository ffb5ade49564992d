"""Model with callbacks: what is printed, what is trained, what files and errors there are."""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case, rand

SAMPLES, CLASSES = 10, 3


def dataset(ms: Any, batch: int = 3, columns: int = 2, samples: int = SAMPLES) -> Any:
    data = [
        rand(samples, 4, seed=1),
        np.random.RandomState(2).randint(0, CLASSES, samples).astype(np.int32),
    ]
    data = [*data, data[1]][:columns]
    made = ms.dataset.NumpySlicesDataset(
        tuple(data), column_names=list("abc")[:columns], shuffle=False
    )
    return made.batch(batch) if batch else made


def network(ms: Any) -> Any:
    net = ms.nn.Dense(4, CLASSES)
    net.weight.set_data(ms.Tensor(rand(CLASSES, 4, seed=3)))
    net.bias.set_data(ms.Tensor(rand(CLASSES, seed=4)))
    return net


def loss(ms: Any) -> Any:
    return ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")


def model(ms: Any, rate: Any = 0.1, **options: Any) -> tuple[Any, Any]:
    net = network(ms)
    optimizer = ms.nn.Momentum(net.trainable_params(), rate, 0.9)
    metrics = {"acc": ms.train.Accuracy(), "mean": ms.train.Loss()}
    return ms.train.Model(net, loss(ms), optimizer, **{"metrics": metrics, **options}), net


def printed(fn: Callable[[], Any]) -> np.ndarray:
    """What `fn` prints; numbers to 4 digits, NumPy 2's type names and times left out."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        fn()
    text = re.sub(r"np\.float\d+\(([^)]*)\)", r"\1", out.getvalue())
    text = re.sub(r"\d+\.\d+ ms", "# ms", text)
    text = re.sub(r"\d+\.\d+(e-?\d+)?", lambda m: f"{float(m[0]):.4f}", text)
    return np.array(text)


def after(net: Any) -> dict[str, np.ndarray]:
    return {"weight": net.weight.asnumpy().copy(), "bias": net.bias.asnumpy().copy()}


@case(jit=False)
def train_lines(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, net = model(ms)
    monitors = [ms.train.LossMonitor(), ms.train.TimeMonitor()]
    text = printed(lambda: trained.train(2, dataset(ms), callbacks=monitors))
    return {"text": text, **after(net)}


@case(jit=False)
def print_every_third(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, _ = model(ms)
    return {"text": printed(lambda: trained.train(3, dataset(ms), ms.train.LossMonitor(3)))}


@case(jit=False)
def one_monitor_two_runs(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, _ = model(ms)
    monitor, data = ms.train.LossMonitor(3), dataset(ms)
    return {"text": printed(lambda: [trained.train(1, data, monitor) for _ in range(2)])}


@case(jit=False)
def later_epochs(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, net = model(ms)
    text = printed(lambda: trained.train(3, dataset(ms), ms.train.LossMonitor(), initial_epoch=1))
    return {"text": text, **after(net)}


@case(jit=False)
def sink(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, net = model(ms)
    text = printed(
        lambda: trained.train(
            2, dataset(ms), ms.train.LossMonitor(), dataset_sink_mode=True, sink_size=2
        )
    )
    return {"text": text, **after(net)}


@case(jit=False)
def fit_lines(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, net = model(ms)
    monitors = [ms.train.LossMonitor(2), ms.train.TimeMonitor()]
    text = printed(
        lambda: trained.fit(4, dataset(ms), dataset(ms, 5), valid_frequency=2, callbacks=monitors)
    )
    return {"text": text, **after(net)}


@case(jit=False)
def evaluate(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, _ = model(ms)
    result: dict[str, Any] = {}
    text = printed(lambda: result.update(trained.eval(dataset(ms), ms.train.LossMonitor())))
    values = {name: np.float64(value) for name, value in result.items()}
    by_name = ms.train.Model(network(ms), loss(ms), metrics={"accuracy", "top_1_accuracy"}).eval(
        dataset(ms)
    )
    return {
        "text": text,
        **values,
        "names": np.array(sorted(by_name)),
        "by_name": np.float64(list(by_name.values())[0]),
    }


@case(jit=False)
def eval_network(ms: Any, run: Any) -> dict[str, np.ndarray]:
    class Eval(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__(auto_prefix=False)
            self.net = network(ms)

        def construct(self, data: Any, label: Any) -> Any:
            return label, self.net(data), data.sum()

    trained, _ = model(ms, eval_network=Eval(), eval_indexes=[2, 1, 0])
    return {name: np.float64(value) for name, value in trained.eval(dataset(ms)).items()}


@case(jit=False)
def predict(ms: Any, run: Any) -> dict[str, np.ndarray]:
    trained, _ = model(ms)
    return {"out": trained.predict(ms.Tensor(rand(2, 4))).asnumpy()}


@case(jit=False)
def own_loss(ms: Any, run: Any) -> dict[str, np.ndarray]:
    class WithLoss(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.net, self.loss = network(ms), loss(ms)

        def construct(self, data: Any, label: Any, again: Any) -> Any:
            return self.loss(self.net(data), again)

    whole = WithLoss()
    trained = ms.train.Model(whole, optimizer=ms.nn.SGD(whole.trainable_params(), 0.1))
    text = printed(lambda: trained.train(1, dataset(ms, columns=3), ms.train.LossMonitor()))
    names = [p.name for p in trained.train_network.get_parameters()]
    return {"text": text, "names": np.array("\n".join(names)), **after(whole.net)}


@case(jit=False)
def vector_loss(ms: Any, run: Any) -> dict[str, np.ndarray]:
    net = network(ms)
    each = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True)
    trained = ms.train.Model(net, each, ms.nn.SGD(net.trainable_params(), 0.1))
    return {
        "text": printed(lambda: trained.train(1, dataset(ms), ms.train.LossMonitor())),
        **after(net),
    }


def recorder(ms: Any, seen: list[str]) -> Any:
    hooks = {}
    for mode in ("train", "eval"):
        for hook in ("begin", "epoch_begin", "step_begin", "step_end", "epoch_end", "end"):
            name = f"on_{mode}_{hook}"

            def note(context: Any, name: str = name) -> None:
                p = context.original_args()
                facts = [
                    p.get("cur_epoch_num"),
                    p.get("cur_step_num"),
                    p.get("batch_num"),
                    p.get("mode"),
                ]
                seen.append(f"{name} {facts}")

            hooks[name] = note
    return ms.train.LambdaCallback(**hooks)


@case(jit=False)
def hooks_in_order(ms: Any, run: Any) -> dict[str, np.ndarray]:
    seen: list[str] = []
    trained, _ = model(ms)
    trained.fit(2, dataset(ms, 5), dataset(ms, 5), callbacks=recorder(ms, seen))
    trained.eval(dataset(ms, 5), callbacks=[recorder(ms, seen)])
    # MindSpore has set no epoch yet when training begins.
    return {
        "seen": np.array("\n".join(s for s in seen if "train_begin" not in s and "eval" not in s)),
        "eval": np.array("\n".join(s.partition(" ")[0] for s in seen)),
    }


@case(jit=False)
def stop_requested(ms: Any, run: Any) -> dict[str, np.ndarray]:
    class Stop(ms.train.Callback):
        def on_train_step_end(self, run_context: Any) -> None:
            if run_context.original_args().cur_step_num == 6:
                run_context.request_stop()

    trained, _ = model(ms)
    return {
        "text": printed(lambda: trained.train(3, dataset(ms), [Stop(), ms.train.LossMonitor()]))
    }


@case(jit=False)
def history(ms: Any, run: Any) -> dict[str, np.ndarray]:
    kept = ms.train.History()
    trained, _ = model(ms)
    trained.fit(2, dataset(ms), dataset(ms), callbacks=kept)
    result = {name: np.float64([float(v) for v in values]) for name, values in kept.history.items()}
    return {**result, "epochs": np.array(kept.epoch["epoch"])}


# Eight epochs at a high rate magnify what another processor rounds otherwise.
@case(jit=False, rtol=1e-3, atol=1e-4)
def early_stopping(ms: Any, run: Any) -> dict[str, np.ndarray]:
    stop = ms.train.EarlyStopping(patience=2, verbose=True, restore_best_weights=True)
    trained, net = model(ms, rate=0.7)
    text = printed(
        lambda: trained.fit(
            8, dataset(ms), dataset(ms, 5), callbacks=[stop, ms.train.LossMonitor(4)]
        )
    )
    return {"text": text, "epoch": np.array(stop.stopped_epoch), **after(net)}


@case(jit=False, rtol=1e-4)
def reduce_on_plateau(ms: Any, run: Any) -> dict[str, np.ndarray]:
    lower = ms.train.ReduceLROnPlateau("eval_loss", 0.5, patience=1, verbose=True, min_lr=0.5)
    trained, net = model(ms, rate=0.7)
    text = printed(lambda: trained.fit(6, dataset(ms), dataset(ms, 5), callbacks=lower))
    rate = trained._optimizer.learning_rate.asnumpy()
    return {
        "text": np.array(str(text).replace("Tensor(shape=[], dtype=Float32, value= ", "")),
        "rate": rate,
        **after(net),
    }


@case(jit=False)
def rate_function(ms: Any, run: Any) -> dict[str, np.ndarray]:
    seen = []

    def halve(rate: float, step: int) -> float:
        seen.append((rate, step))
        return rate / 2 if step % 2 == 0 else rate

    trained, net = model(ms)
    trained.train(2, dataset(ms), ms.train.LearningRateScheduler(halve))
    return {"seen": np.float64(seen), **after(net)}


@case(jit=False)
def checkpoint_files(ms: Any, run: Any) -> dict[str, np.ndarray]:
    result = {}
    configs = {
        "default": {},
        "every_third": {"save_checkpoint_steps": 3, "keep_checkpoint_max": 10},
        "append": {
            "save_checkpoint_steps": 4,
            "append_info": ["epoch_num", "step_num", {"lr": 0.5}],
        },
        "safetensors": {"save_checkpoint_steps": 4, "format": "safetensors"},
    }
    for name, options in configs.items():
        with tempfile.TemporaryDirectory() as folder:
            trained, _ = model(ms)
            data, config = dataset(ms), ms.train.CheckpointConfig(**options)
            for _ in range(2):
                trained.train(2, data, ms.train.ModelCheckpoint("net", folder, config))
            files = sorted(f for f in os.listdir(folder) if not f.endswith(".meta"))
            result[name] = np.array("\n".join(files))
            last = os.path.join(folder, files[-1])
            form = "safetensors" if name == "safetensors" else "ckpt"
            held = (
                ms.load_checkpoint(last, format=form)
                if form != "ckpt"
                else ms.load_checkpoint(last)
            )
            result[f"{name}.names"] = np.array("\n".join(held))
    return result


REFUSED: dict[str, Callable[[Any], Any]] = {
    "epoch_0": lambda ms: model(ms)[0].train(0, dataset(ms)),
    "epoch_float": lambda ms: model(ms)[0].train(1.5, dataset(ms)),
    "initial_epoch": lambda ms: model(ms)[0].train(2, dataset(ms), initial_epoch=2),
    "sink_size": lambda ms: model(ms)[0].train(1, dataset(ms), sink_size=0),
    "sink_mode": lambda ms: model(ms)[0].train(1, dataset(ms), dataset_sink_mode=1),
    "three_columns": lambda ms: model(ms)[0].train(1, dataset(ms, columns=3)),
    "one_input": lambda ms: ms.train.Model(
        network(ms), optimizer=ms.nn.SGD(network(ms).trainable_params(), 0.1)
    ).train(1, dataset(ms)),
    "callback_type": lambda ms: model(ms)[0].train(1, dataset(ms), callbacks=[1]),
    "metrics_list": lambda ms: model(ms, metrics=["acc"]),
    "metrics_unknown": lambda ms: model(ms, metrics={"nope"}),
    "no_metrics": lambda ms: model(ms, metrics=None)[0].eval(dataset(ms)),
    "metrics_no_loss": lambda ms: ms.train.Model(network(ms), metrics={"acc"}),
    "network_type": lambda ms: ms.train.Model(1),
    "keyword": lambda ms: model(ms, nope=1),
    "amp_level": lambda ms: model(ms, amp_level="O9"),
    "amp_no_optimizer": lambda ms: ms.train.Model(network(ms), loss(ms), amp_level="O2"),
    "indexes": lambda ms: model(ms, eval_network=network(ms), eval_indexes=[0]),
    "fit_no_metrics": lambda ms: model(ms, metrics=None)[0].fit(1, dataset(ms), dataset(ms)),
    "fit_frequency": lambda ms: model(ms)[0].fit(1, dataset(ms), dataset(ms), valid_frequency="1"),
    "other_model": lambda ms: _share_dataset(ms),
    "predict_numpy": lambda ms: model(ms)[0].predict(rand(2, 4)),
    "predict_empty": lambda ms: model(ms)[0].predict(ms.Tensor(np.zeros((0, 4), np.float32))),
    "predict_backend": lambda ms: model(ms)[0].predict(ms.Tensor(rand(2, 4)), backend="tf"),
    "build": lambda ms: model(ms)[0].build(dataset(ms)),
    "layout": lambda ms: model(ms)[0].infer_train_layout(dataset(ms)),
    "nan": lambda ms: model(ms, rate=float("inf"))[0].train(
        2, dataset(ms), ms.train.LossMonitor(0)
    ),
    "monitor": lambda ms: ms.train.LossMonitor(-1),
    "monitor_type": lambda ms: ms.train.LossMonitor("1"),
    "prefix": lambda ms: ms.train.ModelCheckpoint("a/b"),
    "config": lambda ms: ms.train.ModelCheckpoint("a", config=1),
    "config_zero": lambda ms: ms.train.CheckpointConfig(0, 0, 0, 0),
    "config_negative": lambda ms: ms.train.CheckpointConfig(-1),
    "config_append": lambda ms: ms.train.CheckpointConfig(append_info=["nope"]),
    "config_append_type": lambda ms: ms.train.CheckpointConfig(append_info=[1]),
    "config_format": lambda ms: ms.train.CheckpointConfig(format="safetensors", enc_key=b"0" * 16),
    "config_network": lambda ms: ms.train.CheckpointConfig(saved_network=1),
    "stop_mode": lambda ms: ms.train.EarlyStopping(mode="up"),
    "stop_patience": lambda ms: ms.train.EarlyStopping(patience=-1),
    "plateau_factor": lambda ms: ms.train.ReduceLROnPlateau(factor=1.5),
    "plateau_schedule": lambda ms: model(ms, rate=[0.1] * 9)[0].fit(
        1, dataset(ms), dataset(ms), callbacks=ms.train.ReduceLROnPlateau()
    ),
    "run_context": lambda ms: ms.train.RunContext([1]),
    "helper_sink_size": lambda ms: ms.train.DatasetHelper(dataset(ms), False, 0),
    "helper_sink_type": lambda ms: ms.train.DatasetHelper(dataset(ms), 1),
    "fixed_scale": lambda ms: ms.train.FixedLossScaleManager(0.5),
    "dynamic_scale": lambda ms: ms.train.DynamicLossScaleManager(0.5),
    "dynamic_window": lambda ms: ms.train.DynamicLossScaleManager(2, 2, 0),
    "sens": lambda ms: ms.nn.TrainOneStepCell(
        network(ms), ms.nn.SGD(network(ms).trainable_params()), sens=0
    ),
    "lr_short": lambda ms: model(ms, rate=[0.1, 0.1])[0].train(1, dataset(ms)),
    "amp_dtype": lambda ms: ms.amp.auto_mixed_precision(network(ms), "O2", ms.float32),
    "amp_network": lambda ms: ms.amp.auto_mixed_precision(1, "O2"),
    "custom_both": lambda ms: ms.amp.custom_mixed_precision(
        network(ms), white_list=[ms.nn.Dense], black_list=[ms.nn.Dense]
    ),
    "custom_item": lambda ms: ms.amp.custom_mixed_precision(network(ms), white_list=[1]),
    "static_scale": lambda ms: ms.amp.StaticLossScaler(0.5),
}


def _share_dataset(ms: Any) -> None:
    data = dataset(ms)
    for _ in range(2):
        model(ms)[0].train(1, data)


@case(jit=False)
def refused(ms: Any, run: Any) -> dict[str, np.ndarray]:
    def attempt(fn: Callable[[Any], Any]) -> Any:
        with contextlib.redirect_stdout(io.StringIO()):
            fn(ms)
        return ()

    return {name: run.raises(lambda fn=fn: attempt(fn))["raises"] for name, fn in REFUSED.items()}


@case(jit=False)
def loss_scales(ms: Any, run: Any) -> dict[str, np.ndarray]:
    manager = ms.train.DynamicLossScaleManager(16.0, 2, 3)
    steps = []
    for overflow in (False, True, False, False, False, False, True, True, False, False, False):
        manager.update_loss_scale(overflow)
        steps.append(manager.get_loss_scale())
    scaler = ms.amp.DynamicLossScaler(16.0, 2, 3)
    scales = []
    for finite in (True, False, True, True, True, True, False, False, True, True, True):
        scaler.adjust(ms.Tensor(finite))
        scales.append(scaler.scale_value.asnumpy().copy())
    values = (ms.Tensor(rand(3)), ms.Tensor(rand(2, 2)))
    return {
        "manager": np.float64(steps),
        "scaler": np.float32(scales),
        "scaled": scaler.scale(values)[1].asnumpy(),
        "unscaled": scaler.unscale(values)[0].asnumpy(),
        "finite": ms.amp.all_finite(values).asnumpy(),
        "infinite": ms.amp.all_finite((values[0], ms.Tensor(np.float32([1, np.inf])))).asnumpy(),
    }
