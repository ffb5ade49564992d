"""MindCV: `train.py` with its recipes, `validate.py` and `infer.py` on a small ImageNet folder."""

from __future__ import annotations

from tests.projects.case import Case, Project

# Not here: gradient accumulation in PyNative mode and O1 on ViT, where MindCV raises TypeError on MindSpore 2.10.
RECIPES = ("plain", "mixup", "cutmix", "autoaug", "randaug", "smoothing", "ema", "clip")
HALF = "float16: products are summed in another order"


def _case(
    model: str, recipe: str, mode: str = "pynative", *given: str, suffix: str = "", **more: object
) -> Case:
    name = f"{model}-{recipe}-{mode}{suffix}"
    arguments = ("--model", model, "--recipe", recipe, "--mode", mode, *given)
    return Case(name, "run.py", arguments, **more)  # type: ignore[arg-type]


# Process k of two has every second row: both together have the rows of one process with a batch twice as large.
_IN_ORDER = ("plain", "pynative", "--shuffle", "false")
_IN_TWO = ("--batch", "2", "--distribute", "true")


# Networks with batch norms: more rows, so that rounding grows less.
_NETS = ("resnet18", "mobilenet_v2_035_128")
_NORMED = ("--batch", "10", "--size", "64")

# The other files of MindCV's tests take long: loss, optim, dataset, loader, transforms.
_OWN_TESTS = "config,models,scheduler,feature_extraction,utils"

PROJECT = Project(
    folder="mindcv",
    title="MindCV",
    source="https://github.com/mindspore-lab/mindcv",
    libraries=("libs_cv",),
    cases=(
        _case("vit_small_pieces", *_IN_ORDER, suffix="-in_order"),
        _case(
            "vit_small_pieces",
            *_IN_ORDER,
            *_IN_TWO,
            suffix="-2_processes",
            processes=2,
            like="vit_small_pieces-plain-pynative-in_order",
        ),
        *(_case("vit_small_pieces", recipe) for recipe in RECIPES),
        *(_case("vit_small_pieces", level, rtol=5e-3, differs=HALF) for level in ("O2", "O3")),
        *(_case("vit_small_pieces", recipe, "graph") for recipe in (*RECIPES, "accumulate")),
        *(
            _case("vit_small_pieces", level, "graph", rtol=5e-3, differs=HALF)
            for level in ("O2", "O3")
        ),
        Case("own_tests", "own_tests.py", ("--files", _OWN_TESTS)),
        *(_case(model, "plain", "pynative", *_NORMED) for model in _NETS),
        Case("infer-resnet18", "inferring.py", ("--model", "resnet18")),
        Case("infer-mobilenet", "inferring.py", ("--model", "mobilenet_v2_075")),
    ),
)
