"""The profiler interface: recordings, schedules, marks, files, and what is named without effect."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc.dataset as ds
from msacc.common import warn_once
from msacc.profiler import (
    AicoreMetrics,
    DynamicProfilerMonitor,
    EnvProfiler,
    ExportType,
    Profiler,
    ProfilerActivity,
    ProfilerLevel,
    _ExperimentalConfig,
    mstx,
    profile,
    schedule,
    tensorboard_trace_handler,
)
from msacc.profiler.config import torch_activities
from msacc.profiler.schedule import ProfilerAction


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was logged."""
    lines: list[str] = []
    warn_once.forget()
    for level in ("warning", "error", "info"):
        monkeypatch.setattr(warn_once.logger, level, lambda text, *a: lines.append(text % a))
    monkeypatch.setattr(warn_once.logger, "log", lambda level, text: lines.append(text))
    return lines


def _work() -> None:
    torch.ones(8, 8) @ torch.ones(8, 8)


def _names(trace: Path) -> list[str]:
    return [e.get("name", "") for e in json.loads(trace.read_text())["traceEvents"]]


# -- Profiler ----------------------------------------------------------------------------------
def test_stages_of_data_sets_are_timed(tmp_path: Path) -> None:
    def slow(x: np.ndarray) -> np.ndarray:
        time.sleep(0.002)
        return x

    with profile(data_process=True) as recorded:
        data = ds.NumpySlicesDataset(np.zeros((40, 3)), ["x"]).map(slow, "x").shuffle(9).batch(4)
        for _ in range(2):
            for _ in data.create_tuple_iterator(num_epochs=1):
                pass
    recorded.write(tmp_path)
    lines = (tmp_path / "dataset.txt").read_text().splitlines()
    rows = {line.split()[0]: line.split()[1:3] for line in lines[1:5]}
    assert [int(count) for count, _ in rows.values()] == [80, 80, 80, 20]
    assert list(rows)[1:] == ["Map", "Shuffle", "Batch"]
    assert float(rows["Map"][1]) >= 0.16
    assert float(rows["Batch"][1]) < 0.1
    assert "slowest stage is Map" in lines[5]
    assert "The loop waited" in lines[6]


def test_without_data_process_nothing_is_timed(tmp_path: Path) -> None:
    with profile() as recorded:
        next(ds.NumpySlicesDataset([1], ["x"]).create_tuple_iterator())
    recorded.write(tmp_path)
    assert not (tmp_path / "dataset.txt").exists()


def test_profiler_writes_trace_and_table(tmp_path: Path) -> None:
    profiler = Profiler(output_path=str(tmp_path / "out"), record_shapes=True)
    profiler.add_metadata("who", "me")
    _work()
    profiler.analyse()
    trace = tmp_path / "out" / "trace.json"
    assert "aten::mm" in _names(trace)
    assert json.loads(trace.read_text())["who"] == "me"
    assert "aten::mm" in (tmp_path / "out" / "operators.txt").read_text()


def test_profiler_records_only_between_start_and_stop(tmp_path: Path) -> None:
    profiler = Profiler(start_profile=False, output_path=str(tmp_path))
    torch.ones(2).sin()
    profiler.start()
    _work()
    profiler.stop()
    torch.ones(2).cos()
    profiler.analyse()
    names = set(_names(tmp_path / "trace.json"))
    assert "aten::mm" in names
    assert not {"aten::sin", "aten::cos"} & names
    profiler.start()  # a second recording replaces the first
    torch.ones(2).cos()
    profiler.analyse()
    names = set(_names(tmp_path / "trace.json"))
    assert "aten::cos" in names
    assert "aten::mm" not in names


def test_wrong_order_is_reported_and_goes_on(said: list[str], tmp_path: Path) -> None:
    profiler = Profiler(start_profile=False, output_path=str(tmp_path))
    profiler.stop()
    profiler.step()
    profiler.analyse()
    assert list(tmp_path.iterdir()) == []
    profiler.start()
    profiler.start()
    profiler.stop()
    assert [line.split("(")[0].split()[-1] for line in said] == ["stop", "step", "start"]


def test_refused_analyses() -> None:
    profiler = Profiler(start_profile=False)
    with pytest.raises(NotImplementedError, match="offline_path"):
        profiler.analyse(offline_path="x")
    with pytest.raises(NotImplementedError, match="raw data"):
        Profiler.offline_analyse("x")
    with pytest.raises(NotImplementedError, match="operators.txt"):
        profiler.op_analyse("MatMul")


def test_what_concerns_ascend_is_named_once(said: list[str]) -> None:
    config = _ExperimentalConfig(
        profiler_level=ProfilerLevel.Level1, aic_metrics=AicoreMetrics.Memory, mstx=True,
        export_type=[ExportType.Db],
    )  # fmt: skip
    for _ in range(2):
        profile(start_profile=False, hbm_ddr=True, experimental_config=config)
    Profiler(start_profile=False, is_detail=True, colour=3, with_stack="yes")
    for word in ("hbm_ddr", "profiler_level", "aic_metrics", "export_type", "is_detail", "colour"):
        assert sum(word in line for line in said) == 1, word
    assert any("'with_stack' should be bool" in line for line in said)
    assert not any("mstx" in line or "l2_cache" in line for line in said)


@pytest.mark.skipif(torch.cuda.is_available(), reason="says what happens without a device")
def test_activities_without_a_device(said: list[str]) -> None:
    kinds = torch.profiler.ProfilerActivity
    both = [ProfilerActivity.CPU, ProfilerActivity.NPU]
    assert torch_activities(both) == [kinds.CPU]
    assert torch_activities([ProfilerActivity.GPU]) == [kinds.CPU]
    assert torch_activities(None) == [kinds.CPU]
    assert sum("no device" in line for line in said) == 2


