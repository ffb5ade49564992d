"""Files of both sides, read by both: what one writes the other reads alike, but for what is listed here.

Runs where MSACC_MINDSPORE_PYTHON names a Python with MindSpore; `python -m tests.train.test_mindspore_file_exchange`
prints the figures of docs/checkpoints.md.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

PROGRAM = Path(__file__).with_name("both_ways.py")
# The start of a cipher is drawn, and by the library the order of two entries of metadata.
DRAWN = ("encrypted-", "redundancy-")


class Found(NamedTuple):
    """Who wrote what, and what each read: theirs is MindSpore's."""

    theirs_written: dict[str, str]
    mine_written: dict[str, str]
    theirs_read: tuple[
        dict[str, Any], dict[str, Any]
    ]  # MindSpore's files, by MindSpore and by msacc
    mine_read: tuple[dict[str, Any], dict[str, Any]]  # msacc's files, by MindSpore and by msacc
    alike: dict[str, bool]  # whether the bytes of a file are the same


def _run(python: str, *arguments: str) -> Any:
    environment = {**os.environ, "PYTHONPATH": str(PROGRAM.parents[2]), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [python, str(PROGRAM), *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


@functools.cache
def compared() -> Found:
    """Write and read everything on both sides."""
    sides = {"mindspore": os.environ["MSACC_MINDSPORE_PYTHON"], "msacc": sys.executable}
    with tempfile.TemporaryDirectory() as folder:
        written, read, content = {}, {}, {}
        for side, python in sides.items():
            there = Path(folder) / side
            there.mkdir()
            written[side] = _run(python, side, "write", str(there))
            content[side] = {path.name: path.read_bytes() for path in there.iterdir()}
            read[side] = tuple(_run(p, s, "read", str(there)) for s, p in sides.items())
    both = content["mindspore"].keys() & content["msacc"].keys()
    alike = {name: content["mindspore"][name] == content["msacc"][name] for name in both}
    return Found(written["mindspore"], written["msacc"], read["mindspore"], read["msacc"], alike)


def unread_by_mindspore(name: str) -> bool:
    """Files that MindSpore cannot read, or reads as something else, whoever wrote them."""
    unread = ("complex", "float8", "hifloat8")
    if any(kind in name for kind in unread):
        return True
    if name.startswith("types-bfloat16") and name.split(" ")[0].endswith("-crc.safetensors"):
        return True
    return name.startswith("encrypted-") and "-crc" in name


def empty_in_ckpt(name: str) -> bool:
    """Empty values that msacc keeps in a ckpt and MindSpore leaves out."""
    return (
        any(f"-{empty}" in name for empty in ("empty", "norows", "nocolumns")) and ".ckpt" in name
    )


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        "MSACC_MINDSPORE_PYTHON" not in os.environ,
        reason="MSACC_MINDSPORE_PYTHON names no Python with MindSpore",
    ),
]


def test_msacc_reads_what_mindspore_wrote() -> None:
    by_them, by_me = compared().theirs_read
    assert len(by_them) > 500
    for name, expected in by_them.items():
        if "qint4x2" in name:
            expected = json.loads(json.dumps(expected).replace('"Int4"', '"Int8"'))
        if unread_by_mindspore(name) and "hifloat8" not in name:
            assert isinstance(expected, str) or by_me[name] == expected, name
            assert isinstance(by_me[name], list) or empty_in_ckpt(name), (name, by_me[name])
        else:
            assert by_me[name] == expected, name


def test_mindspore_reads_what_msacc_wrote() -> None:
    by_them, by_me = compared().mine_read
    assert len(by_them) > 500
    for name, mine in by_me.items():
        if not unread_by_mindspore(name) and not empty_in_ckpt(name):
            assert by_them[name] == mine, name


def test_the_same_bytes() -> None:
    found = compared().alike
    assert len(found) > 300
    for name, same in found.items():
        drawn = name.startswith(DRAWN) or name.endswith("-crc.safetensors")
        assert same or drawn or empty_in_ckpt(name), name


def test_what_is_written_or_refused() -> None:
    found = compared()
    for name, theirs in found.theirs_written.items():
        mine = found.mine_written[name]
        if "qint4x2" in name or "hifloat8" in name:
            assert mine == "TypeError", name
        elif name.startswith("encrypted-") and "-crc" in name:
            assert (theirs, mine) == ("", "ValueError"), name
        elif theirs and not mine:
            assert "float8" in name or "bfloat16" in name or "complex128" in name, name
        else:
            assert bool(theirs) == bool(mine), (name, theirs, mine)


def figures() -> dict[str, Counter[str]]:
    """{chapter: {what was counted: how often}}."""
    found = compared()
    table: dict[str, Counter[str]] = {}
    for title, (by_them, by_me) in {"theirs": found.theirs_read, "mine": found.mine_read}.items():
        for name in by_me:
            chapter = table.setdefault(name.split("-")[0], Counter())
            equal = by_them[name] == by_me[name]
            kind = (
                "equal" if equal else "msacc alone" if isinstance(by_them[name], str) else "other"
            )
            chapter[
                f"{title} {kind}{' refusals' if equal and isinstance(by_me[name], str) else ''}"
            ] += 1
    for name, same in found.alike.items():
        table[name.split("-")[0]]["same bytes"] += same
    return table


if __name__ == "__main__":
    for chapter, counts in figures().items():
        print(chapter, dict(counts))
