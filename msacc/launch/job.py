"""A running job: starts it, shows its logs, and ends all processes when one fails or on a signal."""

from __future__ import annotations

import functools
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from types import FrameType

import torch

from msacc.communication._scheduler import Scheduler
from msacc.launch import heartbeat, host_agreement, status_line, worker
from msacc.launch.command import Command
from msacc.launch.heartbeat import HeartbeatMonitor
from msacc.launch.host_agreement import NoAgreement
from msacc.launch.job_spec import JobSpec, WorkerSpec
from msacc.launch.log_tail import Tail
from msacc.launch.preload import preload
from msacc.launch.status_line import StatusLine
from msacc.launch.worker_process import Guard, Process, fork, launcher_fds, spawn

_POLL_SECONDS = 0.05
_TERM_SECONDS = 2.0
_LOG_LINES = 25
_NO_TESTS_COLLECTED = 5
# The exit code of a job that a worker, or the scheduler, broke off.
FAILED = 1
_UNLIMITED = 7 * 86400.0


def say(text: str) -> None:
    """Prints a line of the launcher."""
    status_line.clear()
    print(f"msrun: {text}", flush=True)


def use_fork(command: Command) -> bool:
    """Whether workers are forked from this process, which has torch loaded: not with GPUs or interpreter options.

    The environment variable MSACC_LAUNCH=spawn starts every worker as a new program.
    """
    return (
        not command.flags
        and os.environ.get("MSACC_LAUNCH") != "spawn"
        and not torch.cuda.is_available()
    )


