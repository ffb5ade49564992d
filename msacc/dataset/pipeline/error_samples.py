"""Rows that fail in a map: left out, or replaced by rows that did not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msacc.dataset.errors import pipeline_error

# How many good rows are kept to stand in for others.
_KEPT = 16
Row = tuple[Any, ...]


def skipped(rows: Iterator[Callable[[], Row]]) -> Iterator[Row]:
    """The rows that can be made."""
    for make in rows:
        try:
            yield make()
        except RuntimeError:
            continue


def replaced(rows: Iterator[Callable[[], Row]]) -> Iterator[Row]:
    """As many rows as there are: a good one in turn stands in for each that fails.

    16 good rows are kept, and a new one takes the place of one that was used. What failed before
    there were so many waits; then one comes before each further row, and the rest at the end.
    RuntimeError when all rows fail.
    """
    kept: list[Row] = []
    owed = used = renewed = 0
    for make in rows:
        try:
            row = make()
        except RuntimeError:
            owed += 1
            row = None
        if owed and len(kept) == _KEPT:
            yield kept[used % _KEPT]
            owed, used = owed - 1, used + 1
        if row is None:
            continue
        if len(kept) < _KEPT:
            kept.append(row)
        elif renewed < used:
            kept[renewed % _KEPT] = row
            renewed += 1
        yield row
    if owed and not kept:
        raise pipeline_error("All data is garbage and cannot be replaced.")
    for _ in range(owed):
        yield kept[used % len(kept)]
        used += 1
