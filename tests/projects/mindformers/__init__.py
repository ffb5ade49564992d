"""MindFormers: its Trainer, models, generate() and LoRA."""

from __future__ import annotations

from tests.projects.case import Case, Project

_LIBRARIES = ("libs_mindformers",)
_13 = "mindformers-1.3"
_15 = "mindformers-1.5"
_17 = "mindformers-1.7"
_21 = "mindformers-2.1"
_MODELS = "llama,gpt2,bert,t5,vit,swin,bloom,glm,glm2"
_MODELS_15 = "llama,gpt2,bert,t5,vit,swin,glm2,whisper,mae"
_MORE = "clip,whisper,mae"
_GPT2 = ("--model", "gpt2", "--ways")
_ALL = ("--ways", "greedy,repeating,sampled,beams")
_PAGED = "pages of keys and values are not on MindSpore's CPU: compared with its text without them"
_LOSSES = ("--told", "losses")
_ORIGINAL = (
    "compared with transformers' Qwen3 on torch: MindSpore's CPU build has no kernel for its norms and "
    "attention"
)
_EXPERTS = ("--experts", "4")
_NEEDS = (
    "on MindSpore's side names that 2.10 has dropped, the overflow check and the functions of mint that have no kernel "
    "on the CPU are put in place by tests/projects/mindformers/ready.py"
)


