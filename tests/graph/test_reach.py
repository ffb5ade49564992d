"""How far a trace looks for what may change."""

from __future__ import annotations

import logging

import pytest

from msacc.common import notice
from msacc.graph import objects


def test_where_the_search_ends_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(objects, "_MANY", 50)
    monkeypatch.setattr(notice.logger, "propagate", True)
    notice.forget()
    with caplog.at_level(logging.INFO, "msacc"):
        objects.Objects().walk([[object() for _ in range(10)]])
        assert "reaches more than" not in caplog.text
        objects.Objects().walk([[object() for _ in range(99)]])
    assert "reaches more than 50 objects" in caplog.text
