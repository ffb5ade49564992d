"""How far a trace looks for what may change."""

from __future__ import annotations

import logging

import pytest

from msacc.common import warn_once
from msacc.graph import reachable_objects


def test_where_the_search_ends_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reachable_objects, "_MANY", 50)
    monkeypatch.setattr(warn_once.logger, "propagate", True)
    warn_once.forget()
    with caplog.at_level(logging.INFO, "msacc"):
        reachable_objects.Objects().walk([[object() for _ in range(10)]])
        assert "reaches more than" not in caplog.text
        reachable_objects.Objects().walk([[object() for _ in range(99)]])
    assert "reaches more than 50 objects" in caplog.text
