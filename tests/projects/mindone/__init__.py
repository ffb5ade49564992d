"""MindOne: models of its `transformers` and a tiny Stable Diffusion of its `diffusers`.

MindSpore's CPU build lacks kernels that most of it calls; what is recorded is what the torch originals give:
`python -m tests.projects record mindone --oracle PYTHON`, a Python with torch and without mindspore.
"""

from tests.projects.case import Case, Project

_MODELS = ("bert", "gpt2", "llama", "qwen2", "clip_text", "t5")
_PARTS = ("unet", "vae", "lora", "prompt")


def _language(model: str, mode: str = "pynative") -> Case:
    given = ("--model", model, "--mode", mode)
    return Case(f"{model}-{mode}", "language.py", given, checkout="mindone-0.5.0")


def _diffusion(part: str, mode: str = "pynative") -> Case:
    """In a graph the whole training step is one: it takes minutes to compile on a busy machine."""
    given, limit = ("--part", part, "--mode", mode), 900 if mode == "pynative" else 1800
    name = f"diffusion-{part}-{mode}"
    return Case(name, "diffusion.py", given, timeout=limit, checkout="mindone-0.5.0")


PROJECT = Project(
    folder="mindone",
    title="MindOne",
    source=(
        "https://github.com/mindspore-lab/mindone. MindSpore's CPU build lacks kernels that its models call: here"
        " the other side is their torch originals (transformers, diffusers) with the same weights."
    ),
    libraries=("libs_mindone",),
    cases=(
        *(_language(model) for model in _MODELS),
        *(_language(model, "graph") for model in ("llama", "bert")),
        *(_diffusion(part) for part in _PARTS),
        _diffusion("unet", "graph"),
    ),
)
