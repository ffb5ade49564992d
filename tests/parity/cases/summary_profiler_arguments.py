"""Arguments of summaries, profilers and marks.

MindSpore's profiler writes gigabytes of nothing on a CPU, and its summaries have a form of their own:
where files are read, what its documentation says stands on its side.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.cases.callback_arguments import context
from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.cases.train_model import dataset, model
from tests.parity.harness import Arrays, is_mindspore, rand


def names_in(folder: str) -> list[str]:
    return sorted(n for _, _, names in os.walk(folder) for n in names)


NPY = {"tensor_format": "npy"}


@in_folder
def records(ms: Any, run: Any, folder: str) -> Arrays:
    """Tensors as numpy files, kinds left out, a suffix of the file's name."""
    out: Arrays = {}
    ways: dict[str, tuple[dict[str, Any], Any]] = {
        "exported": ({"export_options": NPY, "raise_exception": True}, None),
        "filtered": (
            {"export_options": NPY, "file_suffix": "_mine"},
            lambda kind: kind == "scalar",
        ),
    }
    for name, (options, only) in ways.items():
        with ms.SummaryRecord(log_dir=f"{folder}/{name}", **options) as record:
            record.set_mode(mode="train")
            record.add_value(plugin="tensor", name="t", value=ms.Tensor(rand(2, 3)))
            record.add_value("scalar", "s", ms.Tensor(0.5))
            written = record.record(step=3, plugin_filter=only)
        result = names_in(f"{folder}/{name}")
        exported = [n for n in result if n.endswith(".npy")]
        mine = any(n.endswith("_mine") for n in result)
        out[name] = np.array(f"{written} {exported} {mine}")
        for path in Path(folder, name).rglob("*.npy"):
            out[f"{name}.values"] = np.load(path)
    return out


@in_folder
def raising(ms: Any, run: Any, folder: str) -> Arrays:
    """An error while writing is raised where `raise_exception` asks for it, else False comes back."""
    if is_mindspore(ms):
        return {"found": np.array("False raised")}
    result = []
    for raises in (False, True):
        with ms.SummaryRecord(
            f"{folder}/{raises}", export_options=NPY, raise_exception=raises
        ) as record:
            record._folder = Path(folder, "file")
            record._folder.write_text("no folder")
            record.add_value("tensor", "t", ms.Tensor(rand(2)))
            try:
                result.append(str(record.record(1)))
            except OSError:
                result.append("raised")
    return {"found": np.array(" ".join(result))}


WRONG: dict[str, Callable[[Any, Any], Any]] = {
    "mode": lambda ms, r: r.set_mode("x"),
    "plugin": lambda ms, r: r.add_value("x", "n", ms.Tensor(1.0)),
    "name": lambda ms, r: r.add_value("scalar", "", ms.Tensor(1.0)),
    "value": lambda ms, r: r.add_value("scalar", "n", 1.0),
    "shape": lambda ms, r: r.add_value("scalar", "n", ms.Tensor([1.0, 2.0])),
    "step": lambda ms, r: r.record("1"),
    "network": lambda ms, r: r.record(1, train_network=3),
}


@in_folder
def wrong_records(ms: Any, run: Any, folder: str) -> Arrays:
    with ms.SummaryRecord(folder) as record:
        result = {name: run.raises(lambda c=call: c(ms, record)) for name, call in WRONG.items()}
    made: dict[str, dict[str, Any]] = {
        "suffix": {"file_suffix": "a/b"},
        "raise": {"raise_exception": 1},
        "export": {"export_options": {"x": 1}},
    }
    result |= {
        name: run.raises(lambda o=options: ms.SummaryRecord(folder, **o))
        for name, options in made.items()
    }
    return {name: value["raises"] for name, value in result.items()}


@in_folder
def collected(ms: Any, run: Any, folder: str) -> Arrays:
    """The loss of the first step and of every third, in training alone."""
    steps = [1, 3, 6]
    if is_mindspore(ms):
        return {"steps": np.array(steps), "hooks": np.array("begin epoch_end end")}
    seen = []

    class Collector(ms.SummaryCollector):  # type: ignore[misc]
        def begin(self, run_context: Any) -> None:
            seen.append("begin")
            super().begin(run_context)

        def step_end(self, run_context: Any) -> None:
            super().step_end(run_context)

        def epoch_end(self, run_context: Any) -> None:
            seen.append("epoch_end")
            super().epoch_end(run_context)

        def end(self, run_context: Any) -> None:
            seen.append("end")
            super().end(run_context)

    collector = Collector(folder, collect_freq=3, export_options=NPY)
    trained, _ = model(ms)
    trained.train(2, dataset(ms), callbacks=[collector], dataset_sink_mode=False)
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(folder).Reload().Scalars("loss/auto")
    return {
        "steps": np.array([event.step for event in events]),
        "hooks": np.array(" ".join(dict.fromkeys(seen))),
    }


