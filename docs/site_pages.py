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

from docs.reference import pages  # noqa: E402

_FRONT = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md"}
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:]+)(#[^)]*)?\)")


def on_config(config: Any) -> Any:
    """The reference's pages at the end of the navigation."""
    config.nav.append({"Reference": [{title: path} for path, (title, _) in pages().items()]})
    return config


def on_files(files: Files, config: Any) -> Files:
    """The pages that are no files of this folder."""
    for source, path in _FRONT.items():
        files.append(File.generated(config, path, content=(_ROOT / source).read_text("utf-8")))
    for path, (_, text) in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_: Any) -> str:
    """Links as they are in the repository, to where the pages are in the site; other files are named."""
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

    return _LINK.sub(place, markdown)
