"""The tests that take longest, as `longest.txt` lists them: CI runs them after the others, where there is time."""

from __future__ import annotations

from pathlib import Path

import pytest

LIST = Path(__file__).with_suffix(".txt")


def listed() -> set[str]:
    """Node ids of tests, each with its parameters."""
    return {line for line in LIST.read_text().splitlines() if line and not line.startswith("#")}


def mark(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each listed test the marker `longest`; `-m` chooses by it.

    Errors: `pytest.UsageError` where the list names a test that is no longer there.
    """
    names = listed()
    for item in items:
        if item.nodeid in names:
            item.add_marker(pytest.mark.longest)
    if any("::" in argument for argument in config.args):
        return  # a part of a file
    paths = {name.partition("::")[0] for name in names}
    files = {item.nodeid.partition("::")[0] for item in items}
    files.update(path for path in paths if not (config.rootpath / path).exists())
    collected = {item.nodeid for item in items}
    gone = {name for name in names if name.partition("::")[0] in files} - collected
    if gone:
        raise pytest.UsageError(
            f"{LIST.name} names tests that are not there: {', '.join(sorted(gone))}"
        )
