"""Atomic file writes: a file is complete or absent, even if the process is killed or the disk is full."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import socket
import threading
from collections.abc import Iterator

_HOST = re.sub(r"[^\w-]", "_", socket.gethostname())
_END = ".tmp"
# Of this host's processes alone: on a shared disk, a lock may be unknown to the other hosts.
_TEMPORARY_NAME = re.compile(rf"\..*\.{_HOST}\.\d+\.\d+\{_END}")
_LOCK = ".lock"


@contextlib.contextmanager
def atomic_replace(path: str, mode: int | None = None) -> Iterator[str]:
    """Yields the name of a temporary file, which replaces `path` when the block ends.

    Before that it is on disk, and after it the folder is: once the block is left, no loss of power undoes it. If
    the block raises, `path` stays as it was. `mode`: the permissions of the file. Raises OSError, which names `path`.

    The file lies in a folder of its own beside `path`, because a library that writes it may make further files there
    (safetensors does). What killed processes have left of such folders beside `path` is removed first.
    """
    folder, name = os.path.split(os.path.abspath(path))
    _remove_leftovers(folder)
    own = os.path.join(folder, f".{name}.{_HOST}.{os.getpid()}.{threading.get_ident()}{_END}")
    part = os.path.join(own, name)
    try:
        with _locked_folder(own):
            yield part
            _sync(part)
            if mode is not None:
                os.chmod(part, mode)
            os.replace(part, path)
            _sync(folder)
    except OSError as error:
        name_file(error, path, own, part)
        raise


def name_file(error: OSError, path: str, *parts: str) -> None:
    """Has an error of writing name the file `path`, in the place of none, or of its temporary files `parts`."""
    if error.errno is None:  # numpy's, of a disk that is full
        error.args = (f"{error}: {path!r}",)
    elif error.filename in (None, *parts):
        error.filename = path


@contextlib.contextmanager
def _locked_folder(folder: str) -> Iterator[None]:
    """A new folder, locked within the block and removed after it.

    The kernel opens the lock when the process ends in whatever way. On a file system without locks it has none.
    """
    handle = _lock(folder)
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _lock(folder: str) -> int:
    while True:
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, 0o700)
        try:
            handle = os.open(os.path.join(folder, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue  # removed in this moment by a process that took it for a leftover
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle
        os.close(handle)  # likewise, before it was locked


def _sync(path: str) -> None:
    """Wait until a file or folder is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_leftovers(folder: str) -> None:
    """Removes the temporary folders of this host's processes that have ended in a save."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if _TEMPORARY_NAME.fullmatch(name):
                _remove_unlocked(os.path.join(folder, name))


def _remove_unlocked(folder: str) -> None:
    """Removes a folder unless a process holds its lock, or the file system has no locks.

    The lock and not the process's number decides: a container gives the same number to its next start, a killed
    process keeps its own until its parent waits for it, and other containers' processes cannot be seen.
    """
    try:
        handle = os.open(os.path.join(folder, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(handle).st_nlink:  # else it is gone, and its name may be in use again
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass
    finally:
        os.close(handle)
