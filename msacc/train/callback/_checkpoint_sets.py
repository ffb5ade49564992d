"""Sets of checkpoints: the files of one run's processes at one step, each in a folder `rank_<n>` of its own.

A set is complete when every process has written its file. Until then, the run can only resume from an older set.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

from msacc.step.context_settings import world_size
from msacc.train.callback._checkpoint_files import modified_time
from msacc.train.resharding.rank_folders import EpochStep, epoch_step

_POLL_SECONDS = 0.05


def newest_complete_set(folder: Path, suffix: str, since: float) -> EpochStep | None:
    """The newest complete set, of files written after `since` in the sibling folders of `rank_<n>`.

    None for another folder, where no set is complete, and where no other process writes.
    """
    parts = [
        {p for f in other.glob(f"*.{suffix}") if (p := epoch_step(f)) and modified_time(f) >= since}
        for other in _sibling_folders(folder)
    ]
    complete = set.intersection(*parts) if (parts := [part for part in parts if part]) else set()
    return max(complete) if complete else None


def wait_for_complete_set(
    folder: Path, suffix: str, since: float, last: EpochStep, seconds: float
) -> None:
    """Waits up to `seconds` for the other processes to write the last set."""
    end = time.monotonic() + seconds
    while _sibling_folders(folder) and time.monotonic() < end:
        newest = newest_complete_set(folder, suffix, since)
        if newest is None or newest >= last:
            return
        time.sleep(_POLL_SECONDS)


def _sibling_folders(folder: Path) -> list[Path]:
    """The folders of all processes of this run, if they are siblings."""
    if not re.fullmatch(r"rank_\d+", folder.name) or world_size() == 1:
        return []
    folders = (folder.parent / f"rank_{rank}" for rank in range(world_size()))
    return [path for path in folders if path.is_dir()]
