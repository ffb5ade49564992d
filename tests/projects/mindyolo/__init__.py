"""MindYOLO: each family trains, evaluates and predicts by its own scripts."""

from __future__ import annotations

from tests.projects.case import Case, Project


def _case(family: str, mode: str) -> Case:
    return Case(f"{family}-{mode}", "run.py", ("--family", family, "--mode", mode))


PROJECT = Project(
    folder="mindyolo",
    title="MindYOLO",
    source="https://github.com/mindspore-lab/mindyolo",
    libraries=("libs_cv",),
    cases=tuple(_case(f, m) for f in ("yolov5", "yolov7", "yolov8") for m in ("pynative", "graph")),
)
