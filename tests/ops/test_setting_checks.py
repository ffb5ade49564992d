"""The table of settings that primitives check."""

from __future__ import annotations

import inspect

import pytest

from msacc import ops
from msacc.ops.core.setting_checks import _CHECKS
from tests.parity.cases.args_primitive_refusals import SETTINGS
from tests.parity.cases.args_primitive_refusals_newer import SETTINGS as NEWER


def test_every_check_has_a_setting() -> None:
    for setting in _CHECKS:
        name, key = setting.split(".")
        assert key in inspect.signature(getattr(ops, name)).parameters, setting


def test_every_check_is_recorded() -> None:
    # MindSpore compares this one with another setting.
    assert set(_CHECKS) == {*SETTINGS.split(), *NEWER.split(), "Histogram.min"}


def test_a_changed_setting_is_checked() -> None:
    top = ops.TopK(sorted=True)
    with pytest.raises(TypeError, match="'sorted'"):
        top.sorted = 1
    assert top.sorted is True
