"""A sentence for the page about a project's own unit tests, from its book of them (shared/suites.py)."""

from __future__ import annotations

import json

from tests.projects.case import HERE


def own_tests(folder: str, when: str = "") -> str:
    """How many of the tests that pass on MindSpore's CPU (`when`: on which condition) pass here; why others do not."""
    book = json.loads((HERE / folder / "own.json").read_text())
    count = sum(len(tests) for tests in book["passes"].values())
    said = (
        f"{count - len(book['not here'])} of the {count} tests that pass on MindSpore's CPU{when}"
    )
    reasons = [f"not {test}: {reason}" for test, reason in book["not here"].items()]
    return "; ".join([said, *reasons])
