"""What `repr` shows of Tensors: widths, digits, abbreviations and line ends."""

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

_SHAPES = [(0,), (2, 0), (1,), (12,), (24,), (25,), (6, 6), (7, 2), (2, 7), (2, 1, 8, 1), (1001,)]
_DTYPES = ["bool", "int8", "uint8", "int64", "float16", "float32", "float64", "complex64"]
_SCALARS = [
    0.1,
    1e-8,
    123456789.0,
    1e20,
    -0.0,
    np.nan,
    np.inf,
    3,
    True,
    1 + 2j,
    complex(-0.0, np.nan),
]


def _values(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    values = np.random.RandomState(3).uniform(-99, 99, shape)
    kind = np.dtype(dtype).kind
    return values > 0 if kind == "b" else np.asarray(abs(values) if kind == "u" else values, dtype)


for _dtype in _DTYPES:

    @case(name=f"repr_{_dtype}", jit=False)
    def _arrays(ms: Any, run: Any, dtype: str = _dtype) -> Arrays:
        texts = [repr(ms.Tensor(_values(shape, dtype))) for shape in _SHAPES]
        return {"text": np.array(texts)}


@case(jit=False)
def repr_scalars(ms: Any, run: Any) -> Arrays:
    """Numbers without an axis have six digits, however many their type has."""
    halves = [repr(ms.Tensor(value, ms.float16)) for value in (0.1, 65504.0, np.nan)]
    return {"text": np.array([repr(ms.Tensor(value)) for value in _SCALARS] + halves)}


@case(jit=False)
def repr_bfloat16(ms: Any, run: Any) -> Arrays:
    """Columns as wide as the widest number that is shown."""
    values = [_values(shape, "float32") for shape in ((), (3,), (25,), (2, 3), (7, 7))]
    return {"text": np.array([repr(ms.Tensor(v).astype(ms.bfloat16)) for v in values])}


@case(jit=False)
def repr_not_finite(ms: Any, run: Any) -> Arrays:
    """As wide as a number."""
    values = np.array([np.nan, np.inf, -np.inf, 1.0])
    return {"text": np.array([repr(ms.Tensor(values.astype(d))) for d in ("float16", "float32")])}