class Job:
    """The processes of this host, from start to end."""

    def __init__(self, spec: JobSpec, command: Command):
        self.spec, self.command = spec, command
        # A file without tests, such as a script, did its work when pytest imported it: the others may do theirs.
        is_pytest = command.is_module and command.target == "pytest"
        self._ignored_code = _NO_TESTS_COLLECTED if is_pytest else None
        self.workers: list[Process] = []
        self.scheduler: Process | None = None
        self.signal: int | None = None
        # Why it cannot be started, nor again.
        self.problem: str | None = None
        self._starts: dict[str, int] = {}
        self.errors = tempfile.mkdtemp(prefix="msrun-")
        files = [self._beat_file(spec.local) for spec in self.spec.workers]
        self.heartbeats = HeartbeatMonitor(files, self.spec.options.hang_time_out)

    # -- starting: no `try` here, a forked child leaves through it (see ForkedChild) ------------
    def start(self) -> None:
        """Start the guard, the scheduler and the workers."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        self.guard = Guard()
        self._start_scheduler()
        self._agree_with_hosts()
        if self.problem is not None:
            return
        if use_fork(self.command):
            preload(self.command)
        # What is loaded now never becomes garbage: the children's collectors leave these pages shared.
        gc.collect()
        gc.freeze()
        for spec in self.spec.workers:
            self._open_log(spec.log)
            self.workers.append(self._start_worker(spec))
            self.guard.protect(self.workers[-1])

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.signal = number

    def _start_scheduler(self) -> None:
        spec = self.spec
        if spec.socket is None:
            return
        self._open_log(spec.scheduler_log)
        listening = spec.socket.detach()
        launcher_fds.add(listening)
        body = functools.partial(_serve, spec, listening)
        bind = spec.options.bind_core
        cores = bind.get("scheduler") if isinstance(bind, dict) else None
        self.scheduler = fork("scheduler", spec.scheduler_log, {}, body, cores, keep=(listening,))
        self.guard.protect(self.scheduler)
        os.close(listening)
        launcher_fds.discard(listening)

    def _agree_with_hosts(self) -> None:
        """Waits for the other hosts of a job that may be started again; its workers are known then."""
        spec = self.spec
        if not (spec.several_hosts and spec.options.max_restarts):
            return
        node, local = spec.options.node_rank, spec.options.local_worker_num
        where, timeout = (spec.address, spec.options.master_port), spec.options.cluster_time_out
        try:
            agreed = host_agreement.join(
                *where, node, local, spec.round - 1, timeout, lambda: self.signal is not None
            )
        except NoAgreement as error:
            self.problem = str(error)
            return
        spec.follow(agreed)
        say(
            f"start {spec.round + 1}; workers: {spec.options.worker_num} of {spec.asked.worker_num}"
        )

    def _start_worker(self, spec: WorkerSpec) -> Process:
        env = {**spec.env, worker.ERROR_FILE: self._error_file(spec.local)}
        env |= {heartbeat.FILE: self._beat_file(spec.local)}
        env |= {"TORCHELASTIC_RESTART_COUNT": str(self.spec.round)}
        if use_fork(self.command):
            body = functools.partial(worker.run_forked, self.command, self.spec.threads)
            return fork(spec.name, spec.log, env, body, spec.cores)
        words = ["-m"] * self.command.is_module + [self.command.target, *self.command.args]
        argv = [sys.executable, *self.command.flags, "-m", "msacc.launch.worker", *words]
        return spawn(spec.name, spec.log, env, argv, spec.cores)

    def _error_file(self, local: int) -> str:
        return os.path.join(self.errors, str(local))

    def _beat_file(self, local: int) -> str:
        return os.path.join(self.errors, f"beat{local}")

    def _open_log(self, path: str) -> None:
        """Truncates the log in the first round; later rounds append."""
        with open(path, "ab" if self.spec.round else "wb") as log:
            if self.spec.round:
                log.write(f"msrun: start {self.spec.round + 1}\n".encode())
            self._starts[path] = log.tell()

    # -- running -----------------------------------------------------------------------------------
    def wait(self) -> int:
        """Show the logs until all has ended; the exit code for the launcher."""
        shown = [i for i in self.spec.options.tail_worker_log if i < len(self.workers)]
        tail = Tail([self.workers[i].log for i in shown], self._starts)
        try:
            return self._watch(tail)
        finally:
            status_line.clear()
            self._stop_all()
            self.guard.finish()
            shutil.rmtree(self.errors, ignore_errors=True)

    def _watch(self, tail: Tail) -> int:
        if self.problem is not None:
            say(self.problem)
            return FAILED if self.signal is None else 128 + self.signal
        line = StatusLine(self._beat_file(0), len(self.workers))
        while True:
            codes = [process.poll() for process in self.workers]
            tail.show()
            if self.signal is not None:
                return self._forward_signal(tail)
            if any(code and code != self._ignored_code for code in codes):
                return self._failed(tail)
            if None not in codes:
                return self._failed(tail) if any(codes) else self._finish_scheduler()
            if self.scheduler is not None and self.scheduler.poll():
                return self._scheduler_failed(tail)
            silent = self.heartbeats.silent_worker()
            if silent is not None and codes[silent] is None:
                return self._end_hanging(self.workers[silent], tail)
            line.show()
            time.sleep(_POLL_SECONDS)

    def _forward_signal(self, tail: Tail) -> int:
        """Forwards a signal as SIGTERM, and waits for workers that catch it (OnRequestExit) to end.

        A second signal ends the grace period.
        """
        assert self.signal is not None
        say(f"got {signal.Signals(self.signal).name}, ending all workers")
        code, self.signal = 128 + self.signal, None
        for process in self.workers:
            process.kill(signal.SIGTERM)
        end = time.monotonic() + self.spec.options.grace
        while _running(self.workers) and time.monotonic() < end and self.signal is None:
            tail.show()
            time.sleep(_POLL_SECONDS)
        tail.show()
        return code

    def _finish_scheduler(self) -> int:
        """The workers here are done; on one host the scheduler has nothing more to wait for."""
        if self.scheduler is None:
            return 0
        seconds = 1.0 if self.spec.one_host else max(1.0, self.spec.options.cluster_time_out)
        end = time.monotonic() + seconds
        while self.scheduler.poll() is None and time.monotonic() < end and self.signal is None:
            time.sleep(_POLL_SECONDS)
        if self.scheduler.code:
            say(f"the scheduler {self.scheduler.ended()}; log: {self.scheduler.log}")
            return FAILED
        return 0

    def _scheduler_failed(self, tail: Tail) -> int:
        """Usually it noticed a lost worker before the launcher did."""
        time.sleep(10 * _POLL_SECONDS)
        if any(process.poll() for process in self.workers):
            return self._failed(tail)
        assert self.scheduler is not None
        self._report_failure(self.scheduler, _last_lines(self.scheduler.log))
        return FAILED

    def _end_hanging(self, process: Process, tail: Tail) -> int:
        """Ends the job because of a worker without heartbeats."""
        self._stop_all()
        tail.show()
        limit = self.spec.options.hang_time_out
        self._report(process, f"has given no sign of life for {limit:g} s (--hang_time_out)")
        return FAILED

    # -- ending ------------------------------------------------------------------------------------
    def _failed(self, tail: Tail) -> int:
        """Reports the worker that failed first, with its last lines, and ends the others."""
        records = [_read_record(self._error_file(i)) for i in range(len(self.workers))]
        # A worker that died without a word (a signal, os._exit) made the others fail, not they it.
        silent = [i for i, p in enumerate(self.workers) if p.code and records[i] is None]
        recorded = sorted((record[0], i) for i, record in enumerate(records) if record is not None)
        first = self.workers[silent[0] if silent else recorded[0][1]]
        end = time.monotonic() + _TERM_SECONDS
        while first.poll() is None and time.monotonic() < end:
            time.sleep(_POLL_SECONDS)
        self._stop_all()
        tail.show()
        self._report_failure(first, _last_lines(first.log))
        return FAILED

    def _report_failure(self, process: Process, lines: str) -> None:
        self._report(process, process.ended(), lines)

    def _report(self, process: Process, what: str, lines: str = "") -> None:
        say(f"{process.name} {what}; the job is ended. Log: {process.log}")
        if lines:
            print(lines, flush=True)
        where = os.path.abspath(self.spec.options.log_dir or ".")
        say(f"Distributed job exited with exception. Please check logs in directory: {where}.")

    def _stop_all(self) -> None:
        """SIGTERM, then SIGKILL, to every group; return when all are reaped."""
        left = [p for p in (*self.workers, self.scheduler) if p is not None and p.poll() is None]
        for process in left:
            process.kill(signal.SIGTERM)
        end = time.monotonic() + _TERM_SECONDS
        while _running(left) and time.monotonic() < end:
            time.sleep(_POLL_SECONDS)
        for process in left:
            process.kill(signal.SIGKILL)
        while _running(left):
            time.sleep(_POLL_SECONDS)


def _running(processes: list[Process]) -> bool:
    """Poll every one of them, so that each is reaped."""
    return None in [process.poll() for process in processes]


def _serve(spec: JobSpec, listening: int) -> None:
    """Runs the scheduler. On one host the launcher ends it, and the workers have their own timeouts."""
    options = spec.options
    limit = options.cluster_time_out
    timeout = _UNLIMITED if spec.one_host or limit < 0 else float(limit)
    scheduler = Scheduler(
        spec.address, options.master_port, options.worker_num, timeout, print, listening
    )
    if spec.several_hosts and options.max_restarts:
        most = spec.asked.worker_num
        least = options.min_worker_num if spec.round else most
        scheduler.size = host_agreement.decide(
            scheduler.store, spec.round, most, least, limit, print
        )
    scheduler.run()


def _read_record(path: str) -> tuple[float, str] | None:
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
    except OSError:
        return None
    return record["time"], record["text"]


def _last_lines(path: str) -> str:
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 8192))
        lines = file.read().decode(errors="replace").rstrip().splitlines()
    return "\n".join(f"    {line}" for line in lines[-_LOG_LINES:])
