"""MindNLP 0.4.1, the last release that is built on MindSpore itself: BERT and GPT-2, generate, its Trainer."""

from tests.projects.case import Case, Project

_WHAT = ("bert", "gpt2", "trainer", "lora")

PROJECT = Project(
    folder="mindnlp",
    title="MindNLP",
    source="https://github.com/mindspore-lab/mindnlp",
    libraries=("libs_mindnlp",),
    cases=tuple(
        Case(
            f"0.4-{what}",
            "trainer.py" if what == "trainer" else "language.py",
            () if what == "trainer" else ("--model", what),
            checkout="mindnlp-0.4.1",
            differs="what the release asks of MindSpore 2.5 is in older.py, for both sides alike",
        )
        for what in _WHAT
    ),
)
