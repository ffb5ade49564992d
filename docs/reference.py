"""The pages of the reference, made from docstrings: one for each module of MindSpore's, under its names."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docs.docstrings import resolve
from msacc.examples import HEADING, PRELUDE

_NAMES = Path(__file__).with_name("documented_names.txt")
# Modules too large for a page: a title and the names that go with it.
_PARTS = {
    "mindspore.ops": (
        ("functions a to l", re.compile(r"[a-l_]")),
        ("functions m to z", re.compile(r"[m-z]")),
        ("primitives A to L", re.compile(r"[A-L]")),
        ("primitives M to Z", re.compile(r"[M-Z]")),
    )
}
_ALL = (("", re.compile("")),)
_HEAD = """# {title}

{count} names. What differs from MindSpore stands with each name; [Differences](../differences.md) has runnable pairs,
[Coverage](../coverage.md) the names that are refused. Examples use `np`, `ms`, `nn`, `ops` … as
[imported here](index.md#what-examples-import).
"""
_INDEX = """# Reference

The names of MindSpore 2.10 that msacc has, module by module. `help(nn.Dense)` shows the same in Python.

## What examples import

```python
{prelude}```

The outputs are those that MindSpore 2.10 prints on a CPU.

## Modules

{modules}
"""


class _Page(NamedTuple):
    path: str
    title: str
    module: str
    names: list[str]


@functools.cache
def pages() -> dict[str, tuple[str, str]]:
    """Path to title and text of each page."""
    planned = list(_planned())
    links = _links(planned)
    made = {page.path: (page.title, _page(page, links)) for page in planned}
    modules = "\n".join(f"- [{page.title}]({_file(page)})" for page in planned)
    index = _INDEX.format(prelude=PRELUDE, modules=modules)
    return {"reference/index.md": ("All modules", index), **made}


def _planned() -> Iterator[_Page]:
    for line in _NAMES.read_text(encoding="utf-8").splitlines():
        module, text = line.split(": ", 1)
        names = sorted(text.split(), key=str.casefold)
        for part, pattern in _PARTS.get(module, _ALL):
            title = f"{module}, {part}" if part else module
            path = f"reference/{title.replace(', ', '.').replace(' ', '_')}.md"
            yield _Page(path, title, module, [name for name in names if pattern.match(name)])


def _links(planned: list[_Page]) -> dict[int, str]:
    """For what has several names, by its id: a link to the one that is described."""
    found: dict[int, tuple[Any, str]] = {}
    for page in planned:
        for name in page.names:
            full = f"{page.module}.{name}"
            rank = (name.count("."), page.module != "mindspore.ops", full)
            link = rank, f"[{_plain(full)}]({_file(page)}#{full})"
            key = _key(resolve(full))
            found[key] = min(found.get(key, link), link)
    return {key: link for key, (_, link) in found.items()}


def _key(thing: Any) -> int:
    return id(getattr(thing, "__func__", thing))  # a class method is a new object at each access


def _file(page: _Page) -> str:
    return page.path.removeprefix("reference/")


def _page(page: _Page, links: dict[int, str]) -> str:
    entries = [_entry(page.module, name, links) for name in page.names]
    return "\n".join([_HEAD.format(title=page.title, count=len(entries)), *entries])


def _entry(module: str, name: str, links: dict[int, str]) -> str:
    """The heading, the call, the docstring; a link where it is described under another name."""
    thing, full = resolve(f"{module}.{name}"), f"{module}.{name}"
    heading = f"### {_plain(name)} {{#{full}}}\n"
    text = inspect.getdoc(thing) or ""
    if not callable(thing):
        shown = _body(text) if isinstance(thing, property) else f"`{thing!r}`"
        return f"{heading}\n{shown}\n"
    if f"#{full})" not in links[_key(thing)]:
        return f"{heading}\nThe same as {links[_key(thing)]}.\n"
    return f"{heading}\n```python\n{_call(module, name, thing)}\n```\n\n{_body(text)}\n"


def _call(module: str, name: str, thing: Any) -> str:
    """The call as one writes it, without types."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return f"{module}.{name}(…)"
    parameters = [
        p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "self"
    ]
    shown = re.sub(r"<[^>]*>", "…", str(inspect.Signature(parameters)))
    return f"{module}.{name}{shown}"


def _body(text: str) -> str:
    """A docstring as Markdown: its text, then its example as code."""
    before, _, example = text.partition(HEADING)
    if not example:
        return _plain(before)
    return f"{_plain(before)}\n\n```python\n{inspect.cleandoc(example)}\n```"


def _plain(text: str) -> str:
    """Text whose stars, underscores and brackets mean themselves; what stands in backquotes stays."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _escaped(part) for part in parts)


def _escaped(text: str) -> str:
    return re.sub(r"([*_\[\]\\#|])", r"\\\1", text.replace("<", "&lt;"))