# -- profile and schedule ----------------------------------------------------------------------
def test_schedule_gives_mindspores_actions() -> None:
    plan = schedule(wait=1, warmup=1, active=2, repeat=2, skip_first=1)
    none, warm, record, save = ProfilerAction
    cycle = [none, warm, record, save]
    assert [plan(step) for step in range(11)] == [none, *cycle, *cycle, none, none]
    assert plan.to_dict() == {"wait": 1, "active": 2, "warmup": 1, "repeat": 2, "skip_first": 1}
    with pytest.raises(ValueError, match="step"):
        plan(-1)


def test_schedule_resets_bad_values_with_a_warning(said: list[str]) -> None:
    plan = schedule(wait=-1, active=0, warmup=True, repeat="a", skip_first=None)  # type: ignore[arg-type]
    assert plan.to_dict() == {"wait": 0, "active": 1, "warmup": 0, "repeat": 0, "skip_first": 0}
    assert len(said) == 6


@pytest.mark.filterwarnings("error:.*Profiler clears events")
def test_profile_hands_over_each_recording(tmp_path: Path) -> None:
    recordings: list[Any] = []

    def ready(prof: profile) -> None:
        recordings.append(prof.write(tmp_path / str(len(recordings)))[0])

    plan = schedule(wait=1, warmup=1, active=1, repeat=2)
    with profile(schedule=plan, on_trace_ready=ready) as prof:
        for step in range(8):
            with torch.profiler.record_function(f"step{step}"):
                _work()
            prof.step()
    seen = [{n for n in _names(path) if n.startswith("step")} for path in recordings]
    assert seen == [{"step2"}, {"step5"}]


def test_traces_for_tensorboard(tmp_path: Path) -> None:
    for flag in (False, True):
        ready = tensorboard_trace_handler(str(tmp_path), "worker", analyse_flag=flag)
        with profile(on_trace_ready=ready):
            _work()
        assert len(list(tmp_path.glob("worker.*.pt.trace.json"))) == int(flag)


# -- marks -------------------------------------------------------------------------------------
def test_marks_and_ranges_are_in_the_trace(tmp_path: Path, said: list[str]) -> None:
    profiler = Profiler(output_path=str(tmp_path))
    outer = mstx.range_start("outer")
    inner = mstx.range_start("inner", None, "mine")
    mstx.mark("point")
    mstx.range_end(inner, "mine")
    mstx.range_end(outer)
    mstx.range_end(outer)
    assert mstx.range_start("") == 0
    mstx.mark(3)  # type: ignore[arg-type]
    profiler.analyse()
    names = _names(tmp_path / "trace.json")
    assert {"outer", "mine: inner", "point"} <= set(names)
    assert sum("mstx" in line for line in said) == 3


# -- on request --------------------------------------------------------------------------------
def test_a_file_asks_for_steps(tmp_path: Path, said: list[str]) -> None:
    monitor = DynamicProfilerMonitor(str(tmp_path / "cfg"), str(tmp_path / "out"))
    file = tmp_path / "cfg" / "profiler_config.json"
    assert json.loads(file.read_text())["start_step"] == -1
    for step in range(8):
        with torch.profiler.record_function(f"step{step}"):
            _work()
        if step == 1:
            file.write_text(json.dumps({"start_step": 4, "stop_step": 5, "activities": ["CPU"]}))
        monitor.step()
    trace = tmp_path / "out" / "rank0_start4_stop5" / "trace.json"
    assert {n for n in _names(trace) if n.startswith("step")} == {"step4", "step5"}


def test_as_a_callback_and_at_the_end_of_training(tmp_path: Path) -> None:
    (tmp_path / "profiler_config.json").write_text(json.dumps({"start_step": 2, "stop_step": 9}))
    monitor = DynamicProfilerMonitor(str(tmp_path), str(tmp_path / "out"))
    context: Any = None
    for step in (1, 2, 3):
        monitor.on_train_step_begin(context)
        with torch.profiler.record_function(f"step{step}"):
            _work()
        monitor.on_train_step_end(context)
    monitor.on_train_end(context)
    trace = tmp_path / "out" / "rank0_start2_stop9" / "trace.json"
    assert {n for n in _names(trace) if n.startswith("step")} == {"step2", "step3"}


@pytest.mark.parametrize(
    "text", ['{"start_step": 5, "stop_step": 3}', '{"start_step": 1}', "no json"]
)
def test_a_bad_file_is_reported(text: str, tmp_path: Path, said: list[str]) -> None:
    monitor = DynamicProfilerMonitor(str(tmp_path))
    (tmp_path / "profiler_config.json").write_text(text)
    monitor.step()
    monitor.step()
    assert len(said) == 1
    with pytest.raises(TypeError, match="cfg_path"):
        DynamicProfilerMonitor()


def test_a_variable_asks_for_the_whole_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"start": True, "output_path": str(tmp_path), "activities": ["CPU"]}
    monkeypatch.setenv("MS_PROFILER_OPTIONS", json.dumps(options))
    watcher = EnvProfiler()
    watcher.init_profiler()
    _work()
    watcher.analyse()
    assert "aten::mm" in _names(tmp_path / "trace.json")
    for off in ("", "{}", '{"start": false}', "nonsense", "[1]"):
        monkeypatch.setenv("MS_PROFILER_OPTIONS", off)
        watcher.init_profiler()
        assert EnvProfiler.profiler is None
