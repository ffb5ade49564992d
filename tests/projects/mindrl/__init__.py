"""MindRL: its own unit tests, of spaces, environments, layers, noise and the actor-critic's training."""

from __future__ import annotations

from tests.projects.case import Case, Project

PROJECT = Project(
    "mindrl",
    "MindRL",
    "https://github.com/mindspore-lab/mindrl",
    (
        Case(
            "own-tests", "own_tests.py", timeout=3600,
            differs="counts of tests that pass, of those that pass on MindSpore's CPU once operators that MindRL "
            "imports and MindSpore 2.10 lacks have stand-ins that raise (older.py), on both sides; tests of the "
            "discounted return and of DQN use them and do not pass",
        ),
    ),
    libraries=("libs_mindrl",),  # gym 0.21 among them
    msacc_libraries=("libs_mindarmour_numpy",),  # it needs NumPy below 2
)  # fmt: skip