def traced(ms: Any, folder: str, work: Callable[[], Any], **options: Any) -> list[dict[str, Any]]:
    """The events of the trace that the old profiler writes of `work`."""
    profiler = ms.Profiler(output_path=folder, **options)
    work()
    profiler.analyse()
    return json.loads(Path(folder, "trace.json").read_text())["traceEvents"]


@in_folder
def metadata(ms: Any, run: Any, folder: str) -> Arrays:
    if is_mindspore(ms):
        return {"found": np.array("text {'a': 1}")}
    profiler = ms.Profiler(output_path=folder)
    profiler.add_metadata(key="mine", value="text")
    profiler.add_metadata_json(key="table", value='{"a": 1}')
    ms.ops.add(ms.Tensor([1.0]), 1.0)
    profiler.analyse()
    trace = json.loads(Path(folder, "trace.json").read_text())
    return {"found": np.array(f"{trace['mine']} {trace['table']}")}


@in_folder
def shapes_and_stacks(ms: Any, run: Any, folder: str) -> Arrays:
    """What an operator's events hold with each switch."""
    if is_mindspore(ms):
        return {"shapes": np.array([False, True]), "stacks": np.array([False, True])}
    profiler = ms.profiler

    def events(**options: Any) -> list[dict[str, Any]]:
        written = profiler.tensorboard_trace_handler(dir_name=folder, worker_name="w")
        with profiler.profile(on_trace_ready=written, **options):
            ms.ops.add(ms.Tensor([1.0]), 1.0)
        path = max(Path(folder).glob("w.*"), key=lambda p: p.stat().st_mtime_ns)
        return json.loads(path.read_text())["traceEvents"]

    plain, shaped, stacked = events(), events(record_shapes=True), events(with_stack=True)
    has_shapes = [
        any("Input Dims" in e.get("args", {}) for e in result) for result in (plain, shaped)
    ]
    has_stacks = [
        any(e.get("cat") == "python_function" for e in result) for result in (plain, stacked)
    ]
    return {"shapes": np.array(has_shapes), "stacks": np.array(has_stacks)}


@in_folder
def handlers(ms: Any, run: Any, folder: str) -> Arrays:
    """Without analysis no file; else one by the worker's name."""
    if is_mindspore(ms):
        return {"files": np.array("False True")}
    profiler, result = ms.profiler, []
    for flag in (False, True):
        ready = profiler.tensorboard_trace_handler(
            dir_name=folder, worker_name="mine", analyse_flag=flag
        )
        with profiler.profile(on_trace_ready=ready):
            ms.ops.add(ms.Tensor([1.0]), 1.0)
        result.append(any(n.startswith("mine.") for n in names_in(folder)))
    return {"files": np.array(" ".join(map(str, result)))}


@in_folder
def marks(ms: Any, run: Any, folder: str) -> Arrays:
    """Points and ranges by domain; a range ends in its own domain."""
    expected = ["d: point", "d: range", "plain"]
    if is_mindspore(ms):
        return {"names": np.array(" ".join(expected)), "open": np.array([True, False])}
    mstx = ms.profiler.mstx

    def work() -> None:
        mstx.mark(message="point", domain="d")
        number = mstx.range_start(message="range", domain="d")
        mstx.range_end(range_id=number, domain="other")
        still.append((number, "d") in opened)
        mstx.range_end(range_id=number, domain="d")
        still.append((number, "d") in opened)
        mstx.range_end(mstx.range_start("plain"))

    still: list[bool] = []
    opened = importlib.import_module(f"{ms.__name__}.profiler.mstx")._open
    names = {event.get("name") for event in traced(ms, folder, work)}
    return {"names": np.array(" ".join(n for n in expected if n in names)), "open": np.array(still)}


@in_folder
def on_request(ms: Any, run: Any, folder: str) -> Arrays:
    """A file asks for the steps 2 to 3."""
    if is_mindspore(ms):
        return {"folders": np.array("rank0_start2_stop3")}
    Path(folder, "profiler_config.json").write_text(
        json.dumps({"start_step": 2, "stop_step": 3, "activities": ["CPU"]})
    )
    monitor = ms.profiler.DynamicProfilerMonitor(folder, f"{folder}/out")
    for _ in range(4):
        monitor.step_begin(run_context=context(ms))
        ms.ops.add(ms.Tensor([1.0]), 1.0)
        monitor.step_end(run_context=context(ms))
    return {"folders": np.array(" ".join(os.listdir(f"{folder}/out")))}
