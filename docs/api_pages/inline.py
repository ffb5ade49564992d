"""Text of docstrings as HTML: what stands in backquotes as a formula, a link or code, all else as it is."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape
from itertools import groupby

from docs.api_pages.formula_spans import pieces
from docs.api_pages.formulas import mathml
from docs.api_pages.plan import described_as, places

_NAME = re.compile(r"`\w+`")
_SHORT = 36  # characters of code that stay on one line


def href(page: str, full: str) -> str:
    """The address of a documented name, from a page of the reference."""
    here, there = directory(page), directory(places()[full])
    same = here == there
    return ("" if same else f"{posixpath.relpath(there, here)}/") + f"#{full}"


def directory(page: str) -> str:
    """Where a page lies in the site."""
    return page.removesuffix(".md").removesuffix("index").rstrip("/")


def linked(page: str, full: str, shown: str) -> str:
    """A documented name as a link."""
    return f'<a href="{href(page, full)}"><code>{escape(shown)}</code></a>'


def writer(page: str, module: str, arguments: set[str]) -> Callable[[str], str]:
    """What makes HTML of text on a page, where `arguments` are no links."""

    def span(text: str) -> str:
        code = " ".join(text.split())
        formula = mathml(code)
        if formula:
            return _shown(formula, code)
        full = None if code in arguments else _named(code, module)
        if full:
            return linked(page, full, code)
        kept = ' class="kept"' if len(code) <= _SHORT else ""
        return f"<code{kept}>{escape(code)}</code>"

    def write(text: str) -> str:
        parts = re.split(r"`([^`]*)`", text)
        quoted = [f"`{part}`" if at % 2 else part for at, part in enumerate(parts)]
        return "".join(
            "".join(span(part[1:-1]) for part in run) if is_code else prose("".join(run))
            for is_code, run in groupby(quoted, key=_is_code)
        )

    def prose(text: str) -> str:
        return "".join(
            _shown(found, piece) if found else names(piece) for piece, found in pieces(text)
        )

    def names(text: str) -> str:
        parts = text.split("`")
        return "".join(span(p) if at % 2 else escape(p, quote=False) for at, p in enumerate(parts))

    return write


def _shown(formula: str, text: str) -> str:
    """A formula in a line; a long one can be scrolled on a phone."""
    return f'<span class="long">{formula}</span>' if len(text) > _SHORT else formula


def _is_code(part: str) -> bool:
    """Whether a part in backquotes is more than a name, which may belong to a formula around it."""
    return part.startswith("`") and not _NAME.fullmatch(part)


def _named(code: str, module: str) -> str | None:
    """The documented name that code such as `Conv2d` or `nn.Conv2d` means in a module, where it is described."""
    if not re.fullmatch(r"[A-Za-z_][\w.]*", code):
        return None
    layer = f"mindspore.nn.{code}" if code[0].isupper() else ""
    for full in (f"{module}.{code}", f"mindspore.{code}", code, layer):
        if full in places():
            return described_as().get(full, full)
    return None
