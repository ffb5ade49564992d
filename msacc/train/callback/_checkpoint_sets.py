"""Sets of checkpoints: what the processes of one run save at one step, each into a folder `rank_<n>` of its own.

A set is whole when every process has written its part. Until a newer one is whole, the older is the one to go on from.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

from msacc.step.context_settings import world_size
from msacc.train.resharding.rank_folders import Place, place

_LOOK_SECONDS = 0.05


def newest_whole(folder: Path, suffix: str, since: float) -> Place | None:
    """The newest set that is whole, looking at files written after `since` in the folders beside `rank_<n>`.

    None where the folder is no such, where no set is whole, or where nobody else writes beside it.
    """
    parts = [
        {p for f in other.glob(f"*.{suffix}") if (p := place(f)) and _written(f) >= since}
        for other in _beside(folder)
    ]
    whole = set.intersection(*parts) if (parts := [part for part in parts if part]) else set()
    return max(whole) if whole else None


def wait_until_whole(folder: Path, suffix: str, since: float, last: Place, seconds: float) -> None:
    """Give the others a moment to write the last set."""
    end = time.monotonic() + seconds
    while _beside(folder) and time.monotonic() < end:
        whole = newest_whole(folder, suffix, since)
        if whole is None or whole >= last:
            return
        time.sleep(_LOOK_SECONDS)


def _beside(folder: Path) -> list[Path]:
    """The folders of all processes of this run, if they lie beside one another."""
    if not re.fullmatch(r"rank_\d+", folder.name) or world_size() == 1:
        return []
    folders = (folder.parent / f"rank_{rank}" for rank in range(world_size()))
    return [one for one in folders if one.is_dir()]


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
