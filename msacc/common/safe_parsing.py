"""Parsers for untrusted UTF-8, JSON and XML, which raise ValueError for whatever is wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

# Longer lines and texts are no lines and no texts: a hole in a file, or another kind of file.
MOST_LINE, MOST_TEXT = 64 << 20, 2 << 30
_DEEPEST = 10_000


def read_text(path: str | os.PathLike[str]) -> str:
    """A whole file of UTF-8. OSError where it cannot be opened, ValueError for other content."""
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MOST_TEXT:
            raise ValueError(f"it has {size} bytes, a text at most {MOST_TEXT}")
        return decoded(file.read()).replace("\r\n", "\n").replace("\r", "\n")


def decoded(raw: bytes) -> str:
    """Bytes of UTF-8 as a str; ValueError for others."""
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"it is no UTF-8 text: {error}") from None


def lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The lines of a file with their ends; ValueError for one that is too long to be one."""
    with open(path, "rb") as file:
        while line := file.readline(MOST_LINE + 1):
            if len(line) > MOST_LINE:
                raise ValueError(f"a line has more than {MOST_LINE} bytes")
            yield line


def read_json(path: str | os.PathLike[str]) -> Any:
    """What a JSON file holds. OSError where it cannot be opened, ValueError for other content."""
    return from_json(read_text(path))


def from_json(text: str | bytes) -> Any:
    """What a JSON text holds; ValueError also for one that is nested too deeply to be read."""
    try:
        return json.loads(decoded(text) if isinstance(text, bytes) else text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def json_object(text: str | bytes) -> dict[str, Any]:
    """As `from_json`, of an object alone."""
    document = from_json(text)
    if not isinstance(document, dict):
        raise ValueError(f"it should be an object, but is {type(document).__name__}")
    return document


def read_xml(path: str | os.PathLike[str]) -> ElementTree.Element:
    """The root of an XML file. OSError, ValueError; entities of its own are refused, as they can grow without end."""
    builder, depth = ElementTree.TreeBuilder(), 0
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise ValueError("it is nested too deeply")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def entity(name: str, *_: object) -> None:
        raise ValueError(f"it declares the entity {name!r}; write the text itself")

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = builder.data, entity
    with open(path, "rb") as file:
        try:
            parser.ParseFile(file)
            return builder.close()
        except (expat.ExpatError, LookupError, AssertionError) as error:
            raise ValueError(f"it is no XML: {error}") from error
