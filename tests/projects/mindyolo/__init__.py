"""MindYOLO: each family trains, evaluates and predicts by its own scripts.

In graph mode alone: in PyNative mode MindYOLO's `x.max(axis)` is a tuple on MindSpore 2.10, and its losses and
predictions end with AttributeError or TypeError there as here.
"""

from __future__ import annotations

from tests.projects.case import Case, Project


def _case(family: str, mode: str) -> Case:
    return Case(f"{family}-{mode}", "run.py", ("--family", family, "--mode", mode))


PROJECT = Project(
    folder="mindyolo",
    title="MindYOLO",
    source="https://github.com/mindspore-lab/mindyolo",
    libraries=("libs_cv",),
    cases=(),  # not yet recorded: *(_case(f, "graph") for f in ("yolov5", "yolov7", "yolov8"))
)
