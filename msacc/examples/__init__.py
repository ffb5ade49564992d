"""Examples of public names, and how they get into docstrings.

An entry of a `*.txt` file here is a line `## name name …`, names without `mindspore.`, and a program as doctest reads
it. What it prints was printed by MindSpore (`tests/docs/record_examples.py`) unless a `*` stands before the names:
there MindSpore's CPU has no kernel, or a faulty one. `tests/docs/test_examples.py` runs all.

They are not written in the docstrings: many of those are derived from another (a Primitive's from its op's), the
chapters of ops would be half as long again, and a program writes what the examples print.

Imports: nothing of msacc.
"""

from __future__ import annotations

import functools
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# What the programs use without importing it.
PRELUDE = """\
import numpy as np
import mindspore as ms
import mindspore.dataset as ds
import mindspore.numpy as mnp
from mindspore import Parameter, Tensor, mint, nn, ops, train
from mindspore.common.initializer import initializer
from mindspore.dataset import text, transforms, vision
"""
HEADING = "\n\nExamples:\n"

_MARGIN = re.compile(r"\n( *)\S")
_FOLDER = Path(__file__).parent
_ENTRY = re.compile(r"^## (.+)\n((?:(?!## ).*\n)+)", re.MULTILINE)


class _WithExample:
    """A class docstring with an example behind it, put together at each access: few are read."""

    def __init__(self, before: Any, program: str):
        self.before, self.program = before, program

    def __get__(self, instance: object, owner: type | None = None) -> str:
        before = self.before
        text = before.__get__(None, owner) if hasattr(before, "__get__") else before
        return _in_place(text, self.program)


def entries(chapter: str) -> Iterator[tuple[list[str], str]]:
    """The names, with a `*` if there is one, and the program of each entry of `<chapter>.txt`."""
    for heading, program in _ENTRY.findall(
        (_FOLDER / f"{chapter}.txt").read_text(encoding="utf-8")
    ):
        yield heading.split(), program.strip("\n")


def chapters() -> list[str]:
    """The names of the files."""
    return sorted(path.stem for path in _FOLDER.glob("*.txt"))


def attach(*names: str) -> None:
    """Put the examples of these chapters into the docstrings of what they are about, which must be loaded."""
    for chapter in names:
        for about, program in entries(chapter):
            for name in (n for n in about if n != "*"):
                _add(find(name), program)


def find(name: str) -> Any:
    """What `ops.exp` or `dataset.vision.Resize` names, without a further import."""
    parent, _, last = name.rpartition(".")
    thing = getattr(_owner(parent), last)
    return getattr(thing, "__func__", thing)


@functools.cache
def _owner(name: str) -> Any:
    """The module or class of this name."""
    module = sys.modules.get(f"msacc.{name}".rstrip("."))
    return module if module is not None else find(name)


def _add(thing: Callable[..., Any], program: str) -> None:
    if inspect.isclass(thing):
        thing.__doc__ = _WithExample(vars(thing).get("__doc__"), program)  # type: ignore[assignment]
    elif type(thing).__name__ == "Type":  # a dtype, which has its class's docstring
        if not isinstance(vars(type(thing))["__doc__"], _WithExample):
            _add(type(thing), program)
    else:
        thing.__doc__ = _appended(thing.__doc__ or "", program)


def _appended(text: str, program: str) -> str:
    """The docstring, not cleaned, which would take a tenth of an import, with one more example."""
    found = _MARGIN.search(text.partition("Examples:\n")[0])
    margin = found[1] if found else ""
    heading = "" if f"\n{margin}Examples:\n" in text else f"\n\n{margin}Examples:"
    lines = program.replace("\n", f"\n{margin}    ")
    return f"{text.rstrip()}{heading}\n{margin}    {lines}\n{margin}"


def _in_place(text: str | None, program: str) -> str:
    """The cleaned docstring with this example in place of one that it derived from its op."""
    return _appended(inspect.cleandoc(text or "").split(HEADING)[0], program)
