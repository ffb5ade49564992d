"""Writes msacc/porting/arguments.txt from the ledger: `python -m tests.porting.write_arguments`.

Each row of the ledger's tables, and of `idle_calls.py`, is a call that is refused or says that an argument has no
effect; what it says is the reason.
"""

from __future__ import annotations

import contextlib
import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import msacc.porting
from msacc.common import warn_once
from msacc.porting.names import find
from tests.ledger.refused import ROWS, Row
from tests.porting.idle_calls import IDLE, VALUES

FILE = Path(msacc.porting.__file__).with_name("arguments.txt")
# Judged by the tables of the modules themselves, and notices of values that are no argument's.
_ELSEWHERE = ("set_context", "set_auto_parallel_context")
_HEAD = """# name | argument, or * for every call | what becomes of it | why | the values it is refused for
# Written by `python -m tests.porting.write_arguments`.
"""
# Arguments that are refused, or without effect, for some values, which may be the default.
_VALUES = {
    **VALUES,
    ("mindspore.export", "file_format"): "only 'MINDIR', 'AIR'",
    ("mindspore.set_ps_context", "enable_ps"): "only True",
    ("mindspore.ops.Custom", "func_type"): "only 'akg', 'tbe', 'aicpu', 'julia', 'hybrid'",
    ("mindspore.dataset.vision.AdjustBrightness.device", "device_target"): "only 'Ascend'",
}
# Its other arguments have rows because all of the call is refused with the default of `file_format`.
_OF_A_VALUE = {("mindspore.export", word) for word in ("net", "inputs", "file_name")}
# Base classes that say what a subclass must define.
_ABSTRACT = re.compile(r"must define|is not callable|must be overridden")


def belongs(row: Row) -> bool:
    """Whether a row tells of a whole argument: refused names have their reason with them."""
    if row.name.rpartition(".")[2] in _ELSEWHERE or row.raises not in (None, NotImplementedError):
        return False
    if (row.name, row.argument) in _OF_A_VALUE:
        return False
    found = find(row.name)
    owner = find(row.name.rpartition(".")[0])
    return found is not None and not any(
        isinstance(getattr(one.value, "refusal", None), str) for one in (found, owner) if one
    )


def spoken(row: Row) -> str:
    """What the row's call says."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    warn_once.forget()
    warn_once.logger.addHandler(handler)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            row.call()
    except Exception as error:
        return str(error)
    finally:
        warn_once.logger.removeHandler(handler)
    return next((line for line in lines if (row.names or row.argument) in line), lines[0])


def line(row: Row, text: str) -> str:
    """The line of the table."""
    argument = row.argument
    values = _VALUES.get((row.name, argument), "")
    if row.raises is None:
        reason = re.split(r"no effect(?: here)?[;:] ", text)[-1]
        said = f"{row.name} | {argument} | no effect | {reason.rstrip('.')}"
        return f"{said} | {values}" if values else said
    reason = re.sub(r"^For '\w+', |^\w+: |, but got [^;]*", "", text.rstrip("."))
    if row.names and argument not in text and not values:
        argument = "*"
    whole = f"{row.name} | {argument} | refused | {reason}"
    return f"{whole} | {values}" if values else whole


def lines() -> Iterator[str]:
    """The lines of the table."""
    for row in (*ROWS, *IDLE):
        if belongs(row):
            text = spoken(row).replace("\n", " ").replace("|", "/")
            if not (row.raises and _ABSTRACT.search(text)):
                yield line(row, text)


if __name__ == "__main__":
    FILE.write_text(_HEAD + "".join(f"{one}\n" for one in sorted(set(lines()))), encoding="utf-8")
