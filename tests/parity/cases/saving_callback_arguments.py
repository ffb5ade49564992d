"""Callbacks that write files, called with a context of the case's own."""

from __future__ import annotations

import os
import signal
import tempfile
from typing import Any

import numpy as np

from tests.parity.cases.callback_arguments import context, ready
from tests.parity.cases.train_model import after
from tests.parity.harness import Arrays, as_array, case


@case(jit=False)
def checkpoints(ms: Any, run: Any) -> Arrays:
    """Names follow the context's epoch and step; the last step is saved at the end."""
    held = ready(ms)
    with tempfile.TemporaryDirectory() as folder:
        config = ms.train.CheckpointConfig(
            save_checkpoint_steps=2, keep_checkpoint_max=9, integrated_save=False
        )
        saver = ms.train.ModelCheckpoint("net", folder, config)
        for step in (1, 2, 3, 4, 5):
            saver.step_end(run_context=context(ms, cur_step_num=step, **held))
        saver.end(run_context=context(ms, cur_step_num=5, **held))
        files = sorted(p for p in os.listdir(folder) if p.endswith(".ckpt"))
        last = ms.load_checkpoint(saver.latest_ckpt_file_name)
    return {"files": np.array(" ".join(files)), "weight": as_array(last["weight"])}


@case(jit=False)
def kept_per_minutes(ms: Any, run: Any) -> Arrays:
    """Of all that is saved within these minutes one file stays, and the newest."""
    held = ready(ms)
    with tempfile.TemporaryDirectory() as folder:
        config = ms.train.CheckpointConfig(
            save_checkpoint_steps=1, keep_checkpoint_max=0, keep_checkpoint_per_n_minutes=5
        )
        saver = ms.train.ModelCheckpoint("net", folder, config)
        for step in (1, 2, 3, 4):
            saver.step_end(context(ms, cur_step_num=step, **held))
        files = sorted(p for p in os.listdir(folder) if p.endswith(".ckpt"))
    return {"files": np.array(" ".join(files))}


@case(jit=False)
def backups(ms: Any, run: Any) -> Arrays:
    """Every second epoch is saved; the next run begins with it; the end removes it or not."""
    out: Arrays = {}
    for name, keep in {"kept": False, "removed": True}.items():
        with tempfile.TemporaryDirectory() as folder:
            saver = ms.train.BackupAndRestore(
                backup_dir=folder, save_freq=2, delete_checkpoint=keep
            )
            saved, other = ready(ms), ready(ms)
            other["network"].bias.set_data(ms.Tensor(np.zeros(3, np.float32)))
            result = []
            for epoch in (1, 2):
                saver.on_train_epoch_end(run_context=context(ms, cur_epoch_num=epoch, **saved))
                result.append(os.path.exists(f"{folder}/backup.ckpt"))
            saver.on_train_begin(run_context=context(ms, **other))
            saver.on_train_end(run_context=context(ms, **other))
            result.append(os.path.exists(f"{folder}/backup.ckpt"))
            out[name] = np.array(result)
            out.update({f"{name}.{k}": v for k, v in after(other["network"]).items()})
    return out


def exit_files(ms: Any, mode: str, **options: Any) -> tuple[str, bool]:
    """The files after a run that a signal ends, and whether the context asks for the end."""
    held = ready(ms)
    held["eval_network"] = held["train_network"]
    with tempfile.TemporaryDirectory() as folder:
        callback = ms.train.OnRequestExit(
            save_mindir=False, file_name="n", directory=folder, sig=signal.SIGUSR1, **options
        )
        given = context(ms, **held)
        getattr(callback, f"on_{mode}_begin")(run_context=given)
        os.kill(os.getpid(), signal.SIGUSR1)
        getattr(callback, f"on_{mode}_step_end")(run_context=given)
        getattr(callback, f"on_{mode}_end")(run_context=given)
        names = [n for _, _, files in os.walk(folder) for n in files if n.endswith(".ckpt")]
    return " ".join(sorted(names)), given.get_stop_requested()


@case(jit=False)
def exits(ms: Any, run: Any) -> Arrays:
    """MindSpore listens where MS_ENABLE_GRACEFUL_EXIT asks for it, msacc always."""
    before = signal.getsignal(signal.SIGUSR1)
    os.environ["MS_ENABLE_GRACEFUL_EXIT"] = "1"
    try:
        result = {
            "train": exit_files(ms, "train")[:1],  # MindSpore's asks through a parameter of its own
            "eval": exit_files(ms, "eval"),
            "unsaved": exit_files(ms, "eval", save_ckpt=False),
        }
    finally:
        del os.environ["MS_ENABLE_GRACEFUL_EXIT"]
        signal.signal(signal.SIGUSR1, before)
    return {name: np.array(str(facts)) for name, facts in result.items()}
