"""Modules that the launcher loads before it forks, so that the workers share them."""

from __future__ import annotations

import gc
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from msacc.common.settings import default_level
from msacc.graph import backend
from msacc.launch.command import Command

_GRAPH_WORDS = re.compile(
    rb"\bGRAPH_MODE\b|\bjit\b|\bms_function\b|\bmode\s*=\s*0|\bjit_(level|config)\b"
)
# With the automatic level most programs compile nothing, unless they choose another.
_LEVEL_WORDS = re.compile(rb"\bjit_(level|config)\b")
# Folders of the program's own that are searched, and files at most: a home folder may hold anything.
_MAX_FILES = 200


def preload(command: Command) -> None:
    """Loads torch's compiler, which takes as long as torch itself, if the program may compile.

    A wrong guess costs only time: a worker loads what is missing.
    """
    if not may_compile(command):
        return
    collecting = gc.isenabled()
    gc.disable()
    try:
        backend.load_compiler()
    finally:
        if collecting:
            gc.enable()


def may_compile(command: Command) -> bool:
    """Whether the program, or a Python file beside or below it, mentions graphs that are compiled at once.

    Where that is not known, whether the level in the environment compiles.
    """
    compiles = bool(default_level())
    words = _GRAPH_WORDS if compiles else _LEVEL_WORDS
    if command.is_module:
        return compiles
    try:
        return any(words.search(path.read_bytes()) for path in _program_files(Path(command.target)))
    except OSError:
        return compiles


def _program_files(script: Path) -> Iterator[Path]:
    """The script, then the modules it can import from its folder and the folders in it."""
    yield script
    beside = script.parent
    yield from itertools.islice(
        itertools.chain(beside.glob("*.py"), beside.glob("*/*.py")), _MAX_FILES
    )
