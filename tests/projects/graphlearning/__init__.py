"""GraphLearning: its own unit tests, of convolutions, samplers, data loaders and kernels.

The checkout's extensions are built in place: `python setup.py build_ext --inplace`, where the built file
`_posixshmem` belongs into mindspore_gl/dataloader/shared_numpy.
"""

from __future__ import annotations

from tests.projects.case import Case, Project

_FILES = ",".join(
    f"tests/st/test_{name}.py"
    for name in (
        "array_kernels",
        "conv",
        "astgcn",
        "egconv",
        "gae_module",
        "vgae_module",
        "k_hop_subgraph",
        "pca",
    )
)

PROJECT = Project(
    "graphlearning",
    "GraphLearning",
    "https://github.com/mindspore-ai/graphlearning",
    (
        Case(
            "own-tests", "own_tests.py", ("--files", _FILES), timeout=3600,
            differs="counts of tests that pass, of those that pass on MindSpore's CPU, where own.json has them, with "
            "the names that NumPy 1.24 took away given back on both sides (older.py); tests that ask for a GPU or for "
            "data sets do not pass there; one that does is not counted, as own.json says",
        ),
    ),
    libraries=("libs_graphlearning", "libs_mindarmour_numpy"),  # it needs NumPy below 2
)  # fmt: skip
