"""Names that code says."""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType

_GLOBAL_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
_EXTENDED = dis.opmap["EXTENDED_ARG"]
_KINDS = {dis.opmap[name]: name for name in (*_GLOBAL_NAMES, "IMPORT_NAME")}


def globals_in(code: CodeType) -> frozenset[str]:
    """The globals that `code` and the functions in it read or write, by name."""
    return _arguments(code, _GLOBAL_NAMES)


def modules_in(code: CodeType) -> list[ModuleType]:
    """The modules that `code` imports, as far as they are loaded."""
    found = (sys.modules.get(name) for name in _arguments(code, ("IMPORT_NAME",)))
    return [module for module in found if module is not None]


def _arguments(code: CodeType, instructions: tuple[str, ...]) -> frozenset[str]:
    """The names that instructions of these kinds have, in functions within `code` too."""
    return frozenset(name for kind in instructions for name in _names_by_kind(code).get(kind, ()))


@functools.lru_cache(maxsize=100_000)
def _names_by_kind(code: CodeType) -> dict[str, frozenset[str]]:
    """{instruction: names that it has}, in functions within `code` too.

    Read from the bytes: `dis` works out lines and jumps as well, and a project has thousands of functions.
    """
    found: dict[str, set[str]] = {}
    operations, arguments = code.co_code[::2], code.co_code[1::2]
    for i, operation in enumerate(operations):
        if operation in _KINDS:
            number, before, shift = arguments[i], i - 1, 8
            while before >= 0 and operations[before] == _EXTENDED:
                number |= arguments[before] << shift
                before, shift = before - 1, shift + 8
            kind = _KINDS[operation]
            if kind == "LOAD_GLOBAL" and sys.version_info >= (3, 11):
                number >>= 1  # the lowest bit tells whether it is called
            found.setdefault(kind, set()).add(code.co_names[number])
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            for kind, names in _names_by_kind(inner).items():
                found.setdefault(kind, set()).update(names)
    return {kind: frozenset(names) for kind, names in found.items()}


def names_said(code: CodeType) -> Iterator[str]:
    """All names in `code`, and texts, which may be names."""
    yield from (*code.co_names, *code.co_varnames, *code.co_freevars)
    yield from (text for text in code.co_consts if isinstance(text, str))
