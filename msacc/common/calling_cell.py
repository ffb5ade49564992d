"""Which Cell an error arose in: looked for on the stack when there is an error, so that calls pay nothing for it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any, TypeVar

from torch.compiler import is_compiling

from msacc.mindspore_homes import defined_in

# Cells that compute something, and call nothing that a user wrote.
_LAYERS = ("msacc.nn.layer", "msacc.nn.loss", "msacc.mint.nn")
# How an op's error begins.
_OP = re.compile(r"^For '\w+', ")
_Error = TypeVar("_Error", bound=Exception)
# A Cell, its positional arguments and those by name.
_Call = tuple[Any, tuple[Any, ...], dict[str, Any]]


def named(error: _Error) -> _Error | Exception:
    """`error` with a text that names the Cell whose call raised it, by its path in the outermost Cell called.

    A layer that finds its own sizes and those of its inputs to differ says that instead
    (`Cell._msacc_explain_refusal`); its exception may be another one than `error`.
    """
    # A graph's call runs op by op after an error, where this is done. (Of a graph that torch.compile splits Dynamo
    # compiles functions that name the module torch.)
    if is_compiling() or len(error.args) != 1 or not isinstance(error.args[0], str):
        return error
    calls = list(_running_calls())
    if not calls or error.args[0].startswith("Cell "):
        return error
    depth, reason = _explanation(calls)
    if isinstance(error, TypeError) and not isinstance(reason, TypeError):
        depth, reason = 0, None  # an argument of another kind has no size to speak of
    path, cls = _path(calls[depth:]), type(calls[depth][0])
    is_layer = defined_in(cls).startswith(_LAYERS)
    text = str(error if reason is None else reason)
    if is_layer:  # its own op is nothing that the user wrote
        text = _OP.sub("", text)
    if path:
        text = f"Cell {path} ({cls.__name__}): {text}"
    elif is_layer or reason is not None:
        text = f"For '{cls.__name__}', {text}"
    if reason is not None and type(reason) is not type(error):
        return type(reason)(text)
    error.args = (text,)
    return error


def _explanation(calls: list[_Call]) -> tuple[int, Exception | None]:
    """What the outermost of the library's own Cells around the error has to say, and its place in `calls`."""
    depth, reason = 0, None
    for i, (cell, args, kwargs) in enumerate(calls):
        if i > 0 and not defined_in(type(cell)).startswith("msacc."):
            break
        try:
            own = cell._msacc_explain_refusal(*args, **kwargs)
        except Exception:  # arguments of a kind that it does not know
            continue
        if own is not None:
            depth, reason = i, own
    return depth, reason


def _running_calls() -> Iterator[_Call]:
    """The calls of Cells under way in this thread, innermost first."""
    frame, last = sys._getframe(1), None
    while frame is not None:
        if frame.f_code.co_name == "__call__":
            local = frame.f_locals
            cell = local.get("self")
            if (
                hasattr(type(cell), "_msacc_explain_refusal")
                and cell is not last
                and "args" in local
            ):
                yield cell, local["args"], local.get("kwargs") or {}
                last = cell
        frame = frame.f_back  # type: ignore[assignment]


def _path(calls: list[_Call]) -> str:
    """The path of the innermost Cell in the outermost one that holds it; empty for that one itself."""
    inner = calls[0][0]
    for outer, _, _ in reversed(calls[1:]):
        for path, cell in outer.cells_and_names():
            if cell is inner:
                return str(path)
    return ""
