"""Checkpoints written in the background, one at a time. What fails there is raised by the next save, or at the end."""

from __future__ import annotations

import atexit
import dataclasses
import json
import multiprocessing
import threading
from multiprocessing.connection import Connection
from typing import Any

from msacc.common.warn_once import logger
from msacc.train.serialization.checkpoint_files import Job, write

_NAME = "async_save_checkpoint"
_running: list[_Save] = []
_failed: list[tuple[str, Exception]] = []


class _Save:
    """One save that runs; `path` is its file."""

    def __init__(self, job: Job, how: str):
        self.path = job.path
        self.worker: Any
        self.answer: Connection | None = None
        if how == "process":
            # fork: the child needs nothing but the arrays it was born with.
            context = multiprocessing.get_context("fork")
            self.answer, there = context.Pipe(duplex=False)
            self.worker = context.Process(target=_in_process, args=(job, there), name=_NAME)
            self.worker.start()
            there.close()
        else:
            self.worker = threading.Thread(target=_in_thread, args=(job,), name=_NAME)
            self.worker.start()

    def join(self) -> None:
        """Wait for its end, and note a failure."""
        error = None if self.answer is None else self._told(self.answer)
        self.worker.join()
        if error is not None:
            _failed.append((self.path, error))

    def _told(self, answer: Connection) -> Exception | None:
        """What the process says of its end."""
        try:
            found = json.loads(answer.recv_bytes())
        except EOFError:
            self.worker.join()
            return RuntimeError(f"its process ended with exit code {self.worker.exitcode}")
        finally:
            answer.close()
        if found["text"] is None:
            return None
        number = found["errno"]
        return RuntimeError(found["text"]) if number is None else OSError(number, found["text"])


def start(job: Job, how: str) -> None:
    """Write the values as they are now in a "thread" or "process", after the save before it; raise if that failed."""
    wait_for_async_saves()
    values = {
        name: value if isinstance(value, str) else value.to("cpu", copy=True)
        for name, value in job.values.items()
    }
    _running.append(_Save(dataclasses.replace(job, values=values), how))


def _in_thread(job: Job) -> None:
    try:
        write(job)
    except Exception as error:
        _failed.append((job.path, error))


def _in_process(job: Job, there: Connection) -> None:
    number = text = None
    try:
        write(job)
    except Exception as error:
        number, text = getattr(error, "errno", None), str(error)
    there.send_bytes(json.dumps({"errno": number, "text": text}).encode())


def _join() -> None:
    while _running:
        _running.pop().join()


def wait_for_async_saves() -> None:
    """Return when every asynchronous save of this process is on disk; OSError or RuntimeError if one failed."""
    _join()
    if not _failed:
        return
    path, error = _failed.pop(0)
    text = f"the checkpoint {path}, saved in the background, was not written: {error}"
    if isinstance(error, OSError) and error.errno is not None:
        raise OSError(error.errno, text) from error
    raise RuntimeError(text) from error


def async_ckpt_thread_status() -> bool:
    """Whether an asynchronous save is running in a thread."""
    return any(thread.name == _NAME for thread in threading.enumerate())


def _at_exit() -> None:
    _join()
    for path, error in _failed:
        logger.critical("the checkpoint %s was not written: %s", path, error)


atexit.register(_at_exit)
