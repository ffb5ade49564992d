"""A reader in a process of its own, with little memory and little time, fed with damaged files."""

from __future__ import annotations

import ctypes
import faulthandler
import logging
import mmap
import os
import pickle
import resource
import signal
import struct
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tests.hostile.mutate import Mutation, Random, chosen

_M_ARENA_MAX = -8
# What a reader may take beyond what the process had: files are below 1 MB.
MEMORY = 256 << 20
CPU_SECONDS, WALL_SECONDS = 5.0, 60.0
_MOST_FAULTS = 25


@dataclass(frozen=True)
class Format:
    """A kind of file and the door that reads it.

    `make` writes good files into a folder; `hit` names those that are damaged; `read` opens the folder. `errors`: the
    classes that the door's documentation names, and no subclass of theirs.
    """

    name: str
    make: Callable[[Path], Any]
    hit: tuple[str, ...]
    read: Callable[[Path], Any]
    errors: tuple[type[Exception], ...]
    mutations: tuple[Mutation, ...]


@dataclass(frozen=True)
class _Work:
    """What a process does: the format, its files in a folder, and until when."""

    form: Format
    folder: Path
    contents: dict[Path, bytes]
    master: int
    end: float


@dataclass
class Outcome:
    """What became of the inputs: how many by class of error, and what must not be."""

    inputs: int = 0
    classes: Counter[str] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


class TooSlow(BaseException):
    """An input took more than its time."""


def attack(
    form: Format, folder: Path, seeds: range, master: int = 0, most_seconds: float = 1e9
) -> Outcome:
    """Read `len(seeds)` damaged forms of the format's files; processes that die are followed by others."""
    form.make(folder)
    form.read(folder)  # What is good is read, and lazy imports are done.
    targets = [p for pattern in form.hit for p in sorted(folder.glob(pattern)) if p.is_file()]
    contents = {path: path.read_bytes() for path in targets}
    assert contents, f"{form.name}: no file is called {form.hit}"
    result = Outcome()
    beat = mmap.mmap(-1, 8)
    end = time.monotonic() + most_seconds
    at = seeds.start
    while at < seeds.stop and time.monotonic() < end and len(result.faults) < _MOST_FAULTS:
        beat[:8] = struct.pack("<q", at)
        work = _Work(form, folder, contents, master, end)
        at = _one_process(work, range(at, seeds.stop), beat, result)
    return result


def _one_process(work: _Work, seeds: range, beat: mmap.mmap, found: Outcome) -> int:
    """The number of the input to go on with."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(reading)
            _child(work, seeds, beat, writing)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        status = _watched(pid, beat)
        raw = file.read()
    last = struct.unpack("<q", beat[:8])[0]
    if status == 0:
        _add(found, pickle.loads(raw))
        return last + 1
    found.inputs += last + 1 - seeds.start
    found.classes["died"] += 1
    found.faults.setdefault(f"the process died (status {status})", f"seed ({work.master}, {last})")
    return last + 1


def _add(found: Outcome, more: Outcome) -> None:
    found.inputs += more.inputs
    found.classes += more.classes
    for text, where in more.faults.items():
        found.faults.setdefault(text, where)


def _watched(pid: int, beat: mmap.mmap) -> int:
    """The process's end; it is ended where one input takes too long."""
    last, since = beat[:8], time.monotonic()
    pause = 0.001
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        if beat[:8] != last:
            last, since = beat[:8], time.monotonic()
        elif time.monotonic() - since > WALL_SECONDS:
            os.kill(pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


def _child(work: _Work, seeds: range, beat: mmap.mmap, out: int) -> None:
    _confine()
    result, form = Outcome(), work.form
    targets, others = list(work.contents), list(work.contents.values())
    for path, raw in work.contents.items():
        _put(path, raw)
    for number in seeds:
        if time.monotonic() > work.end or len(result.faults) >= _MOST_FAULTS:
            break
        beat[:8] = struct.pack("<q", number)
        random = np.random.default_rng([work.master, number])
        path = chosen(random, targets)
        _put(path, damaged(form, random, work.contents[path], others))
        result.classes[_outcome(form, work.folder, result, f"seed ({work.master}, {number})")] += 1
        _put(path, work.contents[path])
        result.inputs += 1
    with os.fdopen(out, "wb") as file:
        pickle.dump(result, file)


def _put(path: Path, raw: bytes) -> None:
    """A new file each time: what an earlier one is mapped from stays as it was."""
    path.unlink(missing_ok=True)
    path.write_bytes(raw)


def damaged(form: Format, random: Random, raw: bytes, others: list[bytes]) -> bytes:
    """One of the format's damages."""
    return chosen(random, form.mutations)(random, raw, others)


def _outcome(form: Format, folder: Path, found: Outcome, where: str) -> str:
    """The class of the error, or "read"; what is wrong is noted."""
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        form.read(folder)
        return "read"
    except form.errors as error:
        text = str(error)
        if type(error) in form.errors and "allocate" not in text and text.strip():
            return type(error).__name__
        return _noted(error, found, where)
    except (Exception, TooSlow, SystemExit) as error:
        return _noted(error, found, where)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _noted(error: BaseException, found: Outcome, where: str) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/msacc/" in f.filename]
    at = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    name = type(error).__name__
    # One line a place.
    found.faults.setdefault(f"{name} at {at}", f"{where}: {str(error)[:300]!r}")
    return name


def _confine() -> None:
    """Little memory; an alarm; silence."""
    ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)  # each arena would set 64 MB of addresses aside
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.disable()  # the parent tells
    signal.signal(signal.SIGPROF, _too_slow)
    torch.set_num_threads(1)
    logging.disable(logging.CRITICAL)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - as long as the process
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def _too_slow(signum: int, frame: Any) -> None:
    raise TooSlow(f"more than {CPU_SECONDS} s")


def in_little_memory(read: Callable[[], Any]) -> tuple[str, str]:
    """The class and the text of the error that `read` ends with, in a process of its own; "read" for none."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            _confine()
            result = _end_of(read)
            with os.fdopen(writing, "wb") as file:
                pickle.dump(result, file)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        raw = file.read()
    status = os.waitpid(pid, 0)[1]
    return pickle.loads(raw) if raw else ("died", f"status {status}")


def _end_of(read: Callable[[], Any]) -> tuple[str, str]:
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        read()
        return "read", ""
    except (Exception, TooSlow) as error:
        return type(error).__name__, str(error)
