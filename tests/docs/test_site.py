"""The site's pages: the reference from docstrings, the navigation, and the description that an index shows."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from docs import reference

_ROOT = Path(__file__).parents[2]
_ANCHOR = re.compile(r"\{#(mindspore[\w.]+)\}")


def _described() -> dict[str, str]:
    """Every anchor of the reference, and its page."""
    found = {}
    for path, (_, text) in reference.pages().items():
        found |= dict.fromkeys(_ANCHOR.findall(text), path)
    return found


def test_every_documented_name_is_in_the_reference() -> None:
    lines = (_ROOT / "docs" / "documented_names.txt").read_text().splitlines()
    names = {f"{m}.{n}" for m, text in (line.split(": ") for line in lines) for n in text.split()}
    assert set(_described()) == names


def test_links_between_the_pages_of_the_reference_lead_somewhere() -> None:
    anchors = _described()
    for path, (_, text) in reference.pages().items():
        for target, anchor in re.findall(r"\]\(([^)#]+\.md)#(mindspore[^)]*)\)", text):
            assert anchors[anchor] == f"reference/{target}", (path, anchor)


def test_an_entry_shows_call_text_and_example() -> None:
    _, page = reference.pages()["reference/mindspore.nn.md"]
    entry = page.partition("### Dense {#mindspore.nn.Dense}\n")[2].partition("\n### ")[0]
    assert "mindspore.nn.Dense(in_channels, out_channels, weight_init=None" in entry
    assert "`has_bias`: a bool." in entry
    assert "```python\n>>> net = nn.Dense(2, 1" in entry


def test_a_second_name_leads_to_the_first() -> None:
    _, page = reference.pages()["reference/mindspore.Tensor.md"]
    link = r"[mindspore.ops.exp](mindspore.ops.functions_a_to_l.md#mindspore.ops.exp)"
    assert f"### exp {{#mindspore.Tensor.exp}}\n\nThe same as {link}.\n" in page


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("a * b_c <d> [e]", r"a \* b\_c &lt;d> \[e\]"),
        ("`a * b_c <d>` _", r"`a * b_c <d>` \_"),
    ],
)
def test_only_what_is_quoted_is_markup(text: str, markdown: str) -> None:
    assert reference._plain(text) == markdown


def test_the_navigation_shows_every_page() -> None:
    listed = re.findall(r": (\w+\.md)$", (_ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    pages = [path.name for path in (_ROOT / "docs").glob("*.md")]
    assert sorted(listed) == sorted([*pages, "index.md", "contributing.md"])


@pytest.mark.parametrize("url", ["", "https://example.org/msacc/blob/main/"])
def test_an_index_shows_no_relative_link(url: str) -> None:
    description = runpy.run_path(str(_ROOT / "setup.py"))["description"]
    text = description((_ROOT / "README.md").read_text(encoding="utf-8"), url)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert all(link.startswith("https://") for link in links)
    assert ("https://example.org/msacc/blob/main/docs/porting.md" in links) is bool(url)
    assert ("https://example.org/msacc/raw/main/sample_code/gpt/curves.png" in links) is bool(url)
