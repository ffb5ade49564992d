"""The settings that primitives check."""

from __future__ import annotations

import pytest

from msacc import ops
from tests.ops.declared import CHECKED
from tests.parity.cases.args_primitive_refusals import SETTINGS
from tests.parity.cases.args_primitive_refusals_newer import SETTINGS as NEWER


def test_every_check_is_recorded() -> None:
    # MindSpore compares the first with another setting; LRN's two are of a chapter of their own.
    others = {"Histogram.min", "LRN.depth_radius", "LRN.norm_region"}
    assert {*SETTINGS.split(), *NEWER.split(), *others} == CHECKED


def test_a_changed_setting_is_checked() -> None:
    top = ops.TopK(sorted=True)
    with pytest.raises(TypeError, match="'sorted'"):
        top.sorted = 1
    assert top.sorted is True
