"""Runs the calls of a program one by one: `python run_calls.py FILE LINES...`, whose other lines go before them.

Prints, as JSON, what each raised by its line; None where it returned.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from typing import Any

import msacc


def outcomes(lines: list[str], places: list[int]) -> dict[int, str | None]:
    """What the calls on some of the lines raise; those behind the first of them that are not named are left out."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec("\n".join(lines[: min(places) - 1]), namespace)
    return {place: _outcome(lines[place - 1], namespace) for place in places}


def _outcome(call: str, namespace: dict[str, Any]) -> str | None:
    try:
        eval(call, namespace)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


if __name__ == "__main__":
    msacc.install_as_mindspore()
    file, *places = sys.argv[1:]
    with contextlib.redirect_stdout(io.StringIO()), open(file, encoding="utf-8") as program:
        found = outcomes(program.read().splitlines(), [int(place) for place in places])
    print(json.dumps(found))
