"""Tracebacks of errors in graphs: from the call of a graph straight on to what it was made of."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

_PACKAGE = Path(__file__).parents[1]
# What stands between a call and the user's code, and says nothing about an error in the latter.
_BETWEEN = (
    str(Path(__file__).parent),
    str(_PACKAGE / "nn" / "cell" / "cell.py"),
    str(_PACKAGE / "parallel" / "runtime.py"),
    str(_PACKAGE / "parallel" / "functional_step.py"),
)


def drop_frames_between(error: BaseException) -> None:
    """Takes graph mode's own frames out of a traceback, but the outermost, calls of Cells, and where it was raised."""
    entry = error.__traceback__
    while entry is not None and (inner := entry.tb_next) is not None:
        if inner.tb_next is not None and _is_between(inner.tb_frame.f_code):
            entry.tb_next = inner.tb_next
        else:
            entry = inner


def _is_between(code: CodeType) -> bool:
    return code.co_filename.startswith(_BETWEEN) and code.co_name != "__call__"
