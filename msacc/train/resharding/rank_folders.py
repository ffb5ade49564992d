"""Folders of checkpoints: one folder `rank_<n>` for each process."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from msacc.common.warn_once import logger

_LONGEST = 1024
Place = tuple[int, int]
_PLACE = re.compile(r"-(\d+)_(\d+)\.\w+$")
# How the end of a checkpoint's name may be given: what precedes it (added when missing), and the pattern.
_SUFFIXES = (
    ("_", re.compile(r"_?(\d+)-(\d+)_(\d+)")),
    ("-", re.compile(r"-?(\d+)_(\d+)")),
    ("_", re.compile(r"_?(\d+)")),
)


def make_folder(path: Any, name: str) -> str:
    """The folder, made if need be.

    TypeError for no str, ValueError for a blank or overlong one, NotADirectoryError for a file.
    """
    if not isinstance(path, str):
        raise TypeError(f"The {name} should be a str, but got {path!r}.")
    if not path.strip():
        raise ValueError(f"The {name} should not be blank, but got {path!r}.")
    real = os.path.realpath(path)
    if len(real) > _LONGEST:
        raise ValueError(f"The {name} {real!r} is longer than {_LONGEST} characters.")
    if os.path.exists(real) and not os.path.isdir(real):
        raise NotADirectoryError(f"The {name} {real!r} is a file, not a directory.")
    os.makedirs(real, mode=0o700, exist_ok=True)
    return real


def rank_folders(folder: str) -> dict[int, str]:
    """{rank: its folder} below `folder`."""
    found = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        match = re.fullmatch(r"rank_(\d+)", name)
        path = os.path.join(folder, name)
        if match and os.path.isdir(path):
            found[int(match[1])] = path
        elif re.match(r"rank_\d", name):
            logger.warning("%s is passed over: it is no folder named rank_<number>.", path)
    return found


def rank_files(folder: str, format: str, suffix: str | None = None) -> dict[int, str]:
    """{rank: its checkpoint}; of several those of the last epoch and step that all ranks have, or whose name ends with
    `suffix`.

    A safetensors file in place of a folder is rank 0's. ValueError when a suffix fits no file, or several, and where
    no epoch and step is there for all ranks.
    """
    if format == "safetensors" and os.path.isfile(folder) and folder.endswith(".safetensors"):
        return {0: folder}
    found: dict[int, str] = {}
    several: dict[int, list[str]] = {}
    for rank, path in rank_folders(folder).items():
        files = listed(path, f"{suffix or ''}.{format}")
        if not files and suffix is not None:
            raise ValueError(
                f"{path} holds no file that ends with '{suffix}.{format}'; set 'file_suffix' to the longest end that "
                "all files share."
            )
        if files and suffix is not None:
            found[rank] = files[0] if len(files) == 1 else _chosen(files, suffix, format)
        elif files:
            several[rank] = files
    return found or _newest_set(folder, several)


def _newest_set(folder: str, files: dict[int, list[str]]) -> dict[int, str]:
    """One file for each rank, all of one epoch and step where the names tell them."""
    by_place = {rank: _by_place(own) for rank, own in files.items()}
    if any(not own for own in by_place.values()):
        return {rank: own[0] if len(own) == 1 else _last(own) for rank, own in files.items()}
    if not by_place:
        return {}
    common = set.intersection(*(set(own) for own in by_place.values()))
    if not common:
        raise ValueError(
            f"{folder} holds no epoch and step of which all ranks have a file; the job may have ended while it saved: "
            f"{ {rank: sorted(map(os.path.basename, own)) for rank, own in files.items()} }."
        )
    newest = max(common)
    ahead = [rank for rank, own in by_place.items() if max(own) != newest]
    if ahead:
        logger.warning(
            "%s: ranks %s have newer files than epoch and step %s, the last that all ranks have; those are taken.",
            folder, ahead, newest,
        )  # fmt: skip
    return {rank: own[newest] for rank, own in by_place.items()}


def place(path: Path) -> Place | None:
    """(epoch, step) of a file, by its name."""
    found = _PLACE.search(path.name)
    return (int(found[1]), int(found[2])) if found else None


def _by_place(files: list[str]) -> dict[Place, str]:
    """{(epoch, step): its file}; empty where a name does not tell them."""
    found: dict[Place, str] = {}
    for file in files:
        where = place(Path(file))
        if where is None:
            return {}
        found[where] = file
    return found


def _last(files: list[str]) -> str:
    """The last saved, by the last two numbers in its name."""
    return max(files, key=lambda path: [int(n) for n in re.findall(r"\d+", path)][-2:])


def listed(folder: str, end: str) -> list[str]:
    """The files in a folder that end so, by name."""
    paths = (os.path.join(folder, n) for n in sorted(os.listdir(folder)) if n.endswith(end))
    return [p for p in paths if os.path.isfile(p) and not os.path.basename(p).startswith(".")]


def _chosen(files: list[str], suffix: str, format: str) -> str:
    for lead, pattern in _SUFFIXES:
        if pattern.fullmatch(suffix):
            end = suffix if suffix.startswith(lead) else lead + suffix
            return _only([f for f in files if _fits(f, f"{end}.{format}", pattern)], suffix, end)
    raise ValueError(
        f"Several files end with '{suffix}.{format}': {files}. Set 'file_suffix' to the longest end that "
        "all files share."
    )


def _fits(path: str, end: str, pattern: re.Pattern[str]) -> bool:
    """A suffix of task, epoch and step begins after the task's underscore, not after `rank_`."""
    return path.endswith(end) and not (pattern is _SUFFIXES[0][1] and path.endswith(f"rank{end}"))


def _only(files: list[str], suffix: str, end: str) -> str:
    """The one file, or the one with the shortest name."""
    shortest = min((len(os.path.basename(f)) for f in files), default=0)
    best = [f for f in files if len(os.path.basename(f)) == shortest]
    if len(best) != 1:
        raise ValueError(
            f"'file_suffix' {suffix!r} (read as {end!r}) fits {best or 'no file'}; set it to the longest end that all "
            "files share."
        )
    return best[0]
