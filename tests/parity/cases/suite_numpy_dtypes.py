"""mindspore.numpy's dtypes by Python's types and names, its errors for axes, and scipy's complex matrices."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case, merge

HERMITIAN = np.array([[2, 1 + 1j], [1 - 1j, 3]])
LOWER = np.array([[2, 0], [1 + 2j, 3]], np.complex64)
RIGHT = np.array([1, 2j], np.complex64)


def _names(dtypes: Any) -> np.ndarray:
    return np.array([str(dtype) for dtype in dtypes])


@case(jit=False)
def made(ms: Any, run: Any) -> Any:
    mnp = ms.numpy
    makers = ("zeros", "ones", "eye", "identity")
    kinds = (int, float, bool, "int", "float", "bool")
    return {
        "makers": _names(getattr(mnp, name)(2, dtype=kind).dtype for name in makers for kind in kinds),
        "uint": _names([mnp.zeros(2, dtype="uint").dtype]),
        "arrays": _names(mnp.array([1, 2], dtype=kind).dtype for kind in kinds),
        "full": _names(mnp.full((2,), 1, dtype=kind).dtype for kind in kinds),
        "spans": _names(mnp.linspace(0, 1, 3, dtype=kind).dtype for kind in kinds[:2]),
        "arange": _names(mnp.arange(3, dtype=kind).dtype for kind in (int, float, "int", "float")),
        "astype": _names(mnp.ones(2).astype(kind).dtype for kind in ("int", "float", "float_", "int_")),
    }  # fmt: skip


@case(jit=False)
def promoted(ms: Any, run: Any) -> Any:
    mnp = ms.numpy
    kinds = (
        int,
        float,
        bool,
        "int",
        "float",
        "float32",
        mnp.int32,
        mnp.int64,
        mnp.float16,
        mnp.uint16,
    )
    return {
        "pairs": _names(mnp.promote_types(a, b) for a in kinds for b in kinds),
        "results": _names(
            mnp.result_type(*given)
            for given in (
                ("?",),
                ("?", True),
                ("?", True, mnp.uint16),
                ("float",),
                ("i8",),
                ("u1", 1),
            )
        ),
    }


@case(jit=False)
def axes(ms: Any, run: Any) -> Any:
    mnp, x = ms.numpy, ms.Tensor(np.ones((1, 2), np.float32))
    names = ("mean", "var", "std", "amax", "ptp", "average", "nansum", "sum", "count_nonzero")
    result = {name: run.raises(lambda name=name: getattr(mnp, name)(x, (-1, 1))) for name in names}
    flags = ms.Tensor(np.array([[True, False]]))
    shapes = [mnp.sometrue(flags, axis=(0, 1), keepdims=keep).shape for keep in (-1, 0)]
    return merge(**result, shapes={"ranks": np.array([len(shape) for shape in shapes])})


@case(jit=False)
def complex_matrices(ms: Any, run: Any) -> Any:
    linalg = importlib.import_module(f"{ms.__name__}.scipy.linalg")
    result = {}
    for kind in (np.complex64, np.complex128):
        a = HERMITIAN.astype(kind)
        values, vectors = linalg.eigh(ms.Tensor(a))
        v = vectors.asnumpy()
        result[kind.__name__] = values.asnumpy().real.round(4)
        result[f"{kind.__name__}_type"] = _names([values.dtype, vectors.dtype])
        result[f"{kind.__name__}_gap"] = np.abs(a @ v - v * values.asnumpy()).max().round(3)
    for trans in (0, 1, 2, "T", "C"):
        solved = linalg.solve_triangular(
            ms.Tensor(LOWER), ms.Tensor(RIGHT), trans=trans, lower=True
        )
        result[f"solved_{trans}"] = solved.asnumpy().round(4)
    return result
