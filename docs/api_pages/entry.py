"""A name on its page: call, what it does, formula, arguments, result, errors, what differs, example, links."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from docs.api_pages import links
from docs.api_pages.docstring import Argument, Parts, parse, sentences
from docs.api_pages.examples import segments
from docs.api_pages.formulas import mathml
from docs.api_pages.inline import writer
from docs.api_pages.plan import Name, Page
from docs.api_pages.signature import Given, arguments, calls, without_call
from msacc.examples import HEADING

Write = Callable[[str], str]


def entry(page: Page, name: Name, level: int) -> str:
    """The Markdown of a name, under a heading of this level."""
    heading = f"{'#' * level} {_title(page, name)} {{#{name.full}}}\n"
    thing = name.thing
    text, _, example = (inspect.getdoc(thing) or "").partition(HEADING)
    if not callable(thing):
        return f"{heading}\n{_described(page, name, text, [])}\n"
    given = arguments(name.name, thing, text)
    signature = "\n".join(calls(name.module, name.name, thing, text))
    blocks = [
        heading,
        f'```{{ .python data-search-exclude="" }}\n{signature}\n```\n',
        _described(page, name, text, given),
    ]
    if example:
        blocks.append(_example(example))
    blocks.append(_elsewhere(name, thing))
    return "\n".join(blocks)


def summary(name: Name) -> str:
    """The first sentence of a docstring, for a table; without the call that it may begin with."""
    text = (inspect.getdoc(name.thing) or "").partition(HEADING)[0]
    parts = parse(without_call(name.name, text), [])
    first = " ".join(parts.summary).split(". ")[0]
    return first if len(first) <= 160 else f"{first[:150].rpartition(' ')[0]} …"


def _title(page: Page, name: Name) -> str:
    if name.name == page.title:
        return _escaped(page.heading)
    return _escaped(name.name)


def _escaped(text: str) -> str:
    return re.sub(r"([*_\[\]\\#|])", r"\\\1", text)


def _described(page: Page, name: Name, text: str, given: list[Given]) -> str:
    """A docstring as a block of HTML, which Markdown leaves as it is."""
    names = [each.name for each in given]
    write = writer(page.path, name.module, set(names))
    parts = parse(without_call(name.name, text), names)
    return "\n".join(['<div class="api">', *_blocks(parts, given, write), "</div>\n"])


def _blocks(parts: Parts, given: list[Given], write: Write) -> Iterator[str]:
    yield f"<p>{write(' '.join(parts.summary))}</p>"
    if parts.formulas:
        yield f'<div class="formula">{"".join(_formula(each) for each in parts.formulas)}</div>'
    if given:
        yield '<p class="rubric">Arguments</p>'
        yield f'<dl class="arguments">{"".join(_arguments(parts, given, write))}</dl>'
    if parts.result:
        yield f'<p class="rubric">Call and result</p>\n<p>{write(" ".join(parts.result))}</p>'
    for note in parts.notes:
        yield _note(note, write)
    if parts.errors:
        rows = (
            f"<dt><code>{escape(error)}</code></dt><dd>{write(cause)}</dd>"
            for error, cause in parts.errors
        )
        yield f'<p class="rubric">Errors</p>\n<dl class="errors">{"".join(rows)}</dl>'
    if parts.differs:
        title = '<p class="admonition-title">Differs from MindSpore</p>'
        yield f'<div class="admonition warning">{title}<p>{write(_difference(parts.differs))}</p></div>'
    elif parts.same:
        yield '<p class="same">As in MindSpore.</p>'


def _difference(sentences: list[str]) -> str:
    """What differs, under a title that says so already."""
    text = " ".join(sentences).removeprefix("Differs from MindSpore: ")
    return text[:1].upper() + text[1:]


def _formula(text: str) -> str:
    written = mathml(text, display=True)
    return written or f"<p><code>{escape(text)}</code></p>"


def _note(note: str, write: Write) -> str:
    lines = note.splitlines()
    if lines[0].startswith("- "):
        items = re.split(r"\n(?=- )", note)
        return f"<ul>{''.join(f'<li>{write(item[2:])}</li>' for item in items)}</ul>"
    if any(line.startswith("    ") for line in lines):
        return f"<pre><code>{escape(note)}</code></pre>"
    return f"<p>{write(note)}</p>"


def _arguments(parts: Parts, given: list[Given], write: Write) -> Iterator[str]:
    """Each argument of the call; those that are described together stand together."""
    of_name = {each.name: each for each in given}
    texts: dict[str, list[Argument]] = {}
    for argument in parts.arguments:
        for name in argument.names:
            texts.setdefault(name, []).append(argument)
    done: set[str] = set()
    for name in of_name:
        if name in done:
            continue
        about = texts.get(name, [])
        together = (
            [name]
            if not about
            else [n for n in about[0].names if n in of_name and texts[n] == about]
        )
        done |= set(together)
        yield "".join(_term(of_name[each]) for each in together)
        yield f"<dd>{write(' '.join(each.text for each in about) or _where(name, parts))}</dd>"


def _where(name: str, parts: Parts) -> str:
    """For an argument without words of its own: the argument whose words speak of it, or a sentence that does."""
    quoted = f"`{name}`"
    for each in parts.arguments:
        if quoted in each.text:
            return f"see `{each.names[0]}`"
    for sentence in (
        *parts.result,
        *(each for note in parts.notes for each in sentences(note, [])),
    ):
        if quoted in sentence and "\n" not in sentence:
            return sentence
    if quoted in " ".join(parts.summary):
        return "see above"
    return "see below" if quoted in " ".join(parts.differs) else ""


def _term(given: Given) -> str:
    kind = f' <span class="type">{escape(given.type)}</span>' if given.type else ""
    default = "required" if given.default is None else f"= {given.default}" if given.default else ""
    shown = f' <span class="default">{escape(default)}</span>' if default else ""
    return f"<dt><code>{escape(given.name)}</code>{kind}{shown}</dt>"


def _example(text: str) -> str:
    """The program with a copy button, and what it prints below each piece."""
    blocks = ['<p class="rubric">Example</p>\n']
    for program, printed in segments(text):
        blocks.append(f"```python\n{program.rstrip()}\n```\n")
        if printed:
            shown = printed.replace("<BLANKLINE>", "").rstrip()
            blocks.append(f"```{{ .text .output .no-copy }}\n{shown}\n```\n")
    return "\n".join(blocks)


def _elsewhere(name: Name, thing: Any) -> str:
    """Links to MindSpore's page, to torch's, and the file of the source."""
    found = [f'<a href="{links.mindspore_page(name.module, name.name)}">MindSpore: {name.full}</a>']
    counterpart = links.torch_counterpart(name.module, name.name)
    if counterpart:
        full, address = counterpart
        found.append(f'<a href="{address}">torch: {full}</a>')
    if "." in name.name:
        return ""
    return f'<p class="elsewhere">{" · ".join(found)}</p>\n'
