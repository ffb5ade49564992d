"""The Primitive classes that the chapters of ops declare, such as `ops.Softmax`: built when `ops` is imported."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.core.declaration import PrimitiveClass, declarations
from msacc.ops.core.primitive import Primitive


def primitive_classes(
    chapters: Iterable[ModuleType], module: str = "ops"
) -> dict[str, type[Primitive]]:
    """The classes that the chapters declare for a module of MindSpore's, by name.

    Raises ValueError for a class that is declared twice.
    """
    classes: dict[str, type[Primitive]] = {}
    for fn, declaration in declarations(chapters, PrimitiveClass):
        if declaration.module != module:
            continue
        if declaration.name in classes:
            raise ValueError(f"{module}.{declaration.name} is declared twice.")
        classes[declaration.name] = declaration.build(fn)
    return classes


CLASSES = primitive_classes(CHAPTERS)
CLASSES |= {"Gelu": CLASSES["GeLU"], "FastGelu": CLASSES["FastGeLU"]}  # older names
globals().update(CLASSES)

__all__ = list(CLASSES)
