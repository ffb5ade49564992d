"""MindYOLO: each family trains, evaluates and predicts by its own scripts.

In graph mode alone: in PyNative mode MindYOLO's `x.max(axis)` is a tuple on MindSpore 2.10, and its losses and
predictions end with AttributeError or TypeError there as here.
"""

from __future__ import annotations

from tests.projects.case import Case, Project

# The loss decodes boxes in float16: where the last bit of a product differs a coordinate moves by half a thousandth,
# the choice of anchors by more. MindSpore's own losses move alike when its start moves by one rounding.
OWN = 10


def _case(family: str) -> Case:
    return Case(
        f"{family}-graph",
        "run.py",
        ("--family", family, "--mode", "graph"),
        spread=OWN,
        timeout=3600,
    )


PROJECT = Project(
    folder="mindyolo",
    title="MindYOLO",
    source="https://github.com/mindspore-lab/mindyolo",
    libraries=("libs_cv",),
    cases=tuple(_case(family) for family in ("yolov8", "yolov5", "yolov7")),
)
