"""No silent argument: each is exercised by a parity case, refused, or said once."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from msacc.common import notice
from msacc.common.settings import settings
from tests.ledger import balance
from tests.ledger.refused import ROWS, Row
from tests.ledger.table import EXERCISED, UNCOVERED, count, minus, read


def test_the_ledger_sees_the_api() -> None:
    assert len(balance.all_arguments()) > 3000
    assert count(read(EXERCISED)) > 2800


def test_public_use_is_covered() -> None:
    """Keywords that public scripts give, all of them."""
    left = balance.uncovered_in_public()
    assert not left, f"scripts give these, and no case and no row has them: {left}"


def test_nothing_new_is_uncovered() -> None:
    new = minus(balance.uncovered(), read(UNCOVERED))
    assert not new, f"no parity case gives these, and no row of refused.py has them: {new}"


def test_what_is_covered_leaves_the_list() -> None:
    stale = minus(read(UNCOVERED), balance.uncovered())
    assert not stale, f"covered now, or gone: python -m tests.ledger --record drops {stale}"


def test_what_is_exercised_exists() -> None:
    gone = minus(read(EXERCISED), balance.all_arguments())
    assert not gone, f"no such arguments: python -m tests.ledger --record drops {gone}"


@pytest.mark.slow
def test_the_cases_exercise_what_the_table_claims() -> None:
    """In a process of its own: observers stand in the place of the whole public API."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.ledger", "--check"], capture_output=True, text=True
    )
    assert run.returncode == 0, f"no case gives these any more:\n{run.stdout}{run.stderr[-2000:]}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}-{row.argument}")
def test_refused_or_said_once(
    row: Row, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "options", dict(settings.options))
    monkeypatch.setattr(settings, "parallel", dict(settings.parallel))
    notice.forget()
    notice.logger.addHandler(caplog.handler)
    try:
        with caplog.at_level(logging.INFO, "msacc"):
            if row.raises:
                with pytest.raises(row.raises) as caught:
                    row.call()
                text = str(caught.value)
            else:
                row.call()
                text = caplog.text
    finally:
        notice.logger.removeHandler(caplog.handler)
    assert (row.names or row.argument) in text, f"{row.argument} is not named: {text!r}"
    assert len(row.reason) > 15
