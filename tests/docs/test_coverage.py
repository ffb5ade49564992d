"""docs/coverage.md is what the tables say today."""

from __future__ import annotations

import pytest

from docs import make_coverage


def test_the_page_is_up_to_date() -> None:
    assert make_coverage.main(["--check"]) == 0


def test_what_counts_as_there() -> None:
    table = {module: (there, absent) for module, there, absent in make_coverage.rows()}
    assert "Dense" in table["mindspore.nn"][0]
    assert "rewrite" in table["mindspore"][1]
    assert "asnumpy" in table["mindspore.Tensor"][0]
    for there, absent in table.values():
        assert not set(there) & set(absent)


def test_a_stale_page_is_noticed(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = tmp_path / "coverage.md"
    stale.write_text("old")
    monkeypatch.setattr(make_coverage, "PAGE", stale)
    assert make_coverage.main(["--check"]) == 1
    assert make_coverage.main([]) == 0
    assert make_coverage.main(["--check"]) == 0
