"""Arguments of the elementwise functions of mindspore.ops, a to k, which have one or two."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

X, Y = rand(2, 3), rand(3, seed=1)
POSITIVE, OVER = np.abs(X) + 0.1, np.abs(Y) + 0.2
SHARES = rand(2, 3, low=-0.9, high=0.9)
COMPLEX = (rand(2, 3) + 1j * rand(2, 3, seed=2)).astype(np.complex64)
INTS, OTHERS = np.array([[12, 18], [7, -30]], np.int32), np.array([8, -27], np.int32)
WILD = np.array([np.inf, -np.inf, np.nan, 1.0, -2.0, 0.0], np.float32)
NEAR = np.array([1.0, 1.05, 2.0, np.nan, 1000.0], np.float32)
FAR = np.array([1.01, 1.0, 2.5, np.nan, 1001.0], np.float32)


def unary(argument: str, *names: str, x: np.ndarray = X, **options: Any) -> Rows:
    """Functions of one tensor, given by its name."""
    return {
        name: row(lambda ms, t, n=name, a=argument: getattr(ms.ops, n)(**{a: t}), x, **options)
        for name in names
    }


def binary(first: str, second: str, *names: str, x: Any = X, y: Any = Y, **options: Any) -> Any:
    """Functions of two tensors that broadcast, given by name."""
    return {
        name: row(
            lambda ms, s, t, n=name: getattr(ms.ops, n)(**{first: s, second: t}), x, y, **options
        )
        for name in names
    }


_BESSEL = [f"bessel_{kind}{order}" for kind in "ij" for order in (0, 1)]
_SCALED = ["bessel_i0e", "bessel_i1e"]
_POSITIVE = [f"bessel_{kind}{order}" for kind in "yk" for order in (0, 1)]

GROUPS: dict[str, Rows] = {
    "bessel": {
        **unary("x", *_BESSEL, *_SCALED),
        **unary("x", *_POSITIVE, "bessel_k0e", "bessel_k1e", x=POSITIVE),
    },
    "one_tensor": {
        **unary("x", "arcsin", x=SHARES),
        **unary("input", "erfinv", x=SHARES),
        **unary("input", "digamma", x=POSITIVE),
        **unary("x", "deg2rad"),
        **unary("x", "frac"),
        **unary("input", "angle", x=COMPLEX, grad=False),
        **unary("input", "conj", x=COMPLEX, grad=False),
    },
    "one_tensor_real": {
        **unary("input", "conj", grad=False),
        # MindSpore's CPU takes angles of complex numbers alone.
        **unary("input", "angle", formula=np.angle),
    },
    "questions": {
        **unary("input", "isneginf", "isposinf", "is_floating_point", "is_complex", x=WILD),
        **unary("input", "isreal", x=COMPLEX),
        **unary("input", "is_nonzero", x=np.array([2.0], np.float32)),
        "zero": row(lambda ms, x: ms.ops.is_nonzero(x), np.array([0], np.int32)),
        "whole": row(lambda ms, x: ms.ops.is_floating_point(x), INTS),
        "complex": row(lambda ms, x: ms.ops.is_complex(x), COMPLEX),
    },
    "two_tensors": {
        **binary("x", "other", "copysign"),
        **binary("input", "other", "fmax", "hypot"),
        # MindSpore's CPU has fmax without fmin.
        **binary("input", "other", "fmin", formula=np.fmin),
        **binary("input", "exponent", "float_power", x=POSITIVE),
        "float_power_number": row(lambda ms, x: ms.ops.float_power(x, 1.5), POSITIVE),
        "copysign_number": row(lambda ms, x: ms.ops.copysign(x, -2.0), X),
    },
    "gamma": binary("input", "other", "igamma", "igammac", x=POSITIVE, y=OVER),
    "steps": {
        **binary("input", "values", "heaviside", x=np.float32([[-1.0, 0.0, 3.0]]), y=Y, grad=False),
        **binary("input", "other", "gcd", x=INTS, y=OTHERS),
        **binary("input", "other", "bitwise_and", "bitwise_or", "bitwise_xor", x=INTS, y=OTHERS),
    },
    "nan": {
        "fmax_nan": row(lambda ms, x, y: ms.ops.fmax(x, y), WILD, np.flip(WILD)),
        "fmax_equal": row(lambda ms, x, y: ms.ops.fmax(x, y), np.float32([1, 2, 3]), NEAR[::2]),
        "fmin_nan": row(lambda ms, x, y: ms.ops.fmin(x, y), WILD, np.flip(WILD), formula=np.fmin),
    },
    "tolerance": {
        "approximate": row(
            lambda ms, x, y: ms.ops.approximate_equal(x, y, tolerance=0.03), NEAR, FAR
        ),
        "relative": row(lambda ms, x, y: ms.ops.isclose(x, y, rtol=0.01), NEAR, FAR),
        "absolute": row(lambda ms, x, y: ms.ops.isclose(x, y, atol=0.6), NEAR, FAR),
        "nan": row(lambda ms, x, y: ms.ops.isclose(x, y, 0.1, 0.1, equal_nan=True), NEAR, FAR),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, rtol=1e-4, atol=1e-5)
