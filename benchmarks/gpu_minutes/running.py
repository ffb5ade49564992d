"""Runs parts: each in a process group of its own, which is ended at the part's limit, with a log."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpu_minutes.parts import Part

# What a part needs at least to be started, and how long one that is told to end may take to.
_LEAST, _PATIENCE = 5.0, 3.0
_LAST_LINES = 6
_PROFILER = re.compile(r"(?:USDT|ERROR|WARNING|INFO):\d{4}-\d\d-\d\d .*\.cpp:")


@dataclass
class Outcome:
    """How a part went: waiting, running, done, failed, cut off or not started."""

    part: Part
    state: str = "waiting"
    seconds: float = 0.0
    limit: float = 0.0
    returncode: int | None = None
    last_lines: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """What is kept of it."""
        kept = {"name": self.part.name, "state": self.state, "seconds": round(self.seconds, 1)}
        kept |= {"limit": round(self.limit, 1), "returncode": self.returncode}
        return {**kept, "last_lines": self.last_lines}


class Running:
    """A part that was started."""

    def __init__(self, outcome: Outcome, limit: float, env: dict[str, str], log: Path, cwd: Path):
        self.outcome, self.log = outcome, log
        outcome.state, outcome.limit = "running", limit
        self._began = time.monotonic()
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                outcome.part.command,
                stdout=out,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env={**env, **outcome.part.env},
                cwd=cwd,
                start_new_session=True,
            )

    def ended(self) -> bool:
        """Whether it has ended, or has just been ended at its limit."""
        outcome, code = self.outcome, self._process.poll()
        outcome.seconds = time.monotonic() - self._began
        if code is None and outcome.seconds < outcome.limit:
            return False
        outcome.state = "cut off" if code is None else "done" if code == 0 else "failed"
        self.end()
        outcome.returncode = self._process.returncode
        outcome.last_lines = last_lines(self.log)
        return True

    def end(self) -> None:
        """End what is left of the group, workers that outlive the part's first process too."""
        for number, patience in ((signal.SIGTERM, _PATIENCE), (signal.SIGKILL, _PATIENCE)):
            try:
                os.killpg(self._process.pid, number)
            except ProcessLookupError:
                break
            try:
                self._process.wait(patience)
            except subprocess.TimeoutExpired:
                continue
        self._process.wait()


def last_lines(log: Path) -> list[str]:
    """The end of a log, without the profiler's lines."""
    text = log.read_bytes()[-20000:].decode(errors="replace")
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return [line[:300] for line in lines if not _PROFILER.match(line)][-_LAST_LINES:]


class Runner:
    """Runs stages of parts until a time; `changed` is called after each part."""

    def __init__(self, work: Path, root: Path, end: float, changed: Callable[[], None]):
        self.work, self.root, self.end, self.changed = work, root, end, changed
        self.outcomes: list[Outcome] = []
        self._running: list[Running] = []

    def left(self) -> float:
        """Seconds."""
        return self.end - time.monotonic()

    def side_by_side(
        self, parts: Sequence[Part], widths: dict[str, int], end: float, scale: float
    ) -> None:
        """Parts of several lanes, as many at once as their width, each for its seconds times `scale`, until `end`."""
        waiting = self._added(parts)
        while waiting or self._running:
            for outcome in list(waiting):
                busy = sum(r.outcome.part.lane == outcome.part.lane for r in self._running)
                if busy < widths[outcome.part.lane]:
                    waiting.remove(outcome)
                    left = end - time.monotonic()
                    self._start(outcome, min(outcome.part.seconds * scale, left))
            self._look()
            time.sleep(0.1)

    def one_by_one(self, parts: Sequence[Part]) -> None:
        """Parts alone, each with its share of what is left."""
        waiting = self._added(parts)
        while waiting:
            rest = sum(outcome.part.seconds for outcome in waiting)
            outcome = waiting.pop(0)
            self._start(outcome, self.left() * outcome.part.seconds / rest)
            while self._running:
                self._look()
                time.sleep(0.1)

    def stop(self) -> None:
        """End whatever runs."""
        for running in self._running:
            running.end()

    def _added(self, parts: Sequence[Part]) -> list[Outcome]:
        added = [Outcome(part) for part in parts]
        self.outcomes += added
        return added

    def _start(self, outcome: Outcome, limit: float) -> None:
        part = outcome.part
        if limit < _LEAST:
            outcome.state, outcome.limit = "not started", max(0.0, limit)
            self.changed()
            return
        log = self.work / "logs" / f"{part.file}.log"
        env = {**os.environ, **compiled_code(self.work, part)}
        self._running.append(Running(outcome, limit, env, log, self.root))

    def _look(self) -> None:
        for running in list(self._running):
            if running.ended():
                self._running.remove(running)
                self.changed()


def compiled_code(work: Path, part: Part) -> dict[str, str]:
    """Where a part's compilers keep what they make: in its own folder, or in that of all which are not cold."""
    folder = work / "compiled" / (part.file if part.cold else "all")
    kinds = {"TORCHINDUCTOR_CACHE_DIR": "inductor", "TRITON_CACHE_DIR": "triton"}
    return {variable: str(folder / kind) for variable, kind in kinds.items()}
