"""The site: its pages and how they are linked, the first page, and the description that an index shows."""

from __future__ import annotations

import posixpath
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import first_page, loss_curve
from docs.api_pages import navigation, pages
from docs.api_pages.inline import directory
from docs.api_pages.plan import modules, places

_ROOT = Path(__file__).parents[2]
_ANCHOR = re.compile(r"(?:\{#|<dt id=\")(mindspore[\w.]+)[\"}]")
_HREF = re.compile(r'href="([^"]+)"')


def _anchors() -> dict[str, str]:
    """Every anchor of the reference, and its page."""
    return {anchor: path for path, text in pages().items() for anchor in _ANCHOR.findall(text)}


def _documented() -> set[str]:
    lines = (_ROOT / "docs" / "documented_names.txt").read_text().splitlines()
    return {f"{m}.{n}" for m, text in (line.split(": ") for line in lines) for n in text.split()}


def _linked(path: str, text: str) -> Iterator[tuple[str, str]]:
    """The folder of the site and the anchor of each link within the reference."""
    pages_beside = (
        page.replace(".md", "/")
        for page in re.findall(r"^### \[.*\]\((.+\.md)\)$", text, re.MULTILINE)
    )
    for address in (*_HREF.findall(text), *pages_beside):
        if "://" not in address:
            place, _, anchor = address.partition("#")
            yield posixpath.normpath(posixpath.join(directory(path), place)), anchor


def test_every_documented_name_is_in_the_reference() -> None:
    assert _anchors() == places()
    assert set(places()) == _documented()


def test_links_within_the_reference_lead_somewhere() -> None:
    folders, anchors = {directory(path) for path in pages()}, _anchors()
    wrong = [
        (path, folder, anchor)
        for path, text in pages().items()
        for folder, anchor in _linked(path, text)
        if folder not in folders or (anchor and directory(anchors.get(anchor, "")) != folder)
    ]
    assert wrong == []


def test_every_page_of_the_reference_is_three_clicks_from_the_first() -> None:
    """The first page leads to the reference, that to each module, a module to its pages."""
    assert "(reference/index.md)" in (_ROOT / "docs" / "index.md").read_text()
    first = {folder for folder, _ in _linked("reference/index.md", pages()["reference/index.md"])}
    reached = {"reference"} | first
    for module in modules():
        reached |= {folder for folder, _ in _linked(module.path, pages()[module.path])}
    assert {directory(path) for path in pages()} <= reached


def test_the_navigation_shows_every_page() -> None:
    listed = re.findall(r": (\w+\.md)$", (_ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    files = [path.name for path in (_ROOT / "docs").glob("*.md")]
    assert sorted(listed) == sorted([*files, "readme.md", "contributing.md"])
    assert sorted(_leaves(navigation())) == sorted(pages())


def _leaves(entry: object) -> Iterator[str]:
    """The pages of a part of the navigation."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        yield from (leaf for each in entry.values() for leaf in _leaves(each))
    elif isinstance(entry, list):
        yield from (leaf for each in entry for leaf in _leaves(each))


def test_a_class_of_the_public_api_has_a_page_and_ops_have_families() -> None:
    classes = ("nn/Dense", "nn/Momentum", "nn/MSELoss", "nn/Accuracy", "dataset/MnistDataset")
    assert {f"reference/mindspore.{name}.md" for name in classes} <= set(pages())
    assert places()["mindspore.ops.softmax"] == places()["mindspore.ops.Softmax"]
    # No page holds hundreds.
    assert max(len(page.names) for module in modules() for page in module.pages) <= 70


def test_the_first_page_shows_the_change_the_curve_and_the_speed() -> None:
    page = first_page.filled((_ROOT / "docs" / "index.md").read_text())
    assert "<!--" not in page
    assert "- import mindspore as ms\n+ import msacc as ms" in page
    assert '<svg class="loss-curve"' in page
    assert re.search(
        r"^\| network \| msacc \| torch .*\n\|[-:|]+\n\| gpt \| [\d.]+ \|", page, re.MULTILINE
    )


def test_the_curve_is_that_of_the_script() -> None:
    shown = re.findall(r"<desc>([\d. ]+)</desc>", loss_curve.PICTURE.read_text())[0].split()
    losses = loss_curve.losses(sys.executable, "-m", "msacc")
    assert losses == pytest.approx([float(loss) for loss in shown], abs=2e-3)


def test_a_curve_says_which_numbers_it_shows() -> None:
    drawn = loss_curve.drawn([1.0, 0.5], [1.0, 0.25])
    assert "<desc>1.0000 0.2500</desc>" in drawn
    assert drawn.count("<polyline") == 2


@pytest.mark.slow
def test_the_site_builds_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    """Scripts, styles, fonts and pictures are the site's own."""
    pytest.importorskip("material", reason="the site's theme belongs to the docs extra")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "-d",
        str(tmp_path / "site"),
    ]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    built = list((tmp_path / "site").rglob("*.html"))
    assert len(built) > len(pages())
    loaded = re.compile(
        r'<(?:script|img|iframe)[^>]*src="(?:https?:)?//|<link[^>]*rel="?(?:stylesheet|preconnect)[^>]*//'
    )
    assert [path.name for path in built if loaded.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("url", ["", "https://example.org/msacc/blob/main/"])
def test_an_index_shows_no_relative_link(url: str) -> None:
    description = runpy.run_path(str(_ROOT / "setup.py"))["description"]
    text = description((_ROOT / "README.md").read_text(encoding="utf-8"), url)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert all(link.startswith("https://") for link in links)
    assert ("https://example.org/msacc/blob/main/docs/porting.md" in links) is bool(url)
    assert ("https://example.org/msacc/raw/main/sample_code/gpt/curves.png" in links) is bool(url)
