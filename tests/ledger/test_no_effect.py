"""Every option that is accepted without effect has a row that says why no result can depend on it."""

from __future__ import annotations

import re
from pathlib import Path

import msacc.auto_parallel_context as parallel_context
import msacc.execution_context as execution_context
from tests.ledger.notices import call_sites

_TABLE = Path(__file__).parent / "no_effect.txt"
_DIFFERENCES = Path(__file__).parents[2] / "docs" / "differences.md"
_CASES = Path(__file__).parents[1] / "parity" / "cases"
_CLASSES = [
    "speed",
    "place",
    "text",
    "service",
    "ascend",
    "unused",
    "mindspore",
    "exact",
    "difference",
    "table",
]


def rows() -> dict[str, tuple[str, str]]:
    """{call site: (class, reason)}."""
    lines = [line.split(" | ") for line in _TABLE.read_text().splitlines() if line[:1] != "#"]
    result = {site: (kind, reason) for site, kind, reason in lines}
    assert len(result) == len(lines), "a call site has two rows"
    return result


def accepted() -> frozenset[str]:
    options = {f"set_context {name}" for name in execution_context._IGNORED}
    options |= {f"set_auto_parallel_context {name}" for name in parallel_context._IGNORED}
    return call_sites() | options


def test_the_source_is_read() -> None:
    sites = call_sites()
    assert len(sites) > 180
    assert {"nn/recompute.py early_stop", "dataset/config.py iterator_mode"} <= sites


def test_each_has_a_row_and_each_row_a_call_site() -> None:
    table = rows().keys()
    assert not accepted() - table, "no_effect.txt does not say why no result depends on these"
    assert not table - accepted(), "no_effect.txt has rows of call sites that are gone"


def test_each_row_has_a_reason() -> None:
    for site, (kind, reason) in rows().items():
        assert kind in _CLASSES, f"{site}: {kind}"
        assert len(reason) > 10, f"{site}: {reason}"


def test_what_a_row_names_is_there() -> None:
    """Parity cases, tests, and sentences of docs/differences.md."""
    differences = _DIFFERENCES.read_text()
    for site, (kind, reason) in rows().items():
        for chapter, name in re.findall(r"(\w+)::(\w+)", reason):
            source = (_CASES / f"{chapter}.py").read_text()
            assert f"def {name}(" in source, f"{site}: no case {chapter}::{name}"
        for path in re.findall(r"tests/[\w/]+\.py", reason):
            assert (_DIFFERENCES.parents[1] / path).exists(), f"{site}: no {path}"
        if kind == "difference":
            assert f"**{reason}" in differences or reason in differences, f"{site}: {reason}"
