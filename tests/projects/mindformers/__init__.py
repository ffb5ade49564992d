"""MindFormers: its Trainer, models, generate() and LoRA."""

from __future__ import annotations

from tests.projects.case import Case, Project

_LIBRARIES = ("libs_mindformers",)
_13 = "mindformers-1.3"
# CLIP and MAE equal MindSpore in graph mode, whose PyNative mode stops at them; Whisper has float16
# parameters that its optimizers refuse.
_MODELS = "llama,gpt2,bert,t5,vit,swin,bloom,glm,glm2"
_LOSSES = ("--told", "losses")
_NEEDS = (
    "on MindSpore's side names that 2.10 has dropped, the overflow check and the functions of mint that have no kernel "
    "on the CPU are put in place by tests/projects/mindformers/ready.py"
)

PROJECT = Project(
    "mindformers",
    "MindFormers",
    "https://gitee.com/mindspore/mindformers",
    (
        Case("1.3-trainer-llama-graph", "trained.py", ("--mode", "graph"), checkout=_13, differs=_NEEDS),
        Case("1.3-trainer-llama", "trained.py", ("--mode", "pynative"), checkout=_13),
        Case("1.3-trainer-llama-losses", "trained.py", ("--mode", "graph", *_LOSSES), checkout=_13),
        Case("1.3-trainer-llama-4-rows", "trained.py", ("--mode", "graph", "--batch", "4", *_LOSSES), checkout=_13),
        Case(
            "1.3-trainer-llama-2-data", "trained.py",
            ("--mode", "pynative", "--data_parallel", "2", *_LOSSES),
            processes=2, like="1.3-trainer-llama-4-rows", checkout=_13,
        ),
        Case(
            "1.3-trainer-llama-2-model", "trained.py",
            ("--mode", "pynative", "--model_parallel", "2", *_LOSSES),
            processes=2, like="1.3-trainer-llama-losses", checkout=_13,
        ),
        Case(
            "1.3-models", "steps.py", ("--mode", "pynative", "--models", _MODELS), checkout=_13,
            atol=1e-4,  # biases of keys have no gradient but rounding
        ),
        Case("1.3-generate", "generated.py", ("--mode", "pynative"), checkout=_13),
        Case("1.3-lora", "lora.py", ("--mode", "pynative"), checkout=_13),
    ),
    libraries=_LIBRARIES,
)  # fmt: skip
