"""Checkpoints written in the background, one at a time. An error is raised by the next save, or logged at exit."""

from __future__ import annotations

import atexit
import dataclasses
import json
import multiprocessing
import threading
from multiprocessing.connection import Connection
from typing import Any

from msacc.common.warn_once import logger
from msacc.train.serialization.checkpoint_files import CheckpointFile, write

_NAME = "async_save_checkpoint"
_running: list[_BackgroundSave] = []
_failed: list[tuple[str, Exception]] = []


class _BackgroundSave:
    """A running save to the file `path`."""

    def __init__(self, file: CheckpointFile, worker_kind: str):
        self.path = file.path
        self.worker: Any
        self.connection: Connection | None = None
        if worker_kind == "process":
            # fork: the child needs nothing but the arrays it was born with.
            context = multiprocessing.get_context("fork")
            self.connection, child_end = context.Pipe(duplex=False)
            self.worker = context.Process(target=_in_process, args=(file, child_end), name=_NAME)
            self.worker.start()
            child_end.close()
        else:
            self.worker = threading.Thread(target=_in_thread, args=(file,), name=_NAME)
            self.worker.start()

    def join(self) -> None:
        """Waits for its end, and stores a failure."""
        error = None if self.connection is None else self._receive_error(self.connection)
        self.worker.join()
        if error is not None:
            _failed.append((self.path, error))

    def _receive_error(self, connection: Connection) -> Exception | None:
        """The error that the process reports, or None."""
        try:
            result = json.loads(connection.recv_bytes())
        except EOFError:
            self.worker.join()
            return RuntimeError(f"its process ended with exit code {self.worker.exitcode}")
        finally:
            connection.close()
        if result["text"] is None:
            return None
        number = result["errno"]
        return RuntimeError(result["text"]) if number is None else OSError(number, result["text"])


def start(file: CheckpointFile, worker_kind: str) -> None:
    """Writes a copy of the values in a "thread" or "process", after the previous save; raises if that failed."""
    wait_for_async_saves()
    values = {
        name: value if isinstance(value, str) else value.to("cpu", copy=True)
        for name, value in file.values.items()
    }
    _running.append(_BackgroundSave(dataclasses.replace(file, values=values), worker_kind))


def _in_thread(file: CheckpointFile) -> None:
    try:
        write(file)
    except Exception as error:
        _failed.append((file.path, error))


def _in_process(file: CheckpointFile, child_end: Connection) -> None:
    number = text = None
    try:
        write(file)
    except Exception as error:
        number, text = getattr(error, "errno", None), str(error)
    child_end.send_bytes(json.dumps({"errno": number, "text": text}).encode())


def _join() -> None:
    while _running:
        _running.pop().join()


def wait_for_async_saves() -> None:
    """Waits until every asynchronous save of this process is on disk; OSError or RuntimeError if one failed."""
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
