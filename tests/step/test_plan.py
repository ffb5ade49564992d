"""How gradients are communicated, by the optimizer's level and what is asked for."""

from __future__ import annotations

import pytest

from msacc.step.plan import StepPlan


@pytest.mark.parametrize(
    ("level", "communication", "expected"),
    [
        ("level1", None, "reduce_once"),
        ("level2", None, "scatter_each"),
        ("level3", None, "scatter_each"),
        ("level3", "scatter_each", "scatter_each"),
        ("level2", "reduce_once", "reduce_once"),
    ],
)
def test_gradient_communication(level: str, communication: str | None, expected: str) -> None:
    assert StepPlan(level=level, communication=communication).gradient_communication() == expected


def test_level3_scatters_each_micro_batch() -> None:
    with pytest.raises(ValueError, match="communication='reduce_once' does not go with"):
        StepPlan(level="level3", communication="reduce_once").gradient_communication()
