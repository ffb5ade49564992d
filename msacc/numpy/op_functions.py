"""The elementwise functions of numpy that the chapters of ops declare."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from msacc.numpy._wrappers import binary_ufunc, unary_ufunc
from msacc.ops.core.declaration import Fn, NumpyFunction, declarations
from msacc.ops.math import arithmetic, compare, elementwise, numpy_arithmetic


def numpy_functions(chapters: Iterable[ModuleType]) -> dict[str, Any]:
    """The functions that the chapters declare, by name. Raises ValueError for one that is declared twice."""
    functions: dict[str, Any] = {}
    for fn, declaration in declarations(chapters, NumpyFunction):
        for name in declaration.names:
            if name in functions:
                raise ValueError(f"numpy.{name} is declared twice.")
            if _operands(fn) == 2:
                functions[name] = binary_ufunc(name, fn)
            else:
                functions[name] = unary_ufunc(name, fn, declaration.argument, declaration.dtype)
    return functions


def _operands(fn: Fn) -> int:
    parameters = inspect.signature(fn).parameters.values()
    return len([p for p in parameters if p.default is inspect.Parameter.empty])


FUNCTIONS = numpy_functions((arithmetic, compare, elementwise, numpy_arithmetic))
