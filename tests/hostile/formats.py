"""All formats."""

from __future__ import annotations

from tests.hostile.sources import SOURCES

FORMATS = [*SOURCES]
