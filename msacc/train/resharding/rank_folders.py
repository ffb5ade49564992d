"""Folders of checkpoints: one folder `rank_<n>` for each process."""

from __future__ import annotations

import os
import re
from pathlib import Path

from msacc.common.warn_once import logger

_MAX_PATH_LENGTH = 1024
EpochStep = tuple[int, int]
_EPOCH_STEP = re.compile(r"-(\d+)_(\d+)\.\w+$")
# How the end of a checkpoint's name may be given: what precedes it (added when missing), and the pattern.
_SUFFIXES = (
    ("_", re.compile(r"_?(\d+)-(\d+)_(\d+)")),
    ("-", re.compile(r"-?(\d+)_(\d+)")),
    ("_", re.compile(r"_?(\d+)")),
)


def make_folder(path: str, name: str) -> str:
    """The folder, made if need be.

    TypeError for no str, ValueError for a blank or overlong one, NotADirectoryError for a file.
    """
    if not isinstance(path, str):
        raise TypeError(f"The {name} should be a str, but got {path!r}.")
    if not path.strip():
        raise ValueError(f"The {name} should not be blank, but got {path!r}.")
    real = os.path.realpath(path)
    if len(real) > _MAX_PATH_LENGTH:
        raise ValueError(f"The {name} {real!r} is longer than {_MAX_PATH_LENGTH} characters.")
    if os.path.exists(real) and not os.path.isdir(real):
        raise NotADirectoryError(f"The {name} {real!r} is a file, not a directory.")
    os.makedirs(real, mode=0o700, exist_ok=True)
    return real


def rank_folders(folder: str) -> dict[int, str]:
    """{rank: its folder} below `folder`."""
    folders = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        match = re.fullmatch(r"rank_(\d+)", name)
        path = os.path.join(folder, name)
        if match and os.path.isdir(path):
            folders[int(match[1])] = path
        elif re.match(r"rank_\d", name):
            logger.warning("%s is passed over: it is no folder named rank_<number>.", path)
    return folders


def rank_files(folder: str, format: str, suffix: str | None = None) -> dict[int, str]:
    """{rank: its checkpoint}; of several those of the last epoch and step that all ranks have, or whose name ends with
    `suffix`.

    A safetensors file in place of a folder is rank 0's. ValueError when a suffix fits no file, or several, and where
    no epoch and step is there for all ranks.
    """
    if format == "safetensors" and os.path.isfile(folder) and folder.endswith(".safetensors"):
        return {0: folder}
    files_by_rank: dict[int, str] = {}
    candidates: dict[int, list[str]] = {}
    for rank, path in rank_folders(folder).items():
        files = list_files(path, f"{suffix or ''}.{format}")
        if not files and suffix is not None:
            raise ValueError(
                f"{path} holds no file that ends with '{suffix}.{format}'; set 'file_suffix' to the longest end that "
                "all files share."
            )
        if files and suffix is not None:
            files_by_rank[rank] = (
                files[0] if len(files) == 1 else _with_suffix(files, suffix, format)
            )
        elif files:
            candidates[rank] = files
    return files_by_rank or _newest_set(folder, candidates)


def _newest_set(folder: str, files: dict[int, list[str]]) -> dict[int, str]:
    """One file for each rank, all of one epoch and step where the names tell them."""
    by_epoch_step = {rank: _by_epoch_step(steps) for rank, steps in files.items()}
    if any(not steps for steps in by_epoch_step.values()):
        return {
            rank: steps[0] if len(steps) == 1 else _last_numbered(steps)
            for rank, steps in files.items()
        }
    if not by_epoch_step:
        return {}
    common = set.intersection(*(set(steps) for steps in by_epoch_step.values()))
    if not common:
        raise ValueError(
            f"{folder} holds no epoch and step of which all ranks have a file; the job may have ended while it saved: "
            f"{ {rank: sorted(map(os.path.basename, steps)) for rank, steps in files.items()} }."
        )
    newest = max(common)
    ahead = [rank for rank, steps in by_epoch_step.items() if max(steps) != newest]
    if ahead:
        logger.warning(
            "%s: ranks %s have newer files than epoch and step %s, the last that all ranks have; those are taken.",
            folder, ahead, newest,
        )  # fmt: skip
    return {rank: steps[newest] for rank, steps in by_epoch_step.items()}


def epoch_step(path: Path) -> EpochStep | None:
    """(epoch, step) of a file, by its name."""
    match = _EPOCH_STEP.search(path.name)
    return (int(match[1]), int(match[2])) if match else None


def _by_epoch_step(files: list[str]) -> dict[EpochStep, str]:
    """{(epoch, step): its file}; empty where a name does not tell them."""
    by_epoch_step: dict[EpochStep, str] = {}
    for file in files:
        key = epoch_step(Path(file))
        if key is None:
            return {}
        by_epoch_step[key] = file
    return by_epoch_step


def _last_numbered(files: list[str]) -> str:
    """The last saved, by the last two numbers in its name."""
    return max(files, key=lambda path: [int(n) for n in re.findall(r"\d+", path)][-2:])


def list_files(folder: str, end: str) -> list[str]:
    """The files in a folder that end so, by name."""
    paths = (os.path.join(folder, n) for n in sorted(os.listdir(folder)) if n.endswith(end))
    return [p for p in paths if os.path.isfile(p) and not os.path.basename(p).startswith(".")]


def _with_suffix(files: list[str], suffix: str, format: str) -> str:
    for lead, pattern in _SUFFIXES:
        if pattern.fullmatch(suffix):
            end = suffix if suffix.startswith(lead) else lead + suffix
            return _shortest_name(
                [f for f in files if _has_suffix(f, f"{end}.{format}", pattern)], suffix, end
            )
    raise ValueError(
        f"Several files end with '{suffix}.{format}': {files}. Set 'file_suffix' to the longest end that "
        "all files share."
    )


def _has_suffix(path: str, end: str, pattern: re.Pattern[str]) -> bool:
    """A suffix of task, epoch and step begins after the task's underscore, not after `rank_`."""
    return path.endswith(end) and not (pattern is _SUFFIXES[0][1] and path.endswith(f"rank{end}"))


def _shortest_name(files: list[str], suffix: str, end: str) -> str:
    """The one file, or the one with the shortest name."""
    shortest = min((len(os.path.basename(f)) for f in files), default=0)
    best = [f for f in files if len(os.path.basename(f)) == shortest]
    if len(best) != 1:
        raise ValueError(
            f"'file_suffix' {suffix!r} (read as {end!r}) fits {best or 'no file'}; set it to the longest end that all "
            "files share."
        )
    return best[0]
