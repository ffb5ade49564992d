"""Runs programs one after the other, each in a namespace of its own: `python run_programs.py FILES...`.

Prints, as JSON, what each raised by the name of its file; None where it ran to its end.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys

import msacc


def outcome(path: str) -> str | None:
    """What a program raises, with its line."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(path, run_name="__main__")
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


if __name__ == "__main__":
    msacc.install_as_mindspore()
    print(json.dumps({path: outcome(path) for path in sys.argv[1:]}))
