"""Models of MindSpore 1.x that train with few bits, or read a graph: both left MindSpore with 2.0."""

from __future__ import annotations

from typing import Any

from tests.projects.case import Case, Project


def _few_bits(name: str, script: str, *given: str, **more: Any) -> tuple[Case, ...]:
    """MindSpore's numbers are of PyNative mode, as kernels in NumPy are."""
    return (
        Case(name, script, ("--mode", "pynative", *given), checkout="models-r1.5", **more),
        Case(
            f"{name}-graph",
            script,
            ("--mode", "graph", *given),
            checkout="models-r1.5",
            like=name,
            **more,
        ),
    )


PROJECT = Project(
    "former_models",
    "Models of MindSpore 1.x: few bits, graphs",
    "https://gitee.com/mindspore/models",
    (*_few_bits("lenet_quant", "lenet_quant.py"),),
    libraries=("libs_former_models",),
    mindspore_libraries=("libs_former_models_mindspore",),
)
