"""The checkpoint files of one prefix in a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from msacc.common.warn_once import logger


class CheckpointManager:
    """Lists and removes the numbered files `<prefix>-<epoch>_<step>.<format>` of a folder."""

    def __init__(self, format: str = "ckpt"):
        self._format = format
        self._files: list[str] = []

    @property
    def ckpoint_filelist(self) -> list[str]:
        """The paths of the last `update_ckpoint_filelist`."""
        return self._files

    @property
    def ckpoint_num(self) -> int:
        """How many there are."""
        return len(self._files)

    def update_ckpoint_filelist(self, directory: str, prefix: str) -> None:
        """Lists `directory` again."""
        pattern = re.compile(re.escape(prefix) + r"-[^A-Za-z]*\." + re.escape(self._format))
        names = sorted(os.listdir(directory))
        self._files = [os.path.join(directory, name) for name in names if pattern.fullmatch(name)]

    def remove_ckpoint_file(self, file_name: str) -> None:
        """Delete one of the files; a line in the log where that fails."""
        try:
            Path(file_name).chmod(0o600)
            Path(file_name).unlink()
            self._files.remove(file_name)
        except (OSError, ValueError) as error:
            logger.warning("the checkpoint %s was not removed: %s", file_name, error)

    def remove_oldest_ckpoint_file(self) -> None:
        """Delete the file that was written first."""
        self.remove_ckpoint_file(min(self._files, key=os.path.getmtime))

    def keep_one_ckpoint_per_minutes(self, minutes: int, cur_time: float) -> None:
        """Of the files younger than `minutes` at `cur_time` (seconds) only the oldest stays."""
        young = [f for f in self._files if cur_time - os.path.getmtime(f) < 60 * minutes]
        for file in sorted(young, key=os.path.getmtime)[1:]:
            self.remove_ckpoint_file(file)
