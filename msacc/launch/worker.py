"""What runs in a worker: `python -m msacc.launch.worker train.py args…`, or a fork of the launcher."""

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
from msacc.launch.worker_process import leave

ERROR_FILE = "MSACC_ERROR_FILE"


def become(command: Command) -> None:
    """Be the user's program; what ends it is left for the launcher to read. Raises SystemExit."""
    sys.excepthook = _record_and_print
    heartbeat.begin()
    try:
        commands.run(command)
    except SystemExit as end:
        if end.code not in (0, None) and not os.path.exists(os.environ.get(ERROR_FILE, os.devnull)):
            _record(f"sys.exit({end.code!r})")
        raise


def become_forked(command: Command, threads: int | None) -> NoReturn:
    """`become` in a fork: what a fresh process would have of its own is made anew."""
    if threads is not None:
        torch.set_num_threads(threads)
    random.seed()
    np.random.seed()
    code: Any = 1
    try:
        become(command)
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    if isinstance(code, str):
        print(code, file=sys.stderr)
    leave(0 if code is None else code if isinstance(code, int) else 1)


def _record_and_print(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    report = record_failure(error)
    _record(commands.last_frames(error))
    sys.__excepthook__(kind, error, trace)
    if report:
        print(report, file=sys.stderr)


def _record(text: str) -> None:
    """Written before anything is torn down: the first to fail is the one to blame."""
    path = os.environ.get(ERROR_FILE)
    if path and not os.path.exists(path):
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump({"time": time.time(), "text": text}, file)
        os.rename(path + ".part", path)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    become(commands.parse(sys.argv[1:]))
