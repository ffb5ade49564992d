"""MindFlow: its own unit tests, of transforms, geometry, derivatives and networks."""

from __future__ import annotations

from tests.projects.case import Case, Project

_FILES = (
    "tests/st/mindflow/cell/test_dft.py,tests/st/mindflow/geometry/test_geometry_2d.py,"
    "tests/st/mindflow/networks/test_sno.py,tests/st/mindflow/networks/burgers/test_burgers.py,"
    "tests/ut/mindflow/test_mindflow.py"
)

PROJECT = Project(
    "mindflow",
    "MindFlow",
    "https://github.com/mindspore-ai/mindscience",
    (
        Case(
            "own-tests", "own_tests.py", ("--files", _FILES), timeout=3600, checkout="mindscience",
            differs="counts of tests that pass, of those that pass on MindSpore's CPU, where own.json has them; "
            "the other files either compare with PyTorch, take minutes on MindSpore's CPU, or ask for data sets",
        ),
    ),
    libraries=("libs_mindflow", "libs_mindarmour_numpy"),
)  # fmt: skip
