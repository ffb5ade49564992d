"""The functions of mint that the chapters of ops declare: an op, or a copy under mint's argument names."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.core.declaration import Fn, MintFunction, declarations
from msacc.ops.core.op import with_argument_names


def mint_functions(chapters: Iterable[ModuleType]) -> dict[str, dict[str, Any]]:
    """The functions that the chapters declare, by module below `mint` ("" for mint itself) and name.

    Raises ValueError for a function that is declared twice.
    """
    functions: dict[str, dict[str, Any]] = {}
    for fn, declaration in declarations(chapters, MintFunction):
        for path in declaration.paths:
            module, _, name = path.rpartition(".")
            names = functions.setdefault(module, {})
            if name in names:
                raise ValueError(f"mint.{path} is declared twice.")
            names[name] = _under_mint_names(name, fn, declaration)
    return functions


def _under_mint_names(name: str, fn: Fn, declaration: MintFunction) -> Any:
    """`fn` itself, or where mint has another name for it or for its arguments a copy that is called so."""
    if not declaration.renamed and not declaration.own_name:
        return fn
    copy = with_argument_names(fn, **declaration.renamed)
    copy.__name__ = copy.__qualname__ = name
    return copy


FUNCTIONS = mint_functions(CHAPTERS)
globals().update(FUNCTIONS[""])

__all__ = list(FUNCTIONS[""])
