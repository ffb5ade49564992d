"""MindCV: `train.py` with its recipes, `validate.py` and `infer.py` on a small ImageNet folder."""

from __future__ import annotations

from tests.projects.case import Case, Project

RECIPES = (
    "plain",
    "mixup",
    "cutmix",
    "autoaug",
    "randaug",
    "smoothing",
    "ema",
    "accumulate",
    "clip",
    "O2",
    "O3",
)


def _case(model: str, recipe: str, mode: str = "pynative", **more: object) -> Case:
    name = f"{model}-{recipe}-{mode}"
    arguments = ("--model", model, "--recipe", recipe, "--mode", mode)
    return Case(name, "run.py", arguments, **more)  # type: ignore[arg-type]


PROJECT = Project(
    folder="mindcv",
    title="MindCV",
    source="https://github.com/mindspore-lab/mindcv",
    libraries=("libs_cv",),
    cases=(
        *(_case("vit_small_pieces", recipe) for recipe in RECIPES),
        *(_case(model, "plain") for model in ("resnet18", "mobilenet_v2_035_128")),
        _case("vit_small_pieces", "plain", "graph"),
    ),
)
