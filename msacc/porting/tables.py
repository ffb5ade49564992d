"""The data files of this package: `arguments.txt`, `differences.txt`, and the names of MindSpore's
modules and of its classes' members, `mindspore_names.txt.gz` and `mindspore_members.txt.gz`.

Fields are set apart by ` | `, lines that begin with `#` are comments.
"""

from __future__ import annotations

import functools
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent


class ArgumentRow(NamedTuple):
    """An argument that is refused or has no effect."""

    name: str
    argument: str
    fate: str  # "refused" or "no effect"
    text: str
    values: str = ""  # "only 'A'" or "not 0": which values; "" for all but the default


class DifferenceRow(NamedTuple):
    """A name whose result is another than MindSpore's; with an argument, where that is given."""

    name: str
    argument: str
    heading: str  # how its paragraph of docs/differences.md begins


class ClassRow(NamedTuple):
    """A class of MindSpore 2.10: its bases that are MindSpore's, and the members that are its own."""

    bases: list[str]
    names: frozenset[str]


def _rows(file: str) -> list[list[str]]:
    lines = (_HERE / file).read_text(encoding="utf-8").splitlines()
    return [
        [field.strip() for field in line.split("|")] for line in lines if line and line[0] != "#"
    ]


@functools.cache
def arguments() -> dict[str, list[ArgumentRow]]:
    """The rows of `arguments.txt` by the last part of their name."""
    found: dict[str, list[ArgumentRow]] = {}
    for fields in _rows("arguments.txt"):
        found.setdefault(fields[0].rpartition(".")[2], []).append(ArgumentRow(*fields))
    return found


@functools.cache
def differences() -> dict[str, list[DifferenceRow]]:
    """The rows of `differences.txt` by the last part of their name."""
    found: dict[str, list[DifferenceRow]] = {}
    for fields in _rows("differences.txt"):
        found.setdefault(fields[0].rpartition(".")[2], []).append(DifferenceRow(*fields))
    return found


@functools.cache
def mindspore_names() -> dict[str, frozenset[str]]:
    """The names of every module of MindSpore 2.10, undocumented ones too."""
    return {module: frozenset(names.split()) for module, names in _recorded("names")}


@functools.cache
def mindspore_classes() -> dict[str, ClassRow]:
    """The classes of MindSpore 2.10 by the modules that define them."""
    rows = (
        (*heading.rstrip(")").partition("(")[::2], names)
        for heading, names in _recorded("members")
        if " = " not in heading
    )
    return {home: ClassRow(bases.split(), frozenset(names.split())) for home, bases, names in rows}


@functools.cache
def classes_of_objects() -> dict[str, list[str]]:
    """The classes of the objects that modules of MindSpore 2.10 hold, by the objects' names."""
    rows = (heading.partition(" = ") for heading, _ in _recorded("members"))
    return {name: classes.split() for name, sign, classes in rows if sign}


def _recorded(what: str) -> Iterator[tuple[str, str]]:
    text = gzip.decompress((_HERE / f"mindspore_{what}.txt.gz").read_bytes()).decode()
    for line in text.splitlines():
        if line[0] != "#":
            heading, _, names = line.partition(":")
            yield heading, names
