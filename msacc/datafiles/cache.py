"""The cache folder, and making a folder once however many processes ask for it."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path


def cache_folder() -> Path:
    """`MSACC_CACHE`, by default ~/.cache/msacc."""
    return Path(os.environ.get("MSACC_CACHE") or Path.home() / ".cache" / "msacc")


def make_once(
    folder: Path, fill: Callable[[Path], None], is_complete: Callable[[Path], bool]
) -> Path:
    """`folder`, filled by `fill(temporary)` and renamed into place unless it is there already.

    Of several processes one works and the others wait. Nothing half-made is ever seen under the name.
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
            _put(temporary, folder)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return folder


def _put(source: Path, target: Path) -> None:
    if not target.exists():
        source.rename(target)
        return
    # The user's own folder: add what is missing, touch nothing else.
    for item in sorted(source.rglob("*")):
        place = target / item.relative_to(source)
        if item.is_dir():
            place.mkdir(exist_ok=True)
        elif not place.exists():
            item.rename(place)
