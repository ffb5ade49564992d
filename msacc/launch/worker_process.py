"""Processes of a job: forked or spawned, each in its own session, ended with the launcher."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

# File descriptors only the launcher may hold; a forked child closes them.
launcher_fds: set[int] = set()


class ForkedChild(BaseException):
    """Raised in a forked child: unwinds to `main()`, which then runs `body`.

    So the child ends like any Python program (exit handlers, threads), without the launcher's frames.
    """

    def __init__(self, body: Callable[[], Any]):
        super().__init__()
        self.body = body


@dataclass
class Process:
    """A child, leader of a process group. `code` is None while it runs, -n if signal n killed it."""

    name: str
    log: str
    pid: int
    code: int | None = None

    def poll(self) -> int | None:
        """Its exit code, or None. The rest of a dead one's process group is killed before it is reaped."""
        if self.code is None:
            status = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if status is not None:
                self.kill(signal.SIGKILL)
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def kill(self, number: int) -> None:
        """Send a signal to the whole group."""
        if self.code is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def ended(self) -> str:
        """How it ended, in words."""
        if self.code is None:
            return "is still ending"
        if self.code >= 0:
            return f"exited with code {self.code}"
        name = signal.Signals(-self.code).name
        return f"was killed by {name}" + (" (out of memory?)" if name == "SIGKILL" else "")


def die_with_parent(parent: int) -> None:
    """Makes the kernel kill this process when its parent dies."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def exit_process(code: int) -> NoReturn:
    """Ends this process as Python does, without the teardown of loaded modules.

    With torch that takes a second of CPU time and copies the pages shared since the fork.
    """
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    _libc.fflush(None)
    os._exit(code)


def _bind_cores(cores: list[int] | None) -> None:
    if cores:
        os.sched_setaffinity(0, cores)


def fork(
    name: str,
    log: str,
    env: dict[str, str],
    body: Callable[[], Any],
    cores: list[int] | None = None,
    keep: tuple[int, ...] = (),
) -> Process:
    """Forks a child that runs `body`; `keep`: descriptors of the launcher that it keeps open."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return Process(name, log, pid)
    os.setsid()
    die_with_parent(parent)
    for fd in launcher_fds.difference(keep):
        os.close(fd)
    launcher_fds.clear()
    for number in _SIGNALS:
        signal.signal(
            number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        )
    _redirect(log)
    os.environ.update(env)
    _bind_cores(cores)
    raise ForkedChild(body)


def _redirect(log: str) -> None:
    """Standard output and error go to the log, line by line; input is empty."""
    null, out = (
        os.open(os.devnull, os.O_RDONLY),
        os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644),
    )
    for source, target in ((null, 0), (out, 1), (out, 2)):
        os.dup2(source, target)
    os.close(null)
    os.close(out)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, encoding="utf-8")  # type: ignore[union-attr]


def spawn(
    name: str, log: str, env: dict[str, str], argv: list[str], cores: list[int] | None = None
) -> Process:
    """A new program."""
    parent = os.getpid()

    def prepare() -> None:
        die_with_parent(parent)
        _bind_cores(cores)

    with open(log, "ab") as out:
        child = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, **env},
            start_new_session=True,
            preexec_fn=prepare,
        )
    # From here on Process waits for it; Popen would warn about a child it thinks is running.
    child.returncode = 0
    return Process(name, log, child.pid)


class Guard:
    """A small process that outlives the launcher for a moment: kills the workers of a killed launcher.

    PR_SET_PDEATHSIG reaches the workers alone; the guard reaches all of their groups.
    """

    def __init__(self) -> None:
        read, self.fd = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.fd)
            self._watch(read)
        os.close(read)
        launcher_fds.add(self.fd)

    def _watch(self, read: int) -> None:
        os.setsid()
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        text = b""
        while data := os.read(read, 4096):
            text += data
        words = text.split()
        if b"done" not in words:
            for word in words:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(int(word), signal.SIGKILL)
        os._exit(0)

    def protect(self, process: Process) -> None:
        """Adds a process group."""
        os.write(self.fd, b"%d\n" % process.pid)

    def finish(self) -> None:
        """Ends the guard, after the launcher has ended everything itself."""
        os.write(self.fd, b"done\n")
        os.close(self.fd)
        launcher_fds.discard(self.fd)
        os.waitpid(self.pid, 0)
