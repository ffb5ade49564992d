"""Warm processes that run programs on one side: `python -m tests.fuzz.worker mindspore|msacc`, and its client.

The server imports the side and forks; the fork answers requests, each (text, graph, level) for an outcome, all pickled,
until it has run enough programs, dies, takes too long or is asked for no program. What a program leaves behind, which
in MindSpore changes what later ones give, so ends soon, and a fresh process costs no import.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.fuzz.execution import Outcome, run_text

_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
_ROOT = Path(__file__).parents[2]
_LIVES = {"mindspore": 25, "msacc": 500}  # programs a process
_SECONDS = 60  # a program


def _send(file: Any, value: Any) -> None:
    payload = pickle.dumps(value)
    file.write(struct.pack("<Q", len(payload)) + payload)
    file.flush()


def _receive(file: Any) -> Any:
    return pickle.loads(_read(file, struct.unpack("<Q", _read(file, 8))[0]))


def _read(file: Any, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = file.read(size - len(parts))
        if not part:
            raise EOFError
        parts += part
    return parts


def serve(side: str) -> None:
    """Forks until the input ends; standard output is what programs print."""
    answers = os.fdopen(os.dup(1), "wb")
    requests = os.fdopen(0, "rb", buffering=0, closefd=False)  # what a fork reads ahead is lost
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    ms = importlib.import_module(side)
    with tempfile.TemporaryDirectory(dir=_MEMORY, prefix="fuzz") as folder:
        for number in range(sys.maxsize):
            child = os.fork()
            if not child:
                os._exit(_serve(ms, side, requests, answers, Path(folder), number))
            status = os.waitpid(child, 0)[1]
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _ENDED:
                return
            if os.WIFSIGNALED(status):
                _send(answers, [(0, ("died", signal.Signals(os.WTERMSIG(status)).name))])


_FULL, _ENDED = 0, 3


def _serve(ms: Any, side: str, requests: Any, answers: Any, folder: Path, number: int) -> int:
    """Answers requests in a fork; whether the input has ended."""
    if side == "mindspore":
        ms.set_context(pynative_synchronize=True)
    for i in range(_LIVES[side]):
        try:
            request = _receive(requests)
        except EOFError:
            return _ENDED
        if request is None:
            break
        text, graph, level = request
        if side == "msacc":
            importlib.import_module("msacc.common.settings").settings.jit_level = level
        signal.alarm(_SECONDS)
        outcome = run_text(ms, text, graph, folder, f"program_{number}_{i}")
        signal.alarm(0)
        _send(answers, outcome)
    return _FULL


class Worker:
    """The client's end of a server of one side."""

    def __init__(self, python: str, side: str):
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), "GLOG_v": "4"}
        environment |= {"OMP_NUM_THREADS": "1", "MSACC_OFFLINE": "1"}
        environment.pop("MSACC_JIT_LEVEL", None)
        self.process = subprocess.Popen(
            [python, "-m", "tests.fuzz.worker", side],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env=environment,
        )

    def send(self, text: str, graph: bool, level: str = "") -> None:
        _send(self.process.stdin, (text, graph, level))

    def answer(self) -> Outcome:
        """The outcome of what was sent last; the end of the process is an outcome as well."""
        return list(_receive(self.process.stdout))

    def run(self, text: str, graph: bool, level: str = "") -> Outcome:
        self.send(text, graph, level)
        return self.answer()

    def restart(self) -> None:
        """A fresh process, where no earlier program can have left anything."""
        _send(self.process.stdin, None)

    def stop(self) -> None:
        self.process.stdin.close()  # type: ignore[union-attr]
        self.process.wait()


if __name__ == "__main__":
    serve(sys.argv[1])
