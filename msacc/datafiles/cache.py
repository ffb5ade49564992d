"""The cache folder, and folders that are created once by several processes."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path


def cache_folder() -> Path:
    """Returns `MSACC_CACHE`, by default ~/.cache/msacc."""
    return Path(os.environ.get("MSACC_CACHE") or Path.home() / ".cache" / "msacc")


def make_once(
    folder: Path, fill: Callable[[Path], None], is_complete: Callable[[Path], bool]
) -> Path:
    """Returns `folder`, created by `fill(temporary)` and a rename unless it is complete already.

    Of several processes one creates it and the others wait. The folder is never visible incomplete.
    """
    if is_complete(folder):
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(folder.parent / f".{folder.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_complete(folder):
            return folder
        temporary = folder.parent / f".{folder.name}.{os.getpid()}"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        try:
            fill(temporary)
            _move_into_place(temporary, folder)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return folder


def _move_into_place(source: Path, target: Path) -> None:
    if not target.exists():
        source.rename(target)
        return
    # The user's own folder: add missing files, change nothing else.
    for item in sorted(source.rglob("*")):
        destination = target / item.relative_to(source)
        if item.is_dir():
            destination.mkdir(exist_ok=True)
        elif not destination.exists():
            item.rename(destination)
