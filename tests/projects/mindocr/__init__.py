"""MindOCR: text found and read, by its own tools and recipes made small."""

from tests.projects.case import Case, Project

AMPLIFIES = (
    "the first three losses are 4e-6 apart; steps amplify rounding here, as MindSpore's from a start "
    "moved by one"
)

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
            spread=3.0,
            differs=AMPLIFIES,
        ),
        Case("svtr-pynative", "svtr.py", ("--mode", "pynative")),
        Case("crnn-graph", "crnn.py", ("--mode", "graph"), like="crnn-pynative", timeout=1800),
        Case(
            "dbnet-graph",
            "dbnet.py",
            ("--mode", "graph"),
            like="dbnet-pynative",
            spread=3.0,
            timeout=1800,
            differs=AMPLIFIES,
        ),
    ),
)
