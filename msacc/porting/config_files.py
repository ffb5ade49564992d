"""The `context` sections of a project's YAML files: options of set_context and set_auto_parallel_context."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from msacc.porting.arguments import judge_option
from msacc.porting.ascend import concerns_ascend
from msacc.porting.verdicts import Use

_SECTIONS = {"context": "set_context", "parallel": "set_auto_parallel_context"}
_LINE = re.compile(r"^( *)([A-Za-z_]\w*):(?:\s+(.*?))?\s*(?:#.*)?$")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def read_config(path: Path, shown: str) -> Iterator[Use]:
    """A use for each option; only sections that give `mode` or `device_target`, or `parallel_mode`, are MindSpore's."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for at, line in enumerate(lines):
        match = _LINE.match(line)
        if match is None or match[2] not in _SECTIONS or match[3]:
            continue
        function = _SECTIONS[match[2]]
        options = list(_below(lines, at, len(match[1])))
        given = {option for _, option, _ in options}
        if given & {"mode", "device_target", "parallel_mode", "full_batch"}:
            for number, option, value in options:
                judged = judge_option(function, option, value)
                ascend = concerns_ascend("", option, judged.text, None)
                yield Use(shown, number, f"mindspore.{function}", option, judged, ascend)


def _below(lines: list[str], at: int, indent: int) -> Iterator[tuple[int, str, object]]:
    """(line, name, value) of the entries of a section, those of sections inside it left out."""
    level = None
    for number in range(at + 1, len(lines)):
        stripped = lines[number].strip()
        if not stripped or stripped[0] == "#":
            continue
        depth = len(lines[number]) - len(lines[number].lstrip(" "))
        if depth <= indent:
            return
        level = depth if level is None else level
        match = _LINE.match(lines[number])
        if match is not None and depth == level:
            yield number + 1, match[2], _value(match[3] or "")


def _value(text: str) -> object:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
