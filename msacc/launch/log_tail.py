"""Shows what is appended to log files."""

from __future__ import annotations

import sys
from typing import BinaryIO

from msacc.launch import status_line

_CHUNK = 1 << 16


class Tail:
    """Copies the logs, from these offsets on, to standard output line by line."""

    def __init__(self, paths: list[str], starts: dict[str, int]):
        self.files: list[BinaryIO] = [open(path, "rb") for path in paths]  # noqa: SIM115
        for path, file in zip(paths, self.files, strict=True):
            file.seek(starts.get(path, 0))
        self.rests = [b"" for _ in paths]

    def show(self) -> None:
        """Prints what was appended since the last call."""
        out = sys.stdout.buffer
        for i, file in enumerate(self.files):
            while data := file.read(_CHUNK):
                status_line.clear()
                lines, newline, rest = (self.rests[i] + data).rpartition(b"\n")
                out.write(lines + newline)
                self.rests[i] = rest
        out.flush()
