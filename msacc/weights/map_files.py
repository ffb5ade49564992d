"""Maps of names that the user brings: lines of regular expressions or of templates, JSON, or a known map."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from msacc.common import safe_parsing
from msacc.interop.model_names import known_maps, map_of
from msacc.interop.name_patterns import TwoWays
from msacc.interop.torch_names import Rename


def load(source: str, to_torch: bool) -> Rename:
    """The map of a file, or a known one such as 'torchvision:resnet18'. ValueError for other texts.

    Lines `pattern -> replacement` are regular expressions, each on what those before it left; what gets an empty name
    is left out. Lines `torch's <-> MindSpore's` are read in the direction that is needed. JSON: an object of whole
    pieces of names, null for what is left out.
    """
    if not os.path.isfile(source):
        if ":" in source:
            return map_of(source, to_torch)
        raise ValueError(f"there is no file {source!r}; known maps are {', '.join(known_maps())}")
    try:
        text = safe_parsing.read_text(source)
        if text.lstrip().startswith("{") and "->" not in text:
            return _pieces(safe_parsing.json_object(text))
        return _lines(text, to_torch)
    except (OSError, ValueError) as error:
        raise ValueError(f"the map {source!r}: {error}") from error


def _pieces(document: dict[str, object]) -> dict[str, str | None]:
    result: dict[str, str | None] = {}
    for old, new in document.items():
        if not (new is None or isinstance(new, str)):
            raise ValueError(f"{old!r} should become a text or null, not {new!r}")
        result[old] = new
    return result


def _lines(text: str, to_torch: bool) -> Callable[[str], str | None]:
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if any("<->" in line for line in lines):
        return TwoWays(lines, to_torch)
    rules = [_rule(line) for line in lines]

    def mapped(name: str) -> str | None:
        for pattern, replacement in rules:
            name = pattern.sub(replacement, name)
        return name or None

    return mapped


def _rule(line: str) -> tuple[re.Pattern[str], str]:
    pattern, arrow, replacement = (part.strip() for part in line.partition("->"))
    if not (pattern and arrow):
        raise ValueError(f"{line!r} should be 'pattern -> replacement'")
    try:
        compiled = re.compile(pattern)
        compiled.sub(replacement, "")
        re.compile(f"{pattern}|").sub(replacement, "")  # groups that the replacement names
    except (re.error, IndexError) as error:
        raise ValueError(f"{line!r}: {error}") from error
    return compiled, replacement
