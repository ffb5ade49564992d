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
_NORMED = ("--batch", "10", "--size", "64", "--times", "yes")
_GROWS = "the first losses are 1e-7 (resnet18) and 9e-7 apart; batch norms amplify rounding from step to step"
_OWN: dict[str, object] = {"spread": 3.0, "timeout": 1800, "differs": _GROWS}

_OWN_TESTS = {
    "own_tests": "config,models,scheduler,feature_extraction,utils",
    "own_tests-data": "dataset,loader,transforms",
    "own_tests-optim": "optim",
    "own_tests-loss": "loss",
}

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
        *(
            Case(name, "own_tests.py", ("--files", files), timeout=1800)
            for name, files in _OWN_TESTS.items()
        ),
        *(_case(model, "plain", "pynative", *_NORMED, **_OWN) for model in _NETS),
        *(
            _case(model, "plain", "graph", *_NORMED, like=f"{model}-plain-pynative", **_OWN)
            for model in _NETS
        ),
        Case("infer-resnet18", "inferring.py", ("--model", "resnet18")),
        Case("infer-mobilenet", "inferring.py", ("--model", "mobilenet_v2_075")),
    ),
)
