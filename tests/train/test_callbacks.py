"""Callbacks beyond what the recorded cases cover: files, signals, the progress line."""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.train import _progress
from msacc.train.callback._builtin_callbacks import BuiltIn, built_in_of
from tests.train.nets import Net, dataset, loss, weights


def model(**options: Any) -> tuple[Any, Net]:
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    metrics = {"acc": ms.train.Accuracy(), "l": ms.train.Loss()}
    return ms.Model(net, loss(), optimizer, metrics, **options), net


class Failing(ms.train.Callback):
    """Raises at one step."""

    def __init__(self, step: int):
        super().__init__()
        self.step = step

    def on_train_step_end(self, run_context: Any) -> None:
        if run_context.original_args().cur_step_num == self.step:
            raise OSError("the disk is full")


def files(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def test_only_the_newest_files_stay(tmp_path: Path) -> None:
    config = ms.train.CheckpointConfig(keep_checkpoint_max=2)
    checkpoint = ms.train.ModelCheckpoint("net", str(tmp_path), config)
    model()[0].train(2, dataset(), checkpoint)
    assert files(tmp_path) == ["net-2_1.ckpt", "net-2_2.ckpt"]
    assert checkpoint.latest_ckpt_file_name == str(tmp_path / "net-2_2.ckpt")


def test_breakpoint_file_after_an_error(tmp_path: Path) -> None:
    config = ms.train.CheckpointConfig(
        100, exception_save=True, append_info=["epoch_num", "step_num"]
    )
    checkpoint = ms.train.ModelCheckpoint("net", str(tmp_path), config)
    with pytest.raises(OSError, match="disk is full"):
        model()[0].train(3, dataset(), [checkpoint, Failing(3)])
    assert files(tmp_path) == ["net-2_1_breakpoint.ckpt"]
    held = ms.load_checkpoint(str(tmp_path / files(tmp_path)[0]))
    assert int(held["epoch_num"].asnumpy()) == 2


def test_prefix_and_directory_from_functions(tmp_path: Path) -> None:
    checkpoint = ms.train.ModelCheckpoint(
        lambda p: f"at_{p.cur_step_num}", lambda p: str(tmp_path / f"epoch_{p.cur_epoch_num}")
    )
    model()[0].train(2, dataset(8, 8), checkpoint)
    assert files(tmp_path) == ["epoch_1", "epoch_2"]
    assert files(tmp_path / "epoch_2") == ["at_2.ckpt"]


def test_save_every_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    config = ms.train.CheckpointConfig(save_checkpoint_steps=None, save_checkpoint_seconds=15)
    model()[0].train(1, dataset(12, 2), ms.train.ModelCheckpoint("net", str(tmp_path), config))
    assert 1 < len(files(tmp_path)) < 6


def test_other_network_is_saved(tmp_path: Path) -> None:
    trained, net = model()
    config = ms.train.CheckpointConfig(save_checkpoint_steps=2, saved_network=net)
    trained.train(1, dataset(), ms.train.ModelCheckpoint("net", str(tmp_path), config))
    held = ms.load_checkpoint(str(tmp_path / "net-1_2.ckpt"))
    assert sorted(held) == sorted(p.name for p in net.get_parameters())


def test_backup_takes_up_where_a_run_broke_off(tmp_path: Path) -> None:
    whole, net = model()
    whole.train(3, dataset())
    broken, _ = model()
    with pytest.raises(OSError, match="disk is full"):
        broken.train(3, dataset(), [ms.train.BackupAndRestore(str(tmp_path)), Failing(5)])
    assert files(tmp_path) == ["backup.ckpt"]
    again, rest = model()
    again.train(1, dataset(), ms.train.BackupAndRestore(str(tmp_path)))
    for got, want in zip(weights(rest), weights(net), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-6)
    assert files(tmp_path) == []


def test_signal_ends_the_run_and_saves(tmp_path: Path) -> None:
    class Kick(ms.train.Callback):
        def on_train_step_begin(self, run_context: Any) -> None:
            if run_context.original_args().cur_step_num == 3:
                os.kill(os.getpid(), signal.SIGUSR1)

    seen = ms.train.History()
    leave = ms.train.OnRequestExit(save_mindir=False, directory=str(tmp_path), sig=signal.SIGUSR1)
    before = signal.getsignal(signal.SIGUSR1)
    try:
        trained, net = model()
        trained.train(9, dataset(), [Kick(), leave, seen])
        assert len(seen.epoch["epoch"]) == 2
        assert signal.getsignal(signal.SIGUSR1) == before
        held = ms.load_checkpoint(str(tmp_path / "rank_0" / "Net_train.ckpt"))
        assert int(held["step_num"].asnumpy()) == 3
        assert held["global_step"].asnumpy().tolist() == [3]
        again, rest = model()
        with pytest.raises(OSError, match="disk is full"):
            again.train(1, dataset(), [leave, Failing(1)])
        assert int(again._optimizer.global_step) == 4
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_exit_asked_for_in_a_file(tmp_path: Path) -> None:
    wish = tmp_path / "wish.json"
    wish.write_text('{"GracefulExit": 1}')
    leave = ms.train.OnRequestExit(False, False, directory=str(tmp_path), config_file=str(wish))
    before, seen = signal.getsignal(signal.SIGTERM), ms.train.History()
    try:
        model()[0].train(5, dataset(), [leave, seen])
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen.epoch["epoch"] == [1]


def test_time_monitor_with_data_time(capsys: pytest.CaptureFixture[str]) -> None:
    model()[0].train(1, dataset(), ms.train.TimeMonitor(data_time=True))
    line = capsys.readouterr().out
    assert line.startswith("Train epoch time: ")
    assert "(data time: " in line


def test_callbacks_are_context_managers() -> None:
    class Guard(ms.train.Callback):
        state = "new"

        def __enter__(self) -> Guard:
            self.state = "open"
            return self

        def __exit__(self, *err: Any) -> None:
            self.state = "closed"

        def on_train_step_end(self, run_context: Any) -> None:
            assert self.state == "open"

    guard = Guard()
    model()[0].train(1, dataset(), guard)
    assert guard.state == "closed"


def test_run_parameters_are_attributes_and_keys() -> None:
    seen: dict[str, Any] = {}

    class Look(ms.train.Callback):
        def on_train_step_end(self, run_context: Any) -> None:
            seen.update(run_context.original_args())
            assert not hasattr(run_context.original_args(), "nothing")
            with pytest.raises(KeyError):
                run_context.original_args().nothing  # noqa: B018

    trained, net = model()
    trained.train(1, dataset(), Look())
    assert seen["network"] is net
    assert seen["optimizer"] is trained._optimizer
    assert seen["train_network"] is trained.train_network
    assert seen["epoch_num"] == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Bare:
    """What logging set-ups put in place of stdout."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


def test_progress_line_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, terminal = io.StringIO(), Terminal()
    monkeypatch.setattr(sys, "stdout", Bare())
    assert not _progress.is_enabled()
    monkeypatch.setattr(sys, "stdout", plain)
    assert not _progress.is_enabled()
    model()[0].train(1, dataset(), ms.train.LossMonitor())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("RANK", "0")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert _progress.is_enabled()
    model()[0].train(1, dataset(), ms.train.LossMonitor())
    monkeypatch.setenv("RANK", "1")
    assert not _progress.is_enabled()
    monkeypatch.undo()
    lines = plain.getvalue().splitlines()
    assert len(lines) == 2
    assert "\x1b" not in plain.getvalue()
    shown = terminal.getvalue()
    assert "train epoch 1" in shown
    assert all(line in shown for line in lines)


def test_refusals_name_the_callback() -> None:
    with pytest.raises(NotImplementedError, match="FlopsUtilizationCollector"):
        ms.train.FlopsUtilizationCollector(10)
    with pytest.raises(ValueError, match="MindIO"):
        ms.train.TrainFaultTolerance()


def test_every_shipped_callback_is_known_and_nothing_derived_from_one() -> None:
    shipped = [v for v in vars(ms.train).values() if isinstance(v, type)]
    unknown = {
        kind.__name__
        for kind in shipped
        if issubclass(kind, ms.train.Callback) and built_in_of(object.__new__(kind)) is None
    }
    refused = {"FlopsUtilizationCollector", "TrainFaultTolerance"}
    assert unknown == {"Callback", *refused}
    assert built_in_of(ms.train.TimeMonitor()) == BuiltIn(sees_validation=True)
    assert built_in_of(type("Own", (ms.train.LossMonitor,), {})()) is None
