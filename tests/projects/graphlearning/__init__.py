"""GraphLearning: its own unit tests, of convolutions, samplers, data loaders and kernels.

The checkout's extensions are built in place: `python setup.py build_ext --inplace`, where the built file
`_posixshmem` belongs into mindspore_gl/dataloader/shared_numpy.
"""

from __future__ import annotations

from tests.projects.case import Case, Project
from tests.projects.own import own_tests

PROJECT = Project(
    "graphlearning",
    "GraphLearning",
    "https://github.com/mindspore-ai/graphlearning",
    (
        Case(
            "own-tests", "own_tests.py", timeout=3600,
            differs=own_tests("graphlearning", ", with the names that NumPy 1.24 took away given back on both sides")
            + "; the others need a GPU or data sets, or fail on MindSpore 2.10",
        ),
    ),
    libraries=("libs_graphlearning",),
    msacc_libraries=("libs_mindarmour_numpy",),  # it needs NumPy below 2
)  # fmt: skip
