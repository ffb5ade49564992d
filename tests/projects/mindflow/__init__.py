"""MindFlow: its own unit tests, of transforms, geometry, derivatives and networks."""

from __future__ import annotations

from tests.projects.case import Case, Project
from tests.projects.own import own_tests

PROJECT = Project(
    "mindflow",
    "MindFlow",
    "https://github.com/mindspore-ai/mindscience",
    (
        Case(
            "own-tests", "own_tests.py", timeout=3600, checkout="mindscience",
            differs=own_tests("mindflow", " when a clock stands still that asserts 10 ms for a step, on both sides")
            + "; the others ask for data sets or an Ascend, take minutes, or fail on MindSpore 2.10",
        ),
    ),
    libraries=("libs_mindflow",),
    msacc_libraries=("libs_mindarmour_numpy",),  # it needs NumPy below 2
)  # fmt: skip
