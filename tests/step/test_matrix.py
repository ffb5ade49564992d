"""Combinations of wrappers, precision, optimizers, levels, networks and ranks: exact, or refused.

`python -m tests.step` runs them all and prints the table of docs/training_step.md.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote, shared
from tests.step.jobs import PROGRAM, Found, read, run_rows
from tests.step.rows import Row, cover, refusal
from tests.step.run import difference, limit

_ROWS = cover(2)
_ALONE = [r for r in _ROWS if r.ranks == 1 and r.mode == "PyNative"]
_ON_TWO = [r for r in _ROWS if r.ranks == 2 and r.mode == "PyNative"]


def _check(found: list[Found]) -> None:
    wrong = [
        f"{f.row}: {f.refused or f'{f.apart:.1e} of {f.moved:.1e}'}"
        for f in found
        if not f.as_expected
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("row", random.Random(1).sample(_ALONE, 20), ids=str)
def test_one_process(row: Row) -> None:
    if refusal(row):
        with pytest.raises((TypeError, ValueError), match=re.escape(refusal(row))):
            difference(row, 0)
        return
    apart, moved = difference(row, 0)
    assert moved > 1e-4
    assert apart <= limit(row, moved)


def test_two_processes(tmp_path: Path) -> None:
    rows = random.Random(2).sample(_ON_TWO, 24)
    listed = tmp_path / "rows.json"
    listed.write_text(json.dumps(rows))
    zygote: Zygote = shared()
    run = zygote.msrun(*sizes(2), "--join=True", PROGRAM, listed, cwd=tmp_path)
    assert run.wait(200) == 0, run.text()
    found = read(run.text())
    assert len(found) == len(rows)
    _check(found)


@pytest.mark.dist
@pytest.mark.timeout(1200)
def test_a_sample_of_all() -> None:
    found = run_rows(random.Random(3).sample(_ROWS, 90), wait=1000)
    assert sum(not f.refused for f in found) > 60
    _check(found)


def test_every_pair_occurs() -> None:
    orders = {(r.order, r.optimizer) for r in _ROWS}
    assert len(orders) == len({r.order for r in _ROWS}) * len({r.optimizer for r in _ROWS})
