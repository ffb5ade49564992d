"""Console scripts, the small Python files that pip puts on PATH: `mindyolo-train`, `mindformers-run`."""

from __future__ import annotations

import os
import shutil


def find(name: str) -> str | None:
    """The file of the console script `name`, if PATH has one and Python wrote it; a path is not looked up."""
    if os.path.basename(name) != name or (path := shutil.which(name)) is None:
        return None
    with open(path, "rb") as file:
        head = file.read(400).splitlines()[:2]
    # Where the interpreter's path is long, pip writes `#!/bin/sh`, then a line that both languages can read.
    wrapped = len(head) > 1 and head[0] == b"#!/bin/sh" and head[1].startswith(b"'''exec' ")
    plain = bool(head) and head[0].startswith(b"#!") and b"python" in head[0]
    return path if plain or wrapped else None
