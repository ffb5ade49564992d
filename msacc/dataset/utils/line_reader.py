"""`LineReader`: random access to the lines of a file."""

from __future__ import annotations

import os
from typing import IO

from msacc.common import checks as check
from msacc.common.safe_parsing import decoded

_FORBIDDEN = set(r"\/:*?\"<>|`&';")


class LineReader:
    """Reads any line of a text file; the offsets are computed once.

    Raises TypeError unless `filename` is a str, ValueError for a name of forbidden characters,
    RuntimeError for a file that is not there or is no regular file.
    """

    def __init__(self, filename: str) -> None:
        self._file: IO[bytes] | None = None
        if not isinstance(filename, str):
            raise TypeError(f"path: {filename} is not string")
        self.filename = os.path.realpath(filename)
        name = os.path.basename(self.filename)
        if set(name) & _FORBIDDEN:
            raise ValueError(rf"filename should not contain \/:*?\"<>|`&;\' Got {name!r}.")
        if name != name.strip(" "):
            raise ValueError(f"filename should not start/end with space. Got {name!r}.")
        if not os.path.exists(self.filename):
            raise RuntimeError(f"The input file [{filename}] does not exist.")
        if not os.path.isfile(self.filename):
            raise RuntimeError(f"The input file [{filename}] is not a regular file.")
        with open(self.filename, "rb") as file:
            ends = [file.tell() for _ in iter(file.readline, b"")]
        self.offsets = [0, *ends[:-1]] if ends else []

    def len(self) -> int:
        """The number of lines."""
        return len(self.offsets)

    def __len__(self) -> int:
        return self.len()

    def readline(self, line: int) -> str:
        """Line `line`, from 1, without its end.

        Raises TypeError or ValueError for no such number, RuntimeError for one that is no UTF-8.
        """
        check.integer(None, "line", line, 0, 2**64 - 1)
        check.within(None, "line", line, 1, self.len())
        if self._file is None:
            self._file = open(self.filename, "rb")  # noqa: SIM115 - open until close()
        self._file.seek(self.offsets[line - 1])
        try:
            text = decoded(self._file.readline())
        except ValueError as error:
            raise RuntimeError(
                f"Line {line} of {self.filename} cannot be read: {error}."
            ) from error
        for end in ("\r\n", "\n", "\r"):
            if text.endswith(end):
                return text[: -len(end)]
        return text

    def __getitem__(self, line: int) -> str:
        return self.readline(line)

    def close(self) -> None:
        """Close the file; reading opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()
