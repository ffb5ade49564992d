"""MindOCR: text found and read, by its own tools and recipes made small."""

from tests.projects.case import Case, Project

PROJECT = Project(
    folder="mindocr",
    title="MindOCR",
    source="https://github.com/mindspore-lab/mindocr",
    libraries=("libs_mindocr",),
    cases=(
        Case("crnn-pynative", "crnn.py", ("--mode", "pynative")),
        Case(
            "dbnet-pynative",
            "dbnet.py",
            ("--mode", "pynative"),
            rtol=5e-4,
            differs="the first three losses are 4e-6 apart, the fourth 2e-4: steps amplify rounding here",
        ),
    ),
)