def _generated(model: str, name: str) -> tuple[Case, ...]:
    """Greedy and drawn text, and that of beams; in both modes."""
    cases = []
    for suffix, ways in (("", ()), ("-beams", ("--ways", "beams"))):
        given = ("--model", model, *ways)
        first = name + suffix
        cases.append(Case(first, "generated.py", ("--mode", "pynative", *given), checkout=_13))
        cases.append(
            Case(
                first + "-graph",
                "generated.py",
                ("--mode", "graph", *given),
                like=first,
                checkout=_13,
            )
        )
    return tuple(cases)


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
            "1.3-trainer-llama-2x2", "trained.py",
            ("--mode", "pynative", "--data_parallel", "2", "--model_parallel", "2", *_LOSSES),
            processes=4, like="1.3-trainer-llama-4-rows", checkout=_13, timeout=1800,
        ),
        Case(
            "1.3-trainer-llama-accumulated", "trained.py",
            ("--mode", "pynative", "--accumulate", "2", "--data_parallel", "2", "--batch", "1", *_LOSSES),
            processes=2, like="1.3-trainer-llama-4-rows", checkout=_13,
        ),
        Case(
            "1.3-trainer-llama-per-token", "trained.py",
            ("--mode", "pynative", "--accumulate", "2", "--per_token", "1", *_LOSSES),
            like="1.3-trainer-llama-4-rows", checkout=_13,
        ),
        Case(
            "1.3-trainer-llama-2-stages", "trained.py", ("--mode", "pynative", "--stages", "2", *_LOSSES),
            processes=2, like="1.3-trainer-llama-4-rows", checkout=_13,
        ),
        Case(
            "1.3-trainer-llama-2-stages-graph", "trained.py", ("--mode", "graph", "--stages", "2", *_LOSSES),
            processes=2, like="1.3-trainer-llama-4-rows", checkout=_13,
        ),
        Case(
            "1.3-trainer-llama-2-stages-per-token", "trained.py",
            ("--mode", "pynative", "--stages", "2", "--per_token", "1", *_LOSSES),
            processes=2, like="1.3-trainer-llama-4-rows", checkout=_13,
        ),
        Case(
            "1.3-trainer-llama-2-stages-2-data", "trained.py",
            ("--mode", "pynative", "--stages", "2", "--data_parallel", "2", "--batch", "1", *_LOSSES),
            processes=4, like="1.3-trainer-llama-4-rows", checkout=_13, timeout=1800,
        ),
        Case(
            "1.3-trainer-llama-2-stages-2-model", "trained.py",
            ("--mode", "pynative", "--stages", "2", "--model_parallel", "2", *_LOSSES),
            processes=4, like="1.3-trainer-llama-4-rows", checkout=_13, timeout=1800,
        ),
        Case(
            "1.3-models", "steps.py", ("--mode", "pynative", "--models", _MODELS), checkout=_13,
            atol=1e-4,  # biases of keys have no gradient but rounding
        ),
        Case("1.3-models-more", "steps.py", ("--mode", "pynative", "--models", _MORE), checkout=_13, atol=1e-4),
        Case(
            "1.3-models-graph", "steps.py", ("--mode", "graph", "--models", _MODELS), like="1.3-models", checkout=_13,
            atol=1e-4, timeout=3600,
        ),
        Case(
            "1.3-models-more-graph", "steps.py", ("--mode", "graph", "--models", _MORE), like="1.3-models-more",
            checkout=_13, atol=1e-4, timeout=3600,
        ),
        *_generated("llama", "1.3-generate"),
        Case(
            "1.3-generate-past", "generated.py", ("--mode", "pynative", "--past", "paged"),
            like="1.3-generate", checkout=_13, differs=_PAGED,
        ),
        Case(
            "1.3-generate-past-graph", "generated.py", ("--mode", "graph", "--past", "paged"),
            like="1.3-generate", checkout=_13, differs=_PAGED,
        ),
        Case("1.3-generate-gpt2", "generated.py", ("--mode", "pynative", *_GPT2, "greedy,repeating,beams"),
            checkout=_13),
        Case("1.3-generate-gpt2-past", "generated.py",
            ("--mode", "pynative", *_GPT2, "greedy,repeating", "--past", "yes"), checkout=_13),
        Case("1.3-generate-glm2", "generated.py", ("--mode", "pynative", "--model", "glm2", *_ALL), checkout=_13),
        Case("1.3-lora", "lora.py", ("--mode", "pynative"), checkout=_13),
        Case("1.3-lora-graph", "lora.py", ("--mode", "graph"), like="1.3-lora", checkout=_13),
        Case(
            "1.3-own-tests", "own_tests.py", ("--release", "1.3"), checkout=_13, libraries=("libs_mindformers_numpy",),
            timeout=3600, differs="counts of tests that pass, of those that pass on MindSpore's CPU; "
                "own_1.3.json names five that do not",
        ),
        Case("1.5-trainer-llama", "trained.py", ("--mode", "pynative"), checkout=_15),
        Case("1.5-trainer-llama-4-rows", "trained.py", ("--mode", "pynative", "--batch", "4", *_LOSSES), checkout=_15),
        Case(
            "1.5-trainer-llama-2-stages", "trained.py", ("--mode", "pynative", "--stages", "2", *_LOSSES),
            processes=2, like="1.5-trainer-llama-4-rows", checkout=_15,
        ),
        Case(
            "1.5-own-tests", "own_tests.py", ("--release", "1.5"), checkout=_15, libraries=("libs_mindformers_numpy",),
            timeout=3600, differs="counts of tests that pass, of those that pass on MindSpore's CPU; "
                "own_1.5.json names three that do not",
        ),
        Case("1.5-generate", "generated.py", ("--mode", "pynative"), checkout=_15),
        Case(
            "1.5-generate-past", "generated.py", ("--mode", "pynative", "--past", "paged"),
            like="1.5-generate", checkout=_15, differs=_PAGED,
        ),
        Case("1.5-lora", "lora.py", ("--mode", "pynative"), checkout=_15),
        Case("1.5-models", "steps.py", ("--mode", "pynative", "--models", _MODELS_15), checkout=_15, atol=1e-4),
        Case("2.1-qwen3", "qwen3.py", ("--mode", "pynative"), checkout=_21, differs=_ORIGINAL),
        Case("2.1-qwen3-graph", "qwen3.py", ("--mode", "graph"), like="2.1-qwen3", checkout=_21, differs=_ORIGINAL),
        Case("2.1-qwen3-experts", "qwen3.py", ("--mode", "pynative", *_EXPERTS), checkout=_21, differs=_ORIGINAL),
        Case(
            "2.1-qwen3-experts-graph", "qwen3.py", ("--mode", "graph", *_EXPERTS), like="2.1-qwen3-experts",
            checkout=_21, differs=_ORIGINAL,
        ),
        Case(
            "2.1-qwen3-2-experts", "qwen3.py", ("--mode", "pynative", *_EXPERTS, "--expert_parallel", "2"),
            processes=2, like="2.1-qwen3-experts", checkout=_21, differs=_ORIGINAL,
        ),
        Case(
            "2.1-qwen3-2-experts-float32", "qwen3.py",
            ("--mode", "pynative", *_EXPERTS, "--expert_parallel", "2", "--casts", "0"),
            processes=2, rtol=1e-6, atol=0.0, like="2.1-qwen3-experts", checkout=_21,
            differs=_ORIGINAL + "; MindFormers' casts to half precision are left out",
        ),
        Case("1.7-trainer-llama", "trained.py", ("--mode", "pynative"), checkout=_17),
        Case("2.1-trainer-llama", "trained.py", ("--mode", "pynative"), checkout=_21),
        Case("2.1-trainer-llama-4-rows", "trained.py", ("--mode", "pynative", "--batch", "4", *_LOSSES), checkout=_21),
        Case(
            "2.1-trainer-llama-2-stages", "trained.py", ("--mode", "pynative", "--stages", "2", *_LOSSES),
            processes=2, like="2.1-trainer-llama-4-rows", checkout=_21,
        ),
    ),
    libraries=_LIBRARIES,
)  # fmt: skip
