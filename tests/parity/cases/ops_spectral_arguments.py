"""Arguments of the Fourier transforms and windows of mindspore.ops, a to k."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

REAL = rand(4, 5, 6)
LENGTH = np.asarray(np.int32(7))  # two of the windows take a Tensor alone
WAVES = (rand(4, 5, 6) + 1j * rand(4, 5, 6, seed=1)).astype(np.complex64)


def lines(x: np.ndarray, *names: str) -> Rows:
    """Transforms along one axis: cut or padded, of another axis, scaled."""
    ways: dict[str, dict[str, Any]] = {
        "cut": {"n": 3, "dim": 1, "norm": "ortho"},
        "padded": {"n": 7, "dim": 0, "norm": "forward"},
    }
    return {
        f"{name}_{way}": row(
            lambda ms, t, n=name, o=options: getattr(ms.ops, n)(input=t, **o), x, grad=False
        )
        for name in names
        for way, options in ways.items()
    }


def planes(x: np.ndarray, *names: str) -> Rows:
    """Transforms along several axes."""
    options = {"s": (3, 6), "dim": (2, 0), "norm": "ortho"}
    return {
        name: row(lambda ms, t, n=name: getattr(ms.ops, n)(input=t, **options), x, grad=False)
        for name in names
    }


def windows(*names: str, length: Any = 7) -> Rows:
    """A window's length, symmetry and dtype."""
    return {
        f"{name}_{kind}": row(
            lambda ms, *at, n=name, p=periodic, k=kind: getattr(ms.ops, n)(
                *(at or [length]), periodic=p, dtype=getattr(ms, k)
            ),
            *([length] if isinstance(length, np.ndarray) else []),
        )
        for name in names
        for periodic, kind in ((False, "float64"), (True, "float32"))
    }


GROUPS: dict[str, Rows] = {
    "lines": {**lines(WAVES, "ifft", "hfft", "irfft"), **lines(REAL, "ihfft")},
    "planes": {
        **planes(WAVES, "fft2", "fftn", "ifft2", "ifftn", "hfft2", "hfftn", "irfft2", "irfftn"),
        **planes(REAL, "ihfft2", "ihfftn"),
    },
    "shifted": {
        "fftshift": row(lambda ms, x: ms.ops.fftshift(x, dim=(0, 2)), REAL),
        "ifftshift": row(lambda ms, x: ms.ops.ifftshift(x, dim=1), REAL),
        "fftfreq": row(lambda ms: ms.ops.fftfreq(7, d=0.5, dtype=ms.float64)),
    },
    "windows": {
        **windows("bartlett_window", "blackman_window", length=LENGTH),
        **windows("hamming_window", "hann_window", "kaiser_window"),
        "hamming_shape": row(lambda ms: ms.ops.hamming_window(6, False, 0.4, beta=0.7)),
        "hamming_named": row(
            lambda ms: ms.ops.hamming_window(6, periodic=False, alpha=0.6, beta=0.3)
        ),
        "kaiser_beta": row(lambda ms: ms.ops.kaiser_window(6, False, beta=4.0)),
        "bartlett_named": row(lambda ms, n: ms.ops.bartlett_window(window_length=n), LENGTH),
        "blackman_named": row(lambda ms, n: ms.ops.blackman_window(window_length=n), LENGTH),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, jit=_name != "windows", rtol=1e-4, atol=1e-5)
