"""Names that code says."""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType

_GLOBAL_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")


def globals_in(code: CodeType) -> frozenset[str]:
    """The globals that `code` and the functions in it read or write, by name."""
    return _arguments(code, _GLOBAL_NAMES)


def modules_in(code: CodeType) -> list[ModuleType]:
    """The modules that `code` imports, as far as they are loaded."""
    found = (sys.modules.get(name) for name in _arguments(code, ("IMPORT_NAME",)))
    return [module for module in found if module is not None]


@functools.lru_cache(maxsize=10_000)
def _arguments(code: CodeType, instructions: tuple[str, ...]) -> frozenset[str]:
    """The names that instructions of these kinds have, in functions within `code` too."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname in instructions}
    inner = (_arguments(c, instructions) for c in code.co_consts if isinstance(c, CodeType))
    return frozenset(names.union(*inner))


def names_said(code: CodeType) -> Iterator[str]:
    """All names in `code`, and texts, which may be names."""
    yield from (*code.co_names, *code.co_varnames, *code.co_freevars)
    yield from (text for text in code.co_consts if isinstance(text, str))
