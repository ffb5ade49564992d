"""MindSPONGE: of its own unit tests those that run on MindSpore's CPU."""

from __future__ import annotations

from tests.projects.case import Case, Project

PROJECT = Project(
    "mindsponge",
    "MindSPONGE",
    "https://github.com/mindspore-ai/mindscience",
    (
        Case(
            "own-tests", "own_tests.py", timeout=600, checkout="mindscience",
            differs="two tests, which are empty, pass on MindSpore 2.10's CPU; the others compare with data sets that "
            "are not public or import names that MindSpore 2.10 lacks",
        ),
    ),
    libraries=("libs_mindsponge",),
    msacc_libraries=("libs_mindarmour_numpy",),  # it needs NumPy below 2
)  # fmt: skip
