"""The methods of Tensor that the chapters of ops declare: put on the class when `ops` is imported."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from msacc.ops.array.inplace import in_place
from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.bindings.tensor.operators import Fn, attach
from msacc.ops.core.declaration import InPlaceMethod, TensorMethod, declarations
from msacc.ops.core.op import with_argument_aliases


def tensor_methods(chapters: Iterable[ModuleType]) -> dict[str, Fn]:
    """The methods that the chapters declare, by name. Raises ValueError for one that is declared twice."""
    methods: dict[str, Fn] = {}
    for fn, declaration in declarations(chapters, TensorMethod):
        method = in_place(fn) if isinstance(declaration, InPlaceMethod) else fn
        if declaration.spellings:
            method = with_argument_aliases(method, **declaration.spellings)
        for name in declaration.names:
            if name in methods:
                raise ValueError(f"Tensor.{name} is declared twice.")
            methods[name] = method
    return methods


attach(tensor_methods(CHAPTERS))
