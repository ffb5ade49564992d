"""The chapter of docs/performance.md about a GPU, made of what a run of on_gpu.py left."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from markdown_tables import as_markdown

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "performance.md"
# What the last run on a GPU found; not there until one was kept by `on_gpu.py --page`.
MEASURED = HERE / "measured.json"
# What was measured by hand before on_gpu.py was written.
BEFORE = HERE / "measured_before.json"
TITLE = "## On a GPU"
_CHAPTER = re.compile(rf"^{TITLE}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_HOW = """`python benchmarks/on_gpu.py` runs in ten minutes of a GPU what concerns one, and makes this chapter:
`python -m msacc doctor`, `pytest -m gpu`, the parity cases on the device, `run.sh` in one process and cold first
steps side by side, then timings alone. It leaves a page (`gpu.txt`), `gpu.json` and the logs in `performance/gpu`,
written anew after each part; a part that fails or takes too long says so, and the rest goes on. `--page
performance/gpu/gpu.json` makes the chapter.

It needs the checkout, torch, torchvision, numpy and msacc's other dependencies, pytest and pytest-timeout; no
network, nothing to install. To a machine that lacks pure packages of these, carry them in a folder beside the
checkout:

    pip install --no-deps --target carried rich markdown-it-py mdurl pygments pytest-timeout
    PYTHONPATH=$PWD/carried python3 benchmarks/on_gpu.py
"""
_NOT_YET = """It has not run on one yet. What follows is an old measurement, made by hand with {date}: {device},
torch {torch}, {precision}, {msacc}. It says where msacc stood then, not where it stands.
"""
_MADE = """Made on {date}: {device}, torch {torch}, msacc {commit}, {seconds:.0f} s.
"""


def keep(result: Path) -> None:
    """Have a run's figures in the chapter from now on."""
    found = json.loads(result.read_text())
    if found["quick"] or found["kind"] != "cuda":
        raise SystemExit(f"{result} is not of a full run on a GPU; the page has figures of those.")
    MEASURED.write_text(json.dumps(found, indent=1) + "\n")


def chapter() -> str:
    """As it stands in the page."""
    if not MEASURED.is_file():
        before = json.loads(BEFORE.read_text())
        text = _NOT_YET.format(**before)
        return "\n".join([TITLE, "", _HOW, text, *(as_markdown(t, 3) for t in before["tables"])])
    found = json.loads(MEASURED.read_text())
    tables = [_yardsticks(found), *found["tables"], *_ended_badly(found)]
    return "\n".join(
        [TITLE, "", _HOW, _MADE.format(**found), *(as_markdown(table, 3) for table in tables)]
    )


def put_into(page: str) -> str:
    """A page with the chapter as it is now, in its place or at the end."""
    text = chapter().rstrip("\n") + "\n"
    if _CHAPTER.search(page):
        return _CHAPTER.sub(lambda match: text + "\n", page, count=1).rstrip("\n") + "\n"
    return page.rstrip("\n") + "\n\n" + text


def write() -> None:
    """Into docs/performance.md."""
    PAGE.write_text(put_into(PAGE.read_text()))


def _yardsticks(found: dict[str, Any]) -> dict[str, Any]:
    holds = {True: "yes", False: "no", None: ""}
    rows = [
        [row["what"], row["found"], row["goal"], holds[row["holds"]]] for row in found["yardsticks"]
    ]
    columns = ["what", "found", "goal", "holds"]
    return {"title": "What msacc is held to", "columns": columns, "rows": rows}


def _ended_badly(found: dict[str, Any]) -> list[dict[str, Any]]:
    rows = [
        [part["name"], part["state"], part["seconds"], part["limit"]]
        for part in found["parts"]
        if part["state"] != "done"
    ]
    columns = ["part", "how it went", "s", "limit"]
    title = "Parts that did not run to their end"
    return [{"title": title, "columns": columns, "rows": rows}] if rows else []
