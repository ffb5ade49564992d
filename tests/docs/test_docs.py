"""Every python block of the README and of docs/ runs, in order, one process a page.

Blocks marked `python mindspore` are what real MindSpore does; they run where MSACC_MINDSPORE_PYTHON names
a Python that has it, after the blocks marked `python both`.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from docs.api_pages import pages
from tests.launch.zygote import shared

_ROOT = Path(__file__).parents[2]
_PAGES = [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"^```(\S*) ?(.*?)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def script(text: str, kinds: tuple[str, ...]) -> str:
    """The blocks of these kinds, each on the lines it has in the page."""
    lines: list[str] = [""] * (text.count("\n") + 1)
    for found in _FENCE.finditer(text):
        if found[1] == "python" and found[2].strip() in kinds:
            start = text.count("\n", 0, found.start(3))
            body = found[3].splitlines()
            lines[start : start + len(body)] = body
    return "\n".join(lines)


def _ids(pages: list[Path]) -> list[str]:
    return [page.name for page in pages]


@pytest.mark.parametrize("page", _PAGES, ids=_ids(_PAGES))
def test_blocks_run(page: Path, tmp_path: Path) -> None:
    program = script(page.read_text(), ("", "both", "msacc"))
    if not program.strip():
        assert "```python" not in page.read_text()
        return
    (tmp_path / page.name).with_suffix(".py").write_text(program)
    run = shared().script(page.with_suffix(".py").name, cwd=tmp_path)
    assert run.wait(300) == 0, run.text()


@pytest.mark.skipif(
    "MSACC_MINDSPORE_PYTHON" not in os.environ,
    reason="MSACC_MINDSPORE_PYTHON names no Python with MindSpore",
)
def test_the_other_half_of_the_pairs(tmp_path: Path) -> None:
    text = (_ROOT / "docs" / "differences.md").read_text()
    (tmp_path / "pairs.py").write_text(script(text, ("both", "mindspore")))
    command = [os.environ["MSACC_MINDSPORE_PYTHON"], "pairs.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


def test_every_difference_has_a_pair() -> None:
    text = (_ROOT / "docs" / "differences.md").read_text()
    pairs = text.count("```python mindspore"), text.count("```python msacc")
    claims = len(re.findall(r"^\*\*", text, re.MULTILINE))
    # Four claims are about jobs of several processes, which a block cannot start.
    assert (claims - pairs[0], claims - pairs[1]) == (4, 3)


@pytest.mark.parametrize("page", _PAGES, ids=_ids(_PAGES))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists() or target in pages(), target


def test_blocks_keep_their_lines() -> None:
    text = "one\n```python\na = 1\n```\n\n```bash\nls\n```\n```python x\nb\n```\n"
    assert script(text, ("",)).splitlines()[:3] == ["", "", "a = 1"]
    assert "b" not in script(text, ("",))
    assert "ls" not in script(text, ("",))
