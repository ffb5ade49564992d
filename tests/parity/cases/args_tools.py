"""Arguments of profilers, summaries, symbols and functions of the user's own."""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from typing import Any

import numpy as np

from tests.parity.cases.train_model import dataset, loss, network
from tests.parity.harness import Arrays, case, is_mindspore, rand

STEPS = 9


@case(jit=False)
def schedule(ms: Any, run: Any) -> Arrays:
    profiler = importlib.import_module(f"{ms.__name__}.profiler")
    plan = profiler.schedule(wait=1, warmup=1, active=2, repeat=1, skip_first=2)
    return {"actions": np.array([str(plan(i)).rpartition(".")[2] for i in range(STEPS)])}


@case(jit=False)
def profile(ms: Any, run: Any) -> Arrays:
    """How often the handler is called, by the steps that were asked for."""
    if is_mindspore(ms):  # its collection writes gigabytes of nothing on a CPU
        return {"called": np.array(1)}
    profiler, called = ms.profiler, []
    with tempfile.TemporaryDirectory() as folder:
        traced = profiler.profile(
            activities=[profiler.ProfilerActivity.CPU],
            schedule=profiler.schedule(wait=1, warmup=0, active=1, repeat=1, skip_first=0),
            on_trace_ready=lambda *_: called.append(1),
            profile_memory=True,
            start_profile=False,
            data_process=True,
            experimental_config=profiler._ExperimentalConfig(
                profiler_level=profiler.ProfilerLevel.Level1
            ),
        )
        os.makedirs(folder, exist_ok=True)
        traced.start()
        for _ in range(4):
            ms.ops.add(ms.Tensor([1.0]), 1.0)
            traced.step()
        traced.stop()
    return {"called": np.array(len(called))}


@case(jit=False)
def symbols(ms: Any, run: Any) -> Arrays:
    made = ms.Symbol(max=64, min=8, divisor=8, unique=True)
    fine = ms.Symbol(divisor=4, remainder=1)
    return {"made": np.array([made is not None, fine is not None])}


@case(jit=False)
def summaries(ms: Any, run: Any) -> Arrays:
    """Whether a collector writes, and where."""
    with tempfile.TemporaryDirectory() as folder:
        collector = ms.SummaryCollector(
            summary_dir=folder,
            collect_freq=2,
            num_process=1,
            collect_specified_data={"collect_metric": True, "histogram_regular": "^.*$"},
            keep_default_action=False,
            custom_lineage_data={"rate": 0.5},
            collect_tensor_freq=3,
            max_file_size=1024**3,
            export_options=None,
        )
        net = network(ms)
        model = ms.train.Model(net, loss(ms), ms.nn.Momentum(net.trainable_params(), 0.1, 0.9))
        model.train(1, dataset(ms), callbacks=[collector], dataset_sink_mode=False)
        return {"files": np.array(any("events" in name for name in os.listdir(folder)))}


@case(jit=False)
def exit_on_request(ms: Any, run: Any) -> Arrays:
    """A file that does not ask for it lets the training run to its end."""
    with tempfile.TemporaryDirectory() as folder:
        asked = f"{folder}/ask.json"
        with open(asked, "w") as file:
            json.dump({"GracefulExit": 0}, file)
        net = network(ms)
        model = ms.train.Model(net, loss(ms), ms.nn.Momentum(net.trainable_params(), 0.1, 0.9))
        callback = ms.OnRequestExit(
            save_ckpt=True, save_mindir=False, file_name="mine", directory=folder, config_file=asked
        )
        steps = _Steps(ms)
        model.train(2, dataset(ms), callbacks=[callback, steps], dataset_sink_mode=False)
        result = [n for _, _, names in os.walk(folder) for n in names if n.endswith(".ckpt")]
        return {"files": np.array(sorted(result)), "steps": np.array(steps.count)}


class _Steps:
    """Counts steps, on whichever side."""

    def __new__(cls, ms: Any) -> Any:
        class Counter(ms.train.Callback):
            count = 0

            def on_train_step_end(self, run_context: Any) -> None:
                type(self).count += 1

        return Counter()


def seven(x: Any, out: Any, dout: Any) -> tuple[Any]:
    return (dout * 7,)


def twice(x: np.ndarray) -> np.ndarray:
    return x * 2


@case(jit=False)
def custom(ms: Any, run: Any) -> Arrays:
    op = ms.ops.Custom(
        func=twice, out_shape=lambda s: s, out_dtype=lambda d: d, func_type="pyfunc", bprop=seven
    )
    x = ms.Tensor(rand(2, 3))
    return {"out": op(x).asnumpy()}


@case(jit=False)
def monitored(ms: Any, run: Any) -> Arrays:
    """The profiler that a file steers is made without one as well."""
    profiler = importlib.import_module(f"{ms.__name__}.profiler")
    with tempfile.TemporaryDirectory() as folder:
        made = profiler.DynamicProfilerMonitor(cfg_path=folder, output_path=f"{folder}/out")
        return {"made": np.array(type(made).__name__)}


@case(jit=False)
def old_profiler(ms: Any, run: Any) -> Arrays:
    if is_mindspore(ms):  # one a process, and slow
        return {"made": np.array("Profiler")}
    with tempfile.TemporaryDirectory() as folder:
        made = ms.Profiler(output_path=folder, start_profile=False)
        return {"made": np.array(type(made).__name__)}
