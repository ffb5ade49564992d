"""The list of upstream tests reads back."""

from tests.upstream.__main__ import table
from tests.upstream.ids import Id, read_ids


def test_the_list_is_whole() -> None:
    ids = read_ids()
    assert len(ids) == len({one.name for one in ids}) == 1797
    assert sum(one.hollow for one in ids) == 316
    assert {one.area for one in read_ids(["amp"])} == {"amp"}


def test_the_table_counts_what_a_mock_does_not_pass() -> None:
    ids = [
        Id("a", "f", "f::one", False, None),
        Id("a", "f", "f::two", True, None),
        Id("b", "g", "g::one", False, None),
    ]
    rows = table(ids, {"f::one": ("passed", ""), "f::two": ("passed", "")}).splitlines()
    assert rows[2:] == ["| a | 2 | 2 | 1 | 1 | 100.0% |", "| b | 1 | 0 | 1 | 0 | 0.0% |",
                        "| total | 3 | 2 | 2 | 1 | 50.0% |"]  # fmt: skip
