"""Freed memory is kept by who trains, unless the environment says how."""

from __future__ import annotations

from typing import Any

import pytest

from msacc import nn
from msacc.common import malloc_tuning


@pytest.mark.parametrize(
    ("library", "variable", "calls"),
    [
        ("glibc", "", [(-1, 1 << 28), (-3, 1 << 25)]),
        ("glibc", "MALLOC_TRIM_THRESHOLD_", []),
        ("musl", "", []),
    ],
)
def test_an_optimizer_keeps_memory(
    library: str, variable: str, calls: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    class Library:
        def __init__(self, name: None) -> None:
            pass

        def mallopt(self, which: int, value: int) -> int:
            asked.append((which, value))
            return 1

    for name in malloc_tuning._SET_BY_USERS:
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, "1")
    monkeypatch.setattr(malloc_tuning.ctypes, "CDLL", Library)
    monkeypatch.setattr(malloc_tuning.platform, "libc_ver", lambda: (library, "2.36"))
    malloc_tuning.keep_freed_memory.cache_clear()
    for _ in range(2):
        nn.SGD(nn.Dense(2, 2).trainable_params())
    malloc_tuning.keep_freed_memory.cache_clear()
    assert asked == calls
