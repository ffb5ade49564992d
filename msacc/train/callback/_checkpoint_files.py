"""Names, times and removal of checkpoint files."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from msacc.common.warn_once import once

BREAKPOINT = "_breakpoint.ckpt"
_SUFFIXES = (".ckpt", ".safetensors")


def modified_time(path: Path) -> float:
    """When a file was written, in seconds; 0 if another process has removed it."""
    try:
        return path.stat().st_mtime_ns / 1e9
    except FileNotFoundError:
        return 0.0


def remove(path: Path) -> None:
    """Deletes a file, which another process may do at the same time; logs once why it cannot."""
    try:
        path.chmod(stat.S_IWRITE)
        path.unlink()
    except FileNotFoundError:
        pass
    except OSError as error:
        once(f"remove:{path}", f"ModelCheckpoint: {path} could not be removed: {error}.")


def check_prefix(prefix: object) -> str:
    if not isinstance(prefix, str) or "/" in prefix:
        raise ValueError(
            "For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name must be a string without "
            f"'/', or a function that returns one, but got {prefix!r}."
        )
    return prefix


def create_folder(directory: str) -> str:
    """The directory's absolute path, created if need be; TypeError unless a str that is not empty."""
    if not isinstance(directory, str) or not directory.strip():
        raise TypeError(
            f"The directory path should be a str that is not empty, but got {directory!r}."
        )
    path = os.path.realpath(directory)
    os.makedirs(path, exist_ok=True)
    return path


def unused_prefix(directory: str, prefix: str, breakpoints: bool = False) -> str:
    """`prefix`, or `prefix_N` where files with that prefix are in the directory already."""
    pattern = re.compile(re.escape(prefix) + r"(?:_(\d+))?-.*")
    highest = 0
    for name in os.listdir(directory):
        if name.endswith(BREAKPOINT) != breakpoints or not name.endswith(_SUFFIXES):
            continue
        match = pattern.fullmatch(name)
        if match:
            highest = max(highest, int(match[1]) + 1 if match[1] else 1)
    return f"{prefix}_{highest}" if highest else prefix
