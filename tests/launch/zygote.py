"""Start many msruns quickly: one process imports msacc, then each msrun is a fork of it.

Each is a real process with a pid, signals and an exit code of its own; only the import is shared.
`python -m tests.launch.zygote` reads requests, a JSON object a line, and answers each with one line.
"""

from __future__ import annotations

import atexit
import functools
import gc
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]


def _serve() -> int:
    from msacc import __main__
    from msacc.graph.backend import load_compiler
    from msacc.launch import job_spec, msrun

    load_compiler()
    gc.collect()
    gc.freeze()  # each msrun, and each of its workers, would look through all of it again

    for line in sys.stdin:
        request = json.loads(line)
        if "wait" in request:
            _answer(_wait(request["wait"], request["seconds"]))
            continue
        pid = os.fork()
        if pid == 0:
            break
        _answer(pid)
    else:
        return 0
    _become(request)
    if request["script"]:
        return __main__.main(request["argv"])
    if not request["master"]:
        job_spec.listening.is_local = lambda address: False
    return msrun.main(request["argv"])


def _become(request: dict[str, Any]) -> None:
    os.setsid()
    out = os.open(request["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (out, 1), (out, 2)):
        os.dup2(source, target)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])


def _wait(pid: int, seconds: float) -> int | None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    return None


def _answer(value: Any) -> None:
    print(json.dumps(value), flush=True)


def _environment() -> dict[str, str]:
    """This process's environment, for processes that share a small machine."""
    fixed = {"PYTHONPATH": str(_ROOT), "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    return {**os.environ, **fixed}


@dataclass
class Run:
    """One msrun under way."""

    zygote: Zygote
    pid: int
    out: Path

    def wait(self, seconds: float = 120) -> int:
        """Its exit code; fails when it does not end in time."""
        code = self.zygote.ask({"wait": self.pid, "seconds": seconds})
        assert code is not None, f"msrun still runs after {seconds} s:\n{self.text()}"
        return code

    def text(self) -> str:
        """What it has printed."""
        return self.out.read_text()


class Zygote:
    """The process to ask."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.launch.zygote"],
            cwd=_ROOT,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, request: dict[str, Any]) -> Any:
        """Send a request, return the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def msrun(self, *argv: str | Path, cwd: Path, master: bool = True) -> Run:
        """Start `msrun argv…` in `cwd`; `master=False`: as if on another host than --master_addr."""
        return self._msacc_start(argv, cwd, master=master, script=False)

    def script(self, *argv: str | Path, cwd: Path) -> Run:
        """Start `python -m msacc argv…` in `cwd`."""
        return self._msacc_start(argv, cwd, master=True, script=True)

    def _msacc_start(self, argv: Any, cwd: Path, **more: bool) -> Run:
        out = cwd / f"console_{time.monotonic_ns()}.txt"
        words = [str(word) for word in argv]
        request = {"argv": words, "cwd": str(cwd), "out": str(out), "env": _environment(), **more}
        return Run(self, self.ask(request), out)

    def close(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


@functools.cache
def shared() -> Zygote:
    """One for the whole test run, started when first needed."""
    made = Zygote()
    atexit.register(made.close)
    return made


if __name__ == "__main__":
    sys.exit(_serve())
