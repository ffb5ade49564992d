"""Checks of MindRecord file names."""

from __future__ import annotations

import os

from msacc.mindrecord.errors import ParamValueError

LENGTH = 8
_FORBIDDEN = set(r"\/:*?\"<>|`&';")


def check_path(path: object, what: str = "File path") -> None:
    """Raises ParamValueError unless `path` is a valid name of a MindRecord file."""
    if not path:
        raise ParamValueError(f"{what} is not allowed None or empty!")
    if not isinstance(path, str):
        raise ParamValueError(f"File path: {path!r} is not string.")
    if path.endswith("/"):
        raise ParamValueError(f"File path can not end with '/': {path!r}; add the file's name.")
    name = os.path.basename(path)
    if set(name) & _FORBIDDEN:
        raise ParamValueError(
            r"File name should not contains \/:*?\"<>|`&;\', " f"but got {name!r}."
        )
    if name != name.strip(" "):
        raise ParamValueError(f"File name should not start/end with space, but got {name!r}.")


def shard_paths(path: str, count: int) -> list[str]:
    """Returns the names of `count` files that are written together."""
    if count == 1:
        return [path]
    width = len(str(count - 1))
    return [f"{path}{i:0{width}d}" for i in range(count)]


def check_size(path: str) -> None:
    """Raises RuntimeError if a file is too short to contain a header's length."""
    size = os.path.getsize(path)
    if size < LENGTH:
        raise RuntimeError(
            f"Invalid file, the size of mindrecord file: {size} is smaller than the lower limit: "
            f"{LENGTH}.\n Please check file path: {path} and use 'FileWriter' to generate valid "
            "mindrecord files."
        )
