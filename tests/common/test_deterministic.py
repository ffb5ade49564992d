"""set_deterministic sets the environment variables that scripts read, as MindSpore does."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import msacc as ms

_NAMES = ("HCCL_DETERMINISTIC", "TE_PARALLEL_COMPILER")


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in _NAMES:
        monkeypatch.setenv(name, "")  # put back at the end, whatever the test leaves
        monkeypatch.delenv(name)
    yield
    ms.set_context(deterministic="OFF")


@pytest.mark.parametrize(
    ("deterministic", "before", "after"),
    [
        (True, (None, None), ("true", "1")),
        (True, ("strict", "0"), ("strict", "1")),
        (True, ("false", "1"), ("true", "1")),
        (False, (None, None), (None, None)),
        (False, ("true", "1"), (None, None)),
        (False, ("strict", "0"), (None, "0")),
        (False, ("false", "0"), ("false", "0")),
    ],
)
def test_variables(
    deterministic: bool,
    before: tuple[str | None, ...],
    after: tuple[str | None, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in zip(_NAMES, before, strict=True):
        if value is not None:
            monkeypatch.setenv(name, value)
    ms.set_deterministic(deterministic)
    assert tuple(map(os.environ.get, _NAMES)) == after
    assert ms.get_context("deterministic") == ("ON" if deterministic else "OFF")
