"""The pages that lead to the others: one for each module, and one of all modules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from docs.api_pages.entry import summary
from docs.api_pages.inline import linked, writer
from docs.api_pages.plan import Module, Name, Page, described_as, modules
from msacc.examples import PRELUDE

_INDEX = """---
title: Reference of all names
description: The names of MindSpore 2.10 that msacc has, module by module, with arguments, formulas and examples.
---
# Reference

The names of MindSpore 2.10 that msacc has, module by module: {count} of them. `help(nn.Dense)` shows the same in
Python. What differs from MindSpore stands with each name; [Differences](../differences.md) has runnable pairs,
[Coverage](../coverage.md) the names that are refused.

{modules}

## Examples {{#examples}}

Each example can be run as it stands, by `python -m msacc FILE` or with `import msacc as ms` in place of MindSpore's
imports. Its output is what MindSpore 2.10 prints on a CPU, and tests run it. Examples draw on these imports:

```python
{prelude}```
"""


def index() -> str:
    """The page of all modules."""
    rows = [
        f'<dt><a href="{module.name}/"><code>{module.name}</code></a></dt><dd>{_counted(module)}</dd>'
        for module in modules()
    ]
    count = f"{sum(len(m.others) + sum(len(p.names) for p in m.pages) for m in modules()):,}"
    shown = f'<dl class="modules">{"".join(rows)}</dl>'
    return _INDEX.format(count=count, modules=shown, prelude=PRELUDE)


def _counted(module: Module) -> str:
    """How many names, and the groups that they are in."""
    count = len(module.others) + sum(len(page.names) for page in module.pages)
    groups = dict.fromkeys(page.group for page in module.pages)
    return f"{count} name{'s' * (count > 1)}" + (
        f": {', '.join(groups).lower()}" if len(groups) > 1 else ""
    )


def overview(module: Module) -> str:
    """The page of a module: its classes in groups, its families of functions, its other names."""
    blocks = [
        f"---\ntitle: {module.name}\n"
        f"description: All names of {module.name} in msacc, the MindSpore API on PyTorch.\n---",
        f"# {_escaped(module.name)}\n",
        f"{_counted(module).partition(':')[0]}.\n",
    ]
    groups: dict[str, list[Page]] = {}
    for page in module.pages:
        groups.setdefault(page.group, []).append(page)
    for group, pages in sorted(groups.items()):
        blocks.append(f"## {group}\n" if len(groups) > 1 else "")
        rows = _families(module, pages) if group == "Functions" else _classes(module, pages)
        blocks.append("\n".join(rows))
    if module.others:
        blocks += ["## Other names\n", "\n".join(_others(module))]
    return "\n".join(blocks) + "\n"


def _classes(module: Module, pages: list[Page]) -> Iterator[str]:
    yield '<dl class="names">'
    for page in pages:
        name = page.names[0]
        write = writer(module.path, module.name, set())
        yield f"<dt>{linked(module.path, name.full, name.name)}</dt><dd>{write(summary(name))}</dd>"
    yield "</dl>\n"


def _families(module: Module, pages: list[Page]) -> Iterator[str]:
    """The title of each family, and its names."""
    for page in sorted(pages, key=lambda page: page.title):
        names = ", ".join(linked(module.path, name.full, name.name) for name in page.names)
        if len(pages) > 1:
            yield f"### [{_escaped(page.title)}]({page.path.rpartition('/')[2]})\n"
        yield f'<p class="family">{names}</p>\n'


def _others(module: Module) -> Iterator[str]:
    """Names for what is described elsewhere, and constants."""
    yield '<dl class="names">'
    for name in module.others:
        yield f'<dt id="{name.full}"><code>{escape(name.name)}</code></dt><dd>{_other(module, name)}</dd>'
    yield "</dl>\n"


def _other(module: Module, name: Name) -> str:
    same = described_as().get(name.full)
    if same:
        return f"The same as {linked(module.path, same, same)}."
    return f"<code>{escape(repr(name.thing))}</code>"


def _escaped(text: str) -> str:
    return text.replace("_", r"\_")
