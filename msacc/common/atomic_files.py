"""Atomic file writes: a file is complete or absent, even if the process is killed or the disk is full."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import threading
from collections.abc import Iterator

_HOST = re.sub(r"[^\w-]", "_", socket.gethostname())
_END = ".tmp"
_LEFTOVER_NAME = re.compile(rf"\..*\.{_HOST}\.(\d+)\.\d+\{_END}")
_tidied: set[str] = set()


@contextlib.contextmanager
def atomic_replace(path: str, mode: int | None = None) -> Iterator[str]:
    """Yields the name of a temporary file beside `path`, which replaces `path` when the block ends.

    Before that it is on disk, and after it the folder is: once the block is left, no loss of power undoes it. If
    the block raises, `path` stays as it was. `mode`: the permissions of the file. Raises OSError, which names `path`.
    """
    folder, name = os.path.split(os.path.abspath(path))
    _remove_leftovers(folder)
    part = os.path.join(folder, f".{name}.{_HOST}.{os.getpid()}.{threading.get_ident()}{_END}")
    try:
        yield part
        _sync(part)
        if mode is not None:
            os.chmod(part, mode)
        os.replace(part, path)
        _sync(folder)
    except OSError as error:
        name_file(error, path, part)
        raise
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(part)


def name_file(error: OSError, path: str, part: str | None = None) -> None:
    """Has an error of writing name the file `path`, in the place of none, or of its temporary file `part`."""
    if error.errno is None:  # numpy's, of a disk that is full
        error.args = (f"{error}: {path!r}",)
    elif error.filename in (None, part):
        error.filename = path


def _sync(path: str) -> None:
    """Wait until a file or folder is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_leftovers(folder: str) -> None:
    """Removes temporary files of killed processes of this host, once per process and folder."""
    if folder in _tidied:
        return
    _tidied.add(folder)
    for name in os.listdir(folder):
        match = _LEFTOVER_NAME.fullmatch(name)
        if match and not _is_alive(int(match[1])):
            with contextlib.suppress(OSError):
                os.remove(os.path.join(folder, name))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
