"""The pages of the reference, made from docstrings.

`plan` says which pages there are, `docstring` takes a docstring apart, `entry` writes a name, `overview` the pages
that lead to them. `pages` and `navigation` are all that the site asks for.
"""

from __future__ import annotations

import functools
from typing import Any

from docs.api_pages.entry import entry, summary
from docs.api_pages.overview import index, overview
from docs.api_pages.plan import Module, Page, modules
from docs.docstrings import MOST_USED

_START = "reference/index.md"


@functools.cache
def pages() -> dict[str, str]:
    """Path to text of each page."""
    found = {_START: index()}
    for module in modules():
        found[module.path] = overview(module)
        found |= {page.path: _page(page) for page in module.pages}
    return found


def navigation() -> list[Any]:
    """The reference's part of the navigation: modules, groups, pages."""
    return [_START, *({module.name: [module.path, *_groups(module)]} for module in modules())]


def _groups(module: Module) -> list[Any]:
    groups: dict[str, list[Any]] = {}
    for page in sorted(module.pages, key=lambda page: page.title.casefold()):
        groups.setdefault(page.group, []).append({page.title: page.path})
    found: list[Any] = []
    for group, members in groups.items():
        found += members if len(groups) == 1 or len(members) == 1 else [{group: members}]
    return sorted(found, key=lambda each: next(iter(each)).casefold())


def _page(page: Page) -> str:
    """The page of a class with its methods, or of a family."""
    first = page.names[0]
    is_class = page.title == first.name
    listed = f"{page.heading}: {', '.join(name.name for name in page.names)}"
    described = summary(first) if is_class else listed
    head = f"---\ntitle: {_quoted(page.heading)}\ndescription: {_quoted(described[:300])}\n"
    head += "search:\n  boost: 2\n---\n" if first.full in _most_used() else "---\n"
    if is_class:
        return head + "\n".join(entry(page, name, 1 if name is first else 2) for name in page.names)
    title = page.heading.replace("_", r"\_")
    return "\n".join([head, f"# {title}\n", *(entry(page, name, 2) for name in page.names)])


@functools.cache
def _most_used() -> set[str]:
    """What a search lists first."""
    return set(MOST_USED.read_text(encoding="utf-8").split())


def _quoted(text: str) -> str:
    """Text as a string of YAML's."""
    return "'" + text.replace("'", "''").replace("`", "").replace("\n", " ") + "'"
