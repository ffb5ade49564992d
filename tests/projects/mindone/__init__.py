"""MindOne: models of its `transformers`.

MindSpore's CPU build lacks kernels that most of it calls; what is recorded is what the torch originals give:
`python -m tests.projects record mindone --oracle PYTHON`, a Python with torch and without mindspore.
"""

from tests.projects.case import Case, Project

_MODELS = ("bert", "gpt2", "llama", "qwen2", "clip_text", "t5")

PROJECT = Project(
    folder="mindone",
    title="MindOne",
    source=(
        "https://github.com/mindspore-lab/mindone. MindSpore's CPU build lacks kernels that its models call: here"
        " the other side is their torch originals (transformers) with the same weights."
    ),
    libraries=("libs_mindone",),
    cases=tuple(
        Case(f"{m}-pynative", "language.py", ("--model", m), checkout="mindone-0.5.0")
        for m in _MODELS
    ),
)
