"""Models of MindSpore 1.x that import the packages of transformer layers that MindSpore 2.3 dropped."""

from __future__ import annotations

from typing import Any

from tests.projects.case import Case, Project
from tests.projects.own import own_tests

_MODELS = "models-r1.10"
_HALF = "computes in float16"
_NEEDS = (
    "on MindSpore's side the dropped package is that of its 2.0.0, and ready.py and on_mindspore.py of "
    "tests/projects/former_transformers put in place what else it has dropped, or has no kernel for on the CPU; "
)


def _both(name: str, script: str, *given: str, **more: Any) -> tuple[Case, ...]:
    """In graph mode, which MindSpore's numbers are of, and in PyNative mode."""
    graph = name + "-graph"
    return (
        Case(graph, script, ("--mode", "graph", *given), **more),
        Case(name, script, ("--mode", "pynative", *given), like=graph, **more),
    )


def _half(differs: str = "") -> dict[str, Any]:
    return {"rtol": 1e-3, "atol": 1e-4, "differs": differs + _HALF}


_TRAINERS = tuple(
    case
    for model in ("gpt", "bert", "nezha", "opt", "t5", "vit")
    for case in _both(
        f"mindtransformer-{model}",
        "trainers.py",
        *("--model", model),
        *(("--scale", "0.2") if model == "opt" else ()),
        checkout="mindtransformer",
        libraries=("libs_former",),
        rtol=1e-3,
        atol=1e-4,
        differs="gradients go through float16",
    )
)
_MINDPET: dict[str, Any] = {"checkout": "mindpet", "libraries": ("libs_former",)}
_TUNED = tuple(
    case
    for kind in ("lora", "adapter", "low_rank_adapter")
    for case in _both(f"mindpet-{kind}", "tuned.py", "--kind", kind, **_MINDPET, **_half())
)
PROJECT = Project(
    "former_transformers",
    "Models of MindSpore 1.x",
    "https://gitee.com/mindspore/models",
    (
        *_both("gpt", "gpt.py", checkout=_MODELS, **_half(_NEEDS)),
        *_both("gpt-norm", "gpt.py", "--norm", "1", checkout=_MODELS, **_half()),
        *_both("pangu_alpha", "pangu_alpha.py", checkout=_MODELS, **_half()),
        *_both("pangu_alpha-1.5", "pangu_alpha.py", checkout="models-r1.5", **_half()),
        *_both("mae", "mae.py", checkout=_MODELS, **_half("rows are not drawn from; ")),
        *_TRAINERS,
        *_TUNED,
        Case("mindpet-own-tests", "own_tests.py", differs=own_tests("former_transformers"), **_MINDPET),
    ),
)  # fmt: skip
