"""The record of MindSpore: of one version, of all cases and of nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.parity.count import counts, has_formula
from tests.parity.harness import CASES, RECORDED, Case, is_mindspore, load_cases
from tests.parity.store import read, write
from tests.parity.table import row

load_cases()
CHAPTERS = sorted({entry.chapter for entry in CASES.values()})


def test_every_chapter_is_recorded_and_nothing_else() -> None:
    assert sorted(path.stem for path in RECORDED.glob("*.npz")) == CHAPTERS
    failed = sorted(path.name for path in RECORDED.glob("failed/*"))
    assert not failed, f"cases in {failed} failed on MindSpore: mend them and record them again"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_holds_its_cases_by_the_oracle(chapter: str) -> None:
    names = {key.partition("|")[0] for key in read(chapter)}
    assert names == {entry.name for entry in CASES.values() if entry.chapter == chapter}


def test_another_oracle_is_found_by_name(tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", **{"a|out0": np.ones(1), "__mindspore__": np.array("2.9.0")})
    with pytest.raises(ValueError, match=r"old\.npz was recorded with MindSpore 2\.9\.0"):
        read("old", tmp_path)
    np.savez(tmp_path / "bare.npz", **{"a|out0": np.ones(1)})
    with pytest.raises(ValueError, match=r"bare\.npz was recorded with MindSpore no version"):
        read("bare", tmp_path)


def test_cases_that_fail_are_kept_apart(tmp_path: Path) -> None:
    one, two = np.array([1.0]), np.array([2.0])
    write("ops", {"a|out0": one, "b|out0": one}, {}, tmp_path)
    write("ops", {"a|out0": two}, {"b": "ValueError: no"}, tmp_path)
    assert read("ops", tmp_path) == {"a|out0": two}
    apart = {"b|out0": one, "b|error": np.array("ValueError: no")}
    assert read("ops", tmp_path / "failed") == apart
    write("ops", {"a|out0": two}, {"b": "ValueError: no"}, tmp_path)
    assert read("ops", tmp_path / "failed") == apart
    write("ops", {"a|out0": two, "b|out0": two}, {}, tmp_path)
    assert read("ops", tmp_path) == {"a|out0": two, "b|out0": two}
    assert not (tmp_path / "failed" / "ops.npz").exists()


def test_the_readme_counts_the_cases() -> None:
    alone, with_formula = counts()
    text = " ".join((RECORDED.parents[2] / "README.md").read_text().split())
    expected = f"{alone:,} cases compare with MindSpore's own call, {with_formula:,} with a formula"
    assert expected in text


def _own(ms: Any, run: Any) -> Any:
    return ms.ops.exp(run)


def _stood_in(ms: Any, run: Any) -> Any:
    return _helper(ms)


def _helper(ms: Any) -> Any:
    return [1 for _ in "a" if is_mindspore(ms)]


def _entry(fn: Any) -> Case:
    for part in (_own, _stood_in, _helper):
        part.__module__ = "tests.parity.cases.example"
    return Case("example", fn.__name__, fn)


def test_a_formula_is_found_however_deep() -> None:
    assert not has_formula(_entry(_own))
    assert has_formula(_entry(_stood_in))
    for stand_in in ({"formula": abs}, {"instead": abs}):
        assert has_formula(_entry(_with_rows({"a": row(abs, **stand_in)})))
    assert not has_formula(_entry(_with_rows({"a": row(abs)})))


def _with_rows(rows: Any) -> Any:
    def body(ms: Any, run: Any) -> Any:
        return rows

    body.__module__ = "tests.parity.cases.example"
    return body
