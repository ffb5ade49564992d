"""docs/coverage.md is what the tables say today."""

from __future__ import annotations

import pytest

from docs import make_coverage


def test_the_page_is_up_to_date() -> None:
    assert make_coverage.main(["--check"]) == 0


def test_what_counts_as_there() -> None:
    table = {module: (there, absent) for module, there, absent in make_coverage.rows()}
    assert "Dense" in table["mindspore.nn"][0]
    assert "CustomPassType" in table["mindspore"][1]
    assert "asnumpy" in table["mindspore.Tensor"][0]
    for there, absent in table.values():
        assert not set(there) & set(absent)


def test_documented_names_are_counted_apart() -> None:
    table = {module: rest for module, *rest in make_coverage.documented()}
    there, refused, absent = table["mindspore.runtime"]
    assert {"Event", "Event.record", "memory_stats"} <= set(there)
    assert refused["MemPool"] in make_coverage.page()
    assert not set(there) & {*refused, *absent}
    # Attributes of an object alone, and members of a class that refuses.
    assert "layerwise_parallel" in table["mindspore.Parameter"][0]
    assert "CheckpointConfig.async_save" in table["mindspore.train"][0]
    assert "AutoBoost.network_auto_process_train" in table["mindspore.boost"][1]
    assert "SymbolTree.insert" in table["mindspore.rewrite"][0]
    assert "thor" in table["mindspore.nn"][0]


def test_a_name_that_refuses_says_why_when_it_is_called() -> None:
    for _, _, refused, _ in make_coverage.documented():
        assert all(len(why) > 10 and not why.endswith(".") for why in refused.values())
    with pytest.raises(NotImplementedError, match=r"stress_detect.*Ascend's driver"):
        make_coverage.find("mindspore.utils.stress_detect")()
    with pytest.raises(NotImplementedError, match=r"MemPool.*torch's allocator"):
        make_coverage.find("mindspore.runtime.MemPool")(None)


@pytest.mark.slow
def test_a_stale_page_is_noticed(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = tmp_path / "coverage.md"
    stale.write_text("old")
    monkeypatch.setattr(make_coverage, "PAGE", stale)
    assert make_coverage.main(["--check"]) == 1
    assert make_coverage.main([]) == 0
    assert make_coverage.main(["--check"]) == 0
