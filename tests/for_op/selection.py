"""The tests that name something, out of those of the files in which it may be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.for_op.words import words

TESTS = Path(__file__).parents[1]
# In them a name stands in a recorded table, or all names are walked over.
_OF_ALL = ("for_op", "mutation.py", "fuzz", "house")


def files(names: Collection[str]) -> list[str]:
    """The test files whose text has one of the names, or that import a file of tests that has one."""
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in TESTS.rglob("*.py")
        if not set(path.relative_to(TESTS).parts) & set(_OF_ALL)
    }
    found = {path for path, text in texts.items() if pattern.search(text)}
    helpers = {path.stem for path in found if not path.name.startswith("test_")} - {"__init__"}
    if helpers:
        imported = re.compile(rf"^(?:from|import) tests\b.*\b({'|'.join(helpers)})\b", re.MULTILINE)
        found |= {path for path, text in texts.items() if imported.search(text)}
    if any(path.parent.name == "cases" for path in found):
        found.add(TESTS / "parity" / "test_parity.py")
    named = [path for path in found if path.name.startswith("test_")]
    return sorted(path.relative_to(TESTS.parent).as_posix() for path in named)


Limits = tuple[int | None, int | None]


class Selection:
    """A plugin that leaves the tests which name something, as many of parity and others as `limits`."""

    def __init__(self, names: Collection[str], limits: Limits, always: Collection[str] = ()):
        self.names, self.limits, self.always = set(names), limits, tuple(always)
        self.kept: Counter[str] = Counter()  # how many, by file
        self.left_out = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[Any]) -> None:
        """Called once, after pytest has left out what is slow."""
        always = [item for item in items if item.nodeid.startswith(self.always)]
        counts = {
            item: len(found) for item in items if (found := set(_item_words(item))) & self.names
        }
        parity, others = _halves(counts)
        kept = [*parity[: self.limits[0]], *others[: self.limits[1]]]
        self.kept, self.left_out = (
            Counter(item.location[0] for item in kept),
            len(counts) - len(kept),
        )
        chosen = {*kept, *always}
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


def _halves(counts: Mapping[Any, int]) -> tuple[list[Any], list[Any]]:
    """Comparisons with MindSpore, and other tests; those of fewest words first, which are about little else."""
    ordered = sorted(counts, key=lambda item: counts[item])
    is_parity = [item.location[0].startswith("tests/parity/") for item in ordered]
    parity = [item for item, found in zip(ordered, is_parity, strict=True) if found]
    return parity, [item for item, found in zip(ordered, is_parity, strict=True) if not found]


def _item_words(item: Any) -> Iterable[str]:
    """Those of the function, the parameters and, of a parity case, its code."""
    from tests.parity.harness import CASES

    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    case = CASES.get(parameters.get("key", "")) if isinstance(parameters.get("key"), str) else None
    fixtures = [
        each.func
        for defined in item._fixtureinfo.name2fixturedefs.values()
        for each in defined
        if not each.func.__module__.endswith("conftest")
    ]
    return words([item.function, parameters, case, fixtures])
