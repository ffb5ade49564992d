"""The code cells of a page: of a notebook, or the Python blocks of a Markdown file."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

_BLOCK = re.compile(r"^([ \t]*)```python[ \t]*\n(.*?)^\1```[ \t]*$", re.MULTILINE | re.DOTALL)
_INSTALL = re.compile(r"^\s*[!%]pip .*$", re.MULTILINE)
KINDS = (".md", ".ipynb")


def cells(path: Path) -> list[str]:
    """The sources, in order, without the lines that install packages."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        code = [c["source"] for c in json.loads(text)["cells"] if c["cell_type"] == "code"]
        found = ["".join(source) for source in code]
    else:
        found = [textwrap.dedent(block[1]).rstrip("\n") for block in _BLOCK.findall(text)]
    return [_INSTALL.sub("", source) for source in found]


def find(root: Path, names: list[str]) -> list[Path]:
    """The pages below `root` that have code cells and whose path contains one of `names`, or all."""
    paths = sorted(p for p in root.rglob("*") if p.suffix in KINDS)
    wanted = [p for p in paths if not names or any(n in str(p.relative_to(root)) for n in names)]
    return [p for p in wanted if cells(p)]


def changed(sources: list[str], rules: dict[str, str]) -> list[str]:
    """Each rule's left side replaced by its right one, wherever it stands; LookupError where it stands nowhere."""
    for before, after in rules.items():
        if not any(before in source for source in sources):
            raise LookupError(f"the page has no {before!r}")
        sources = [source.replace(before, after) for source in sources]
    return sources
