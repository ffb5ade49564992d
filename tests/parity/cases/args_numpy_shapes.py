"""Arguments of mindspore.numpy's functions that make, join, cut and reduce arrays, and of its random ones."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.numpy_dtype_pairs import told
from tests.parity.harness import Arrays, case, is_mindspore, rand

CUBE = rand(2, 3, 4)
SQUARE = rand(4, 4, seed=1)
HOLED = np.array([[1, np.nan, 3], [np.nan, 5, 6.5]], np.float32)

# (mindspore.numpy, mindspore, a cube, a square, an array with NaN).
CALLS: dict[str, dict[str, Callable[..., Any]]] = {
    "made": {
        "blackman": lambda n, ms, c, s, h: n.blackman(M=5),
        "hanning": lambda n, ms, c, s, h: n.hanning(M=6),
        "identity": lambda n, ms, c, s, h: n.identity(3, dtype=ms.int32),
        "tril": lambda n, ms, c, s, h: n.tril_indices(3, k=1, m=4),
        "triu": lambda n, ms, c, s, h: n.triu_indices(3, k=-1, m=4),
        "diagflat": lambda n, ms, c, s, h: n.diagflat(v=s[:2, :2], k=-1),
        "atleast_3d": lambda n, ms, c, s, h: n.atleast_3d(s, s[0], c),
    },
    "cut": {
        "dsplit": lambda n, ms, c, s, h: n.dsplit(x=c, indices_or_sections=[1, 3]),
        "hsplit": lambda n, ms, c, s, h: n.hsplit(x=c, indices_or_sections=3),
        "vsplit": lambda n, ms, c, s, h: n.vsplit(x=s, indices_or_sections=[3]),
        "append": lambda n, ms, c, s, h: n.append(c, c * 2, axis=1),
        "clipped": lambda n, ms, c, s, h: n.take(s, ms.Tensor([5, -9, 2]), mode="clip"),
        "wrapped": lambda n, ms, c, s, h: n.take(s, ms.Tensor([5, -9, 2]), axis=1, mode="wrap"),
        "raised": lambda n, ms, c, s, h: n.take(s, ms.Tensor([2, -1]), axis=1, mode="raise"),
    },
    "reduced": {
        "cross": lambda n, ms, c, s, h: n.cross(c[0].T, c[1].T, axisc=0),
        "nanmax": lambda n, ms, c, s, h: n.nanmax(h, axis=1, keepdims=True),
        "nanmean": lambda n, ms, c, s, h: n.nanmean(h, axis=0, dtype=ms.float64),
        "trace": lambda n, ms, c, s, h: n.trace(c, axis1=1, axis2=2),
    },
}


def called(name: str) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        numpy = importlib.import_module(f"{ms.__name__}.numpy")
        given = [ms.Tensor(a) for a in (CUBE, SQUARE, HOLED)]
        return told(ms, {n: lambda f=f: f(numpy, ms, *given) for n, f in CALLS[name].items()})

    body.__module__ = __name__
    return body


for _name in CALLS:
    case(name=_name, jit=False)(called(_name))


@case(jit=False)
def left_open(ms: Any, run: Any) -> Arrays:
    """What an empty array holds, and what is drawn, are each side's own: shapes, dtypes and ranges are compared."""
    numpy = importlib.import_module(f"{ms.__name__}.numpy")
    x = ms.Tensor(CUBE)
    # MindSpore's CPU draws Int32 alone.
    whole = {"minval": 2, "maxval": 6, "shape": (300, 2)}
    drawn = (
        numpy.randint(**whole).astype(ms.int64)
        if is_mindspore(ms)
        else numpy.randint(**whole, dtype=ms.int64)
    )
    made = {
        "empty": numpy.empty_like(prototype=x, dtype=ms.int32, shape=(4, 2)),
        "alike": numpy.empty_like(prototype=[x, x]),
        "rand": numpy.rand(300, 2, dtype=ms.float16),
        "randn": numpy.randn(300, 2, dtype=ms.float64),
        "randint": drawn,
        "below": numpy.randint(3, shape=300),
    }
    kinds = {name: np.array(f"{t.shape} {t.dtype}") for name, t in made.items()}
    real, normal = made["rand"].asnumpy(), made["randn"].asnumpy()
    held = [
        (real >= 0).all() and (real <= 1).all() and real.max() > 0.9 and real.min() < 0.1,
        abs(normal.mean()) < 0.2 and 0.8 < normal.std() < 1.2,
        sorted(set(drawn.asnumpy().ravel().tolist())) == [2, 3, 4, 5],
        sorted(set(made["below"].asnumpy().tolist())) == [0, 1, 2],
    ]
    return {**kinds, "drawn": np.array(held)}
