"""A recording takes a profiler's place for a while: it is on again afterwards, whatever kind it is."""

from __future__ import annotations

import cProfile
import pstats
import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor


@ms.jit(jit_level="O1")
def doubled(x: Tensor) -> Tensor:
    return x * 2


def called_after() -> int:
    return 1


def test_with_cprofile() -> None:
    ms.graph.reset()
    profile = cProfile.Profile()
    profile.enable()
    out = doubled(Tensor([1.0, 2.0]))
    called_after()
    profile.disable()
    np.testing.assert_array_equal(out.asnumpy(), [2.0, 4.0])
    assert ms.graph.stats().recorded["doubled"] == 1
    names = {name for _, _, name in pstats.Stats(profile).stats}  # type: ignore[attr-defined]
    assert "called_after" in names


def test_with_a_function() -> None:
    seen: set[str] = set()

    def note(frame: Any, event: str, arg: object) -> None:
        seen.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        doubled(Tensor([[1.0, 2.0]]))
        called_after()
        assert sys.getprofile() is note
    finally:
        sys.setprofile(before)
    assert "called_after" in seen
