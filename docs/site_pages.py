"""What MkDocs adds to the pages of this folder (a hook of mkdocs.yml): the README, CONTRIBUTING and the reference."""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

_ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(_ROOT))  # the command `mkdocs` does not look for modules in its folder

from docs import first_page  # noqa: E402
from docs.api_pages import navigation, pages  # noqa: E402

_FRONT = {"README.md": "readme.md", "CONTRIBUTING.md": "contributing.md"}
# Blocks of a pair in differences.md: code that both sides run, and what each of them has of it.
_SIDES = {"both": "", "mindspore": "\n\nMindSpore:\n\n", "msacc": "\n\nmsacc:\n\n"}
_PAIR = re.compile(rf"\n```python ({'|'.join(_SIDES)})$", re.MULTILINE)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:]+)(#[^)]*)?\)")


def on_config(config: Any) -> Any:
    """The reference's pages at the end of the navigation."""
    config.nav.append({"Reference": navigation()})
    return config


def on_files(files: Files, config: Any) -> Files:
    """The pages that are no files of this folder."""
    for source, path in _FRONT.items():
        files.append(File.generated(config, path, content=(_ROOT / source).read_text("utf-8")))
    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_: Any) -> str:
    """Links as they are in the repository, to where the pages are in the site; other files are named.

    The extension for blocks of code knows one word behind the fence.
    """
    if page.file.src_uri.startswith("reference/"):
        return markdown
    if page.file.src_uri == "index.md":
        markdown = first_page.filled(markdown)
    source = {there: here for here, there in _FRONT.items()}.get(page.file.src_uri)
    folder = "" if source else posixpath.join("docs", posixpath.dirname(page.file.src_uri))

    def place(link: re.Match[str]) -> str:
        image, text, target, anchor = link[1], link[2], link[3], link[4] or ""
        path = posixpath.normpath(posixpath.join(folder, target))
        path = _FRONT.get(path, path.removeprefix("docs/") if path.startswith("docs/") else "")
        if files.get_file_from_path(path):
            here = posixpath.relpath(path, posixpath.dirname(page.file.src_uri) or ".")
            return f"{image}[{text}]({here}{anchor})"
        if not (_ROOT / folder / target).exists():
            return link[0]  # MkDocs will say so
        return "" if image else text

    markdown = _PAIR.sub(lambda block: f"{_SIDES[block[1]]}\n```python", markdown)
    return _LINK.sub(place, markdown)


def on_post_page(output: str, **_: Any) -> str:
    """The page without the indentation of its navigation, which is three quarters of it."""
    before, mark, content = output.partition('<div class="md-content"')
    return re.sub(r"\s*\n\s*", "\n", before) + mark + content
