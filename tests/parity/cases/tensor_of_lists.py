"""The types of Tensors that are made of lists which hold NumPy's arrays and scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

KINDS = [np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64]
KINDS += [np.uint8, np.uint16, np.uint32, np.uint64, np.bool_, np.complex64, np.complex128]
# mindspore.numpy has no complex arrays.
REAL = KINDS[:-2]


def values(kind: Any) -> dict[str, Any]:
    """Forms in which numbers of one of NumPy's types stand in lists."""
    scalar, array = kind(1), np.ones(2, kind)
    return {
        "array": [array],
        "in_tuple": (array,),
        "nested": [[array]],
        "scalar": [scalar],
        "without_axes": [np.array(1, kind)],
        "beside_int": [1, scalar],
        "beside_float": [1.0, scalar],
        "beside_bool": [True, scalar],
        "beside_list": [array, [1, 1]],
        "beside_floats": [array, [1.5, 1.5]],
    }


def types(make: Callable[[Any], Any], kinds: list[Any], tuples: bool = True) -> Arrays:
    """What `make` gives for each form."""
    found = {}
    for kind in kinds:
        for form, value in values(kind).items():
            if tuples or form != "in_tuple":
                out = make(value)
                found[f"{np.dtype(kind).name}.{form}"] = np.array(f"{out.dtype} {tuple(out.shape)}")
    return found


def pairs(make: Callable[[Any], Any]) -> Arrays:
    """What `make` gives for arrays, and for scalars, of two types."""
    found = {}
    for a in KINDS:
        for b in KINDS:
            for form, value in {
                "arrays": [np.ones(2, a), np.ones(2, b)],
                "scalars": [a(1), b(1)],
            }.items():
                found[f"{np.dtype(a).name}.{np.dtype(b).name}.{form}"] = np.array(
                    str(make(value).dtype)
                )
    return found


@case(jit=False)
def tensors(ms: Any, run: Any) -> Arrays:
    return types(ms.Tensor, KINDS)


@case(jit=False)
def tensors_of_two(ms: Any, run: Any) -> Arrays:
    return pairs(ms.Tensor)


@case(jit=False)
def by_the_function(ms: Any, run: Any) -> Arrays:
    return types(ms.tensor, KINDS)


@case(jit=False)
def parameters(ms: Any, run: Any) -> Arrays:
    return types(lambda value: ms.Parameter(value), KINDS, tuples=False)


@case(jit=False)
def in_a_given_type(ms: Any, run: Any) -> Arrays:
    half = types(lambda value: ms.Tensor(value, ms.float16), REAL)
    whole = types(lambda value: ms.Tensor(value, dtype=ms.int32), REAL)
    return {f"{name}.half": v for name, v in half.items()} | whole


@case(jit=False)
def in_numpy(ms: Any, run: Any) -> Arrays:
    """Which has 32 bits for 64."""
    mnp = ms.numpy
    found = {f"array.{k}": v for k, v in types(mnp.array, REAL).items()}
    found |= {f"asarray.{k}": v for k, v in types(mnp.asarray, REAL).items()}
    return found | {"of_float64": np.array(str(mnp.array(np.float64(1)).dtype))}


@case(jit=False)
def alone(ms: Any, run: Any) -> Arrays:
    """An array and a scalar by themselves keep theirs."""
    found = {np.dtype(k).name: np.array(str(ms.Tensor(np.ones(2, k)).dtype)) for k in KINDS}
    return found | {
        f"{np.dtype(k).name}.scalar": np.array(str(ms.Tensor(k(1)).dtype)) for k in KINDS
    }
