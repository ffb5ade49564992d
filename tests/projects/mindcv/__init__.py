"""MindCV: `train.py` with its recipes, `validate.py` and `infer.py` on a small ImageNet folder."""

from __future__ import annotations

from tests.projects.case import Case, Project

# Not here: gradient accumulation in PyNative mode and O1 on ViT, where MindCV raises TypeError on MindSpore 2.10.
RECIPES = ("plain", "mixup", "cutmix", "autoaug", "randaug", "smoothing", "ema", "clip")
HALF = "float16: products are summed in another order"


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
        *(_case("vit_small_pieces", level, rtol=5e-3, differs=HALF) for level in ("O2", "O3")),
        # resnet18 and mobilenet_v2_035_128 run too; after four steps their rounding has grown past comparing.
    ),
)
