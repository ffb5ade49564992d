"""The recorded files: arrays by name, packed together since MindIR files of one program are much alike."""

from __future__ import annotations

import functools
import io
import lzma
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).parent / "data"


def keep(name: str, arrays: dict[str, Any]) -> None:
    """Write arrays as `data/NAME.npz.xz`."""
    held = io.BytesIO()
    np.savez(held, **arrays)
    DATA.mkdir(exist_ok=True)
    (DATA / f"{name}.npz.xz").write_bytes(lzma.compress(held.getvalue(), preset=9))


@functools.cache
def recorded(name: str) -> dict[str, np.ndarray]:
    """The arrays that `keep` wrote."""
    with np.load(io.BytesIO(lzma.decompress((DATA / f"{name}.npz.xz").read_bytes()))) as held:
        return {key: held[key] for key in held.files}
