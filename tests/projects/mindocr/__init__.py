"""MindOCR: text found and read, by its own tools and recipes made small."""

from tests.projects.case import Case, Project

PROJECT = Project(
    folder="mindocr",
    title="MindOCR",
    source="https://github.com/mindspore-lab/mindocr",
    libraries=("libs_mindocr",),
    cases=(
        Case("crnn-pynative", "crnn.py", ("--mode", "pynative")),
        Case("crnn-graph", "crnn.py", ("--mode", "graph"), timeout=3600),
        Case("dbnet-pynative", "dbnet.py", ("--mode", "pynative")),
        Case("dbnet-graph", "dbnet.py", ("--mode", "graph"), timeout=3600),
    ),
)
