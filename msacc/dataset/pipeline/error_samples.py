"""Rows that fail in a map: skipped, or replaced by rows that succeeded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msacc.dataset.errors import pipeline_error

# Number of good rows that are stored as replacements.
_POOL_SIZE = 16
Row = tuple[Any, ...]


def skip_failed_rows(rows: Iterator[Callable[[], Row]]) -> Iterator[Row]:
    """Yields the rows that can be computed."""
    for compute in rows:
        try:
            yield compute()
        except RuntimeError:
            continue


def replace_failed_rows(rows: Iterator[Callable[[], Row]]) -> Iterator[Row]:
    """Yields as many rows as there are: a good row of the pool replaces each that fails.

    The pool has 16 good rows; a new one replaces one that was used. Failures before the pool is full are
    deferred: then one replacement comes before each further row, and the rest at the end.
    Raises RuntimeError when all rows fail.
    """
    pool: list[Row] = []
    pending = replacements = refreshed = 0
    for compute in rows:
        try:
            row = compute()
        except RuntimeError:
            pending += 1
            row = None
        if pending and len(pool) == _POOL_SIZE:
            yield pool[replacements % _POOL_SIZE]
            pending, replacements = pending - 1, replacements + 1
        if row is None:
            continue
        if len(pool) < _POOL_SIZE:
            pool.append(row)
        elif refreshed < replacements:
            pool[refreshed % _POOL_SIZE] = row
            refreshed += 1
        yield row
    if pending and not pool:
        raise pipeline_error("All data is garbage and cannot be replaced.")
    for _ in range(pending):
        yield pool[replacements % len(pool)]
        replacements += 1
