"""No silent argument: each is exercised by a parity case, refused, or said once."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from msacc.common import warn_once
from msacc.common.settings import settings
from tests.ledger import balance
from tests.ledger.refused import ROWS, Row
from tests.ledger.table import EXERCISED, count, minus, read


def test_the_ledger_sees_the_api() -> None:
    assert len(balance.all_arguments()) > 3000
    assert count(balance.all_arguments()) > 7000
    assert count(read(EXERCISED)) > 6000


def test_nothing_is_uncovered() -> None:
    left = balance.uncovered()
    assert not left, f"no parity case gives these, and no row of refused.py has them: {left}"


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
    warn_once.forget()
    warn_once.logger.addHandler(caplog.handler)
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
        warn_once.logger.removeHandler(caplog.handler)
    assert (row.names or row.argument) in text, f"{row.argument} is not named: {text!r}"
