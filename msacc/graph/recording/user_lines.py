"""Where the user's code does something, for messages."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FrameType, FunctionType

from msacc.graph.source_files import is_library_file

_STORES = ("STORE_ATTR", "STORE_GLOBAL", "STORE_DEREF", "STORE_NAME", "DELETE_ATTR")
# Of methods that change what they are called on.
_CHANGING = frozenset(
    ("add", "append", "appendleft", "clear", "discard", "extend", "insert", "move_to_end", "pop")
    + ("popitem", "popleft", "remove", "reverse", "setdefault", "sort", "update")
)


def line_of_error(error: BaseException) -> str:
    """The user's innermost line that an exception came through, as " at file:line"; "" where there is none."""
    at, found = error.__traceback__, ""
    while at is not None:
        name = at.tb_frame.f_code.co_filename
        if not is_library_file(name):
            found = f" at {name}:{at.tb_lineno}"
        at = at.tb_next
    return found


def line_of_caller() -> str:
    """The user's innermost line that runs now; as above."""
    at: FrameType | None = sys._getframe()
    while at is not None and is_library_file(at.f_code.co_filename):
        at = at.f_back
    return "" if at is None else f" at {at.f_code.co_filename}:{at.f_lineno}"


def line_of_change(name: str, functions: Iterable[FunctionType]) -> str:
    """The first line in `functions` that sets `name`, changes what has that name, or says it at all; as above."""
    codes = (code for function in functions for code in _with_inner(function.__code__))
    best = 3, ""
    for code in (code for code in codes if _says(code, name)):
        for line, instructions in _lines(code):
            best = min(best, (_rank(name, instructions), f" at {code.co_filename}:{line}"))
    return best[1]


def _says(code: CodeType, name: str) -> bool:
    """Whether an instruction of `code` can have `name`: reading them all takes long."""
    told = code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars, code.co_consts
    return any(name in names for names in told)


def _rank(name: str, instructions: list[dis.Instruction]) -> int:
    """0 where a line sets `name`, 1 where it changes it, 2 where it says it, 3 where it does not."""
    named = [i for i in instructions if i.argval == name]
    if any(i.opname in _STORES for i in named):
        return 0
    changes = any(i.argval in _CHANGING or "_SUBSCR" in i.opname[5:] for i in instructions)
    return 3 if not named else 1 if changes else 2


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _with_inner(inner)


def _lines(code: CodeType) -> Iterator[tuple[int, list[dis.Instruction]]]:
    """The instructions of each line; a name that a function merely takes in from around it is not said."""
    lines: dict[int, list[dis.Instruction]] = {}
    line = code.co_firstlineno
    for instruction in dis.get_instructions(code):
        line = instruction.positions.lineno if instruction.positions else line  # type: ignore[assignment]
        if instruction.opname not in ("LOAD_CLOSURE", "COPY_FREE_VARS", "MAKE_CELL") and line:
            lines.setdefault(line, []).append(instruction)
    yield from lines.items()
