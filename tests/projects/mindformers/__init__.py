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

_IN_TORCH = "compared with what the layer documents, in torch: MindSpore's CPU build has no kernel for its products"
_FLOAT32 = "; MindFormers' casts to half precision are left out"
_BROADCAST = "on MindSpore's side the experts' weights are broadcast before their product, whose CPU kernel does not"
_AS_MOEV2 = "MoEV3 compared with MoEV2 that drops nothing" + _FLOAT32
_TRAINED = {  # MindFormers 2.1's training graph: how many processes, and what is asked for
    "1": (1, ""),
    "1-gated": (1, "--shared 1 --gate 1"),
    "2-alltoall": (2, "--load 1"),
    "2-padded": (2, "--pad 1 --skew 1"),
    "2-fused": (2, "--fusion 1"),
    "2-deredundency": (2, "--dispatcher alltoall_deredundency --inner 2"),
    "2-zero-redundancy": (2, "--dispatcher alltoall_zero_redundancy"),
    "2-sequences": (2, "--balance seq_aux_loss --score sigmoid"),
    "2-global-batch": (2, "--balance gbs_aux_loss"),
    "2-bias-groups": (2, "--score sigmoid --bias 1 --groups 4"),
    "2-gated": (2, "--shared 1 --gate 1"),
    "2-gated-beside": (2, "--shared 2 --gate 1 --interleaved 0"),
    "4-padded-shared": (4, "--pad 1 --shared 1"),
    "4-deredundency": (4, "--dispatcher alltoall_deredundency --inner 2"),
    "4-zero-redundancy": (4, "--dispatcher alltoall_zero_redundancy"),
}
_FORMER = {  # its former modules: how many processes, the case on MindSpore, and what is asked for
    "1": (1, None, ""),
    "1-choices": (1, None, "--sdrop 1"),
    "1-busiest": (1, None, "--capacity -1 --factor 0.0 --told losses"),
    "1-bias-groups": (1, None, "--method noaux_tc --bias 1 --sigmoid 1"),
    "1-as-2": (1, None, "--parts 2 --told losses"),
    "1-as-2-choices": (1, None, "--parts 2 --told losses --sdrop 1"),
    "1-as-2-busiest": (1, None, "--parts 2 --told losses --capacity -1"),
    "2": (2, "1-as-2", "--told losses"),
    "2-choices": (2, "1-as-2-choices", "--told losses --sdrop 1"),
    "2-busiest": (2, "1-as-2-busiest", "--told losses --capacity -1"),
    "1-grouped": (1, "1-busiest", "--grouped 1 --factor 0.0 --told losses"),
    "2-grouped": (2, "1-busiest", "--grouped 1 --factor 0.0 --told losses"),
    "2-grouped-safe": (2, "1-busiest", "--grouped 1 --factor 0.0 --told losses --safe 1"),
    "2-grouped-fused": (2, "1-busiest", "--grouped 1 --factor 0.0 --told losses --fused 1"),
    "2-grouped-deredundency": (2, "1-busiest", "--grouped 1 --factor 0.0 --told losses --inner 2"),
    "4-grouped-deredundency": (4, "1-busiest", "--grouped 1 --factor 0.0 --told losses --inner 2"),
}


def _over(processes: int) -> list[str]:
    shares = ["--data_parallel", str(processes), "--expert_parallel", str(processes)]
    return shares if processes > 1 else []


def _experts() -> tuple[Case, ...]:
    """Layers of experts: ten steps of each, over as many processes as hold them."""
    cases = []
    for name, (count, asked) in _TRAINED.items():
        given = ("--mode", "pynative", *_over(count), *asked.split())
        cases.append(
            Case(
                f"2.1-experts-{name}",
                "experts.py",
                given,
                count,
                1e-5,
                1e-8,
                checkout=_21,
                differs=_IN_TORCH + _FLOAT32,
            )
        )
    for name, (count, like, asked) in _FORMER.items():
        given = ("--mode", "pynative", *_over(count), *asked.split())
        cases.append(
            Case(
                f"1.7-experts-{name}",
                "experts_older.py",
                given,
                count,
                1e-5,
                1e-8,
                checkout=_17,
                like=like and f"1.7-experts-{like}",
                differs=_AS_MOEV2 if "grouped" in name else _BROADCAST,
            )
        )
    for count in (1, 2, 4):
        given = ("--parts", str(count), "--balance", "aux_loss", "--z", "0.1")
        cases.append(
            Case(
                f"1.3-experts-pynative-{count}",
                "experts_pynative.py",
                given,
                count,
                1e-5,
                1e-8,
                checkout=_13,
                differs=_IN_TORCH,
            )
        )
    for name, count, dispatcher in (
        ("1", 1, "AlltoAll"),
        ("1-all-gather", 1, "AllGather"),
        ("2", 2, "AlltoAll"),
        ("4", 4, "AlltoAll"),
    ):
        given = ("--dispatcher", dispatcher, "--parts", str(count))
        cases.append(
            Case(
                f"1.7-experts-inference-{name}",
                "experts_inference.py",
                given,
                count,
                1e-5,
                1e-8,
                checkout=_17,
                differs=_IN_TORCH.replace("torch", "NumPy"),
            )
        )
    return tuple(cases)


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
        *_experts(),
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
