"""How many cases compare with MindSpore's call and how many with a formula: `python -m tests.parity.count`.

A case counts as one with a formula where anything stands in for the call on MindSpore's side: a row with `formula` or
`instead`, or a body that asks `is_mindspore`.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from tests.parity.harness import CASES, Case, is_mindspore, load_cases
from tests.parity.table import Row


def counts() -> tuple[int, int]:
    """(cases of MindSpore's own calls, cases with a formula at least in part)."""
    load_cases()
    with_formula = sum(map(has_formula, CASES.values()))
    return len(CASES) - with_formula, with_formula


def has_formula(entry: Case) -> bool:
    """Whether anything in a case stands in for MindSpore's call."""
    return any(map(_stands_in, _reached(entry.fn, set())))


def _stands_in(value: Any) -> bool:
    return value is is_mindspore or (
        isinstance(value, Row) and bool(value.formula or value.instead)
    )


def _reached(value: Any, seen: set[int]) -> Iterator[Any]:
    """A value, and the functions, rows and containers that it refers to in the modules of cases."""
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    for item in _parts(value):
        if isinstance(item, (FunctionType, Row, dict, list, tuple)):
            yield from _reached(item, seen)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, FunctionType):
        # Those of harness.py and table.py serve all cases.
        if not value.__module__.startswith("tests.parity.cases."):
            return []
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        named = [value.__globals__.get(name) for name in _names(value.__code__)]
        return [*cells, *named, *(value.__defaults__ or ())]
    if isinstance(value, Row):
        return [value.call]
    return list(value.values()) if isinstance(value, dict) else list(value)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


if __name__ == "__main__":
    alone, with_formula = counts()
    print(f"{alone:,} cases compare with MindSpore's call, {with_formula:,} with a formula in part")
