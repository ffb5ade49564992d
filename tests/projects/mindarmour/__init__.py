"""MindArmour: its own unit tests, of attacks, defences, privacy and drift."""

from __future__ import annotations

from tests.projects.case import Case, Project

_EVALUATIONS = (
    "tests/ut/python/adv_robustness/evaluations,tests/ut/python/privacy/evaluation/test_membership_inference.py,"
    "tests/ut/python/privacy/evaluation/test_attacker.py,tests/ut/python/reliability/model_fault_injection,"
    "tests/ut/python/utils"
)

PROJECT = Project(
    "mindarmour",
    "MindArmour",
    "https://gitee.com/mindspore/mindarmour",
    (
        Case(
            "own-tests-evaluations", "own_tests.py", ("--files", _EVALUATIONS), timeout=3600,
            differs="counts of tests that pass, of those that pass on MindSpore's CPU, where own.json has them",
        ),
    ),
    libraries=("libs_mindarmour",),
    msacc_libraries=("libs_mindarmour_numpy",),  # it needs NumPy below 2
)  # fmt: skip
