"""File names that MindRecord takes."""

from __future__ import annotations

import os
from typing import Any

from msacc.mindrecord.errors import ParamValueError

_FORBIDDEN = set(r"\/:*?\"<>|`&';")


def check_path(path: Any) -> None:
    """ParamValueError unless `path` is a string that names a file MindRecord may write."""
    if path is None or path == "":
        raise ParamValueError("File path is not allowed None or empty!")
    if not isinstance(path, str):
        raise ParamValueError(f"File path: {path!r} is not string.")
    if path.endswith("/"):
        raise ParamValueError(f"File path can not end with '/': {path!r}; add the file's name.")
    name = os.path.basename(path)
    if set(name) & _FORBIDDEN:
        raise ParamValueError(
            f"File name {name!r} should not contain any of {''.join(sorted(_FORBIDDEN))}"
        )
    if name != name.strip(" "):
        raise ParamValueError(f"File name {name!r} should not start/end with space.")


def shard_paths(path: str, count: int) -> list[str]:
    """The names of `count` files that are written together."""
    if count == 1:
        return [path]
    width = len(str(count - 1))
    return [f"{path}{i:0{width}d}" for i in range(count)]
