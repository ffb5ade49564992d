"""A warm process that runs programs on one side: `python -m tests.fuzz.worker mindspore|msacc`, and its client.

A request is (text, graph, level), an answer the outcome, both pickled. A process that dies or takes too long is started
anew, and so is one that has run many programs.
"""

from __future__ import annotations

import importlib
import os
import pickle
import select
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.fuzz.execution import Outcome, run_text

_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
_ROOT = Path(__file__).parents[2]
_LIFE = 3000  # programs


def _send(file: Any, value: Any) -> None:
    payload = pickle.dumps(value)
    file.write(struct.pack("<Q", len(payload)) + payload)
    file.flush()


def _receive(file: Any) -> Any:
    header = file.read(8)
    if len(header) < 8:
        raise EOFError
    return pickle.loads(file.read(struct.unpack("<Q", header)[0]))


def serve(side: str) -> None:
    """Answers requests until the input ends; standard output is what programs print."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    ms = importlib.import_module(side)
    if side == "mindspore":
        ms.set_context(pynative_synchronize=True)
    with tempfile.TemporaryDirectory(dir=_MEMORY, prefix="fuzz") as folder:
        for number in range(_LIFE):
            try:
                text, graph, level = _receive(sys.stdin.buffer)
            except EOFError:
                return
            if side == "msacc":
                importlib.import_module("msacc.common.settings").settings.jit_level = level
            name = f"program_{os.getpid()}_{number}"
            _send(answers, run_text(ms, text, graph, Path(folder), name))


class Worker:
    """The client's end of a process of one side."""

    def __init__(self, python: str, side: str, seconds: float = 60):
        self.python, self.side, self.seconds = python, side, seconds
        self._start()

    def _start(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), "GLOG_v": "4"}
        environment |= {"OMP_NUM_THREADS": "1", "MSACC_OFFLINE": "1"}
        environment.pop("MSACC_JIT_LEVEL", None)
        self.process = subprocess.Popen(
            [self.python, "-m", "tests.fuzz.worker", self.side],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env=environment,
        )

    def send(self, text: str, graph: bool, level: str = "") -> None:
        try:
            _send(self.process.stdin, (text, graph, level))
        except BrokenPipeError:  # it has run _LIFE programs
            self.restart()
            _send(self.process.stdin, (text, graph, level))

    def answer(self) -> Outcome:
        """The outcome of what was sent last; the end of the process is an outcome as well."""
        ready, _, _ = select.select([self.process.stdout], [], [], self.seconds)
        try:
            if not ready:
                raise TimeoutError
            return list(_receive(self.process.stdout))
        except (EOFError, TimeoutError) as error:
            self.restart()
            return [(0, ("died", type(error).__name__))]

    def run(self, text: str, graph: bool, level: str = "") -> Outcome:
        self.send(text, graph, level)
        return self.answer()

    def restart(self) -> None:
        """A fresh process, where no earlier program can have left anything."""
        self.stop()
        self._start()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


if __name__ == "__main__":
    serve(sys.argv[1])
