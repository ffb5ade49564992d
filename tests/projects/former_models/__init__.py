"""Models of MindSpore 1.x that train with few bits, or read a graph: both left MindSpore with 2.0."""

from __future__ import annotations

from typing import Any

from tests.projects.case import Case, Project

_HALF = "computes in float16"
_KERNELS = "on MindSpore's side MindSpore 1.10's own files (FORMER_WHEEL_1 names its folder) with kernels in NumPy"
_AMPLIFIES = "rounding to few bits, which begins with the third step, amplifies what is apart by one rounding"
_READER = "on MindSpore's side graph_reader.py stands for GraphData"


def _both(
    name: str, script: str, *given: str, checkout: str = "models-r1.5", **more: Any
) -> tuple[Case, ...]:
    """MindSpore's numbers are of PyNative mode, as kernels in NumPy are."""
    graph = f"{name}-graph"
    return (
        Case(name, script, ("--mode", "pynative", *given), checkout=checkout, **more),
        Case(graph, script, ("--mode", "graph", *given), checkout=checkout, like=name, **more),
    )


def _graphs(
    name: str, script: str, *given: str, checkout: str = "models-r1.5", **more: Any
) -> tuple[Case, ...]:
    """MindSpore's numbers are of graph mode."""
    graph = f"{name}-graph"
    return (
        Case(graph, script, ("--mode", "graph", *given), checkout=checkout, **more),
        Case(name, script, ("--mode", "pynative", *given), checkout=checkout, like=graph, **more),
    )


PROJECT = Project(
    "former_models",
    "Models of MindSpore 1.x: few bits, graphs",
    "https://gitee.com/mindspore/models",
    (
        *_both("lenet_quant", "lenet_quant.py", differs=_KERNELS),
        *_both(
            "mobilenetv2_quant",
            "mobilenetv2_quant.py",
            "--option",
            "QAT",
            spread=4.0,
            differs=_AMPLIFIES,
        ),
        *_both("mobilenetv2_mix_quant", "mobilenetv2_quant.py", "--option", "LEARNED_SCALE"),
        *_both("resnet50_quant", "resnet50_quant.py", spread=4.0, differs=_AMPLIFIES),
        *_graphs("gcn", "gnn.py", "--model", "gcn", differs=f"{_HALF}; {_READER}"),
        *_graphs("gcn-1.10", "gnn.py", "--model", "gcn", checkout="models-r1.10"),
        *_both("gat", "gnn.py", "--model", "gat", differs=_HALF),
        *_graphs("bgcf", "bgcf.py", rtol=2e-3, atol=2e-3, differs=_HALF),
        *_graphs("course-gcn", "course.py", "--model", "convolutional", checkout="course"),
        *_both("course-gat", "course.py", "--model", "attention", checkout="course", differs=_HALF),
    ),
    libraries=("libs_former_models",),
    mindspore_libraries=("libs_former_models_mindspore",),
)
