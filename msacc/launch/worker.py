"""A worker's entry point: `python -m msacc.launch.worker train.py args…`, or a fork of the launcher."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from typing import Any, NoReturn

import numpy as np
import torch

from msacc.communication.management import record_failure
from msacc.launch import command as commands
from msacc.launch import heartbeat
from msacc.launch.command import Command
from msacc.launch.worker_process import exit_process

ERROR_FILE = "MSACC_ERROR_FILE"


def run_program(command: Command) -> None:
    """Runs the user's program; records the error that ends it for the launcher. Raises SystemExit."""
    sys.excepthook = _record_and_print
    heartbeat.start()
    try:
        commands.run(command)
    except SystemExit as end:
        if end.code not in (0, None) and not os.path.exists(os.environ.get(ERROR_FILE, os.devnull)):
            _record(f"sys.exit({end.code!r})")
        raise


def run_forked(command: Command, threads: int | None) -> NoReturn:
    """`run_program` in a fork: sets the threads and random seeds that a new process would have."""
    if threads is not None:
        torch.set_num_threads(threads)
    random.seed()
    np.random.seed()
    code: Any = 1
    try:
        run_program(command)
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    if isinstance(code, str):
        print(code, file=sys.stderr)
    exit_process(0 if code is None else code if isinstance(code, int) else 1)


def _record_and_print(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    report = record_failure(error)
    _record(commands.last_frames(error))
    sys.__excepthook__(kind, error, trace)
    if report:
        print(report, file=sys.stderr)


def _record(text: str) -> None:
    """Records an error before anything is torn down: the launcher reports the earliest."""
    path = os.environ.get(ERROR_FILE)
    if path and not os.path.exists(path):
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump({"time": time.time(), "text": text}, file)
        os.rename(path + ".part", path)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    run_program(commands.parse(sys.argv[1:]))
