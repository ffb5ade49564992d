"""The version of MindSpore that a project asks for, and what was removed since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from msacc.missing_names import former
from msacc.porting.verdicts import Use, Verdict

_REQUIRED = re.compile(r"mindspore(?:-gpu|-ascend)?\s*([=<>~!]=?\s*[0-9][\w.]*)")
_FILES = (
    "requirements*.txt",
    "requirements/*.txt",
    *("setup.py", "setup.cfg", "pyproject.toml", "README*"),
)
_NUMBER = re.compile(r"\d+(?:\.\d+)+")


def written_for(root: Path) -> str:
    """The requirement that names MindSpore's version, `==2.2.14`, or the first of a README's table of versions."""
    for pattern in _FILES:
        for file in sorted(root.glob(pattern)):
            if not file.is_file():
                continue
            text = file.read_text(encoding="utf-8", errors="replace").lower()
            if match := _REQUIRED.search(text):
                return match[1].replace(" ", "")
            if version := next(_in_tables(text), ""):
                return f"=={version}"
    return ""


def _in_tables(text: str) -> Iterator[str]:
    """The versions in the columns of Markdown tables that are headed `mindspore`."""
    column = -1
    for line in text.splitlines():
        cells = [cell.strip(" *`") for cell in line.strip().strip("|").split("|")]
        if "|" not in line:
            column = -1
        elif "mindspore" in cells:
            column = cells.index("mindspore")
        elif 0 <= column < len(cells) and (match := _NUMBER.search(cells[column])):
            yield match[0]


def with_removals(uses: Iterable[Use], version: str) -> Iterator[Use]:
    """The uses; those that run, and were removed since the version that the project asks for, say so."""
    asked = _parts(version) if version[:1] != "<" else ()
    for use in uses:
        row = former(use.name) if use.judgement.removed and use.verdict is Verdict.RUNS else None
        if row is None or not asked or asked > _parts(row.release):
            yield use
            continue
        said = f"runs (removed in MindSpore since {version.lstrip('=~>!')})"
        text = f"{said}; {row.instead}" if row.instead else said
        yield replace(use, judgement=replace(use.judgement, text=text))


def _parts(version: str) -> tuple[int, ...]:
    """(2, 3) of `>=2.3.1`: releases are told apart by these."""
    match = _NUMBER.search(version)
    return tuple(map(int, match[0].split(".")[:2])) if match else ()
