"""Every test leaves the process's settings as it found them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from msacc.common.settings import settings


@pytest.fixture(autouse=True)
def same_settings() -> Iterator[None]:
    """A test that turns graph mode on would otherwise change what the next one measures."""
    before = {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings)}
    tables = {name: dict(value) for name, value in before.items() if isinstance(value, dict)}
    yield
    for name, value in before.items():
        setattr(settings, name, value)
    for name, items in tables.items():
        table = getattr(settings, name)
        table.clear()
        table.update(items)
