"""The cache folder, and folders that are created once by several processes."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from msacc.common.warn_once import once


def cache_folder() -> Path:
    """Returns `MSACC_CACHE`, by default ~/.cache/msacc; where no home can be written, a folder for temporary files."""
    folder = next(filter(_is_writable, cache_folders()), cache_folders()[0])
    if folder != cache_folders()[0]:
        once(
            "cache",
            f"{cache_folders()[0]} cannot be written; using {folder}. MSACC_CACHE names another folder.",
            logging.INFO,
        )
    return folder


def cache_folders() -> list[Path]:
    """The folders where cached data may lie."""
    if os.environ.get("MSACC_CACHE"):
        return [Path(os.environ["MSACC_CACHE"])]
    folders = [Path(tempfile.gettempdir()) / f"msacc-{os.getuid()}"]
    home = Path(os.path.expanduser("~"))  # as it is for a user that the system does not know
    return [home / ".cache" / "msacc", *folders] if home.is_absolute() else folders


def _is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder, which may not exist yet."""
    existing = next((p for p in (folder, *folder.parents) if p.exists()), folder)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


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
