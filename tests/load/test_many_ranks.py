"""The slices of 64 processes as whole parameters, and back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from tests.parity.strategies import Layouts, write

ROWS, COLUMNS, WORLD = 512, 64, 64
# Cut in both axes; by the optimizer's cut of all 64; held alike by eight at a time.
KINDS: Layouts = {
    "cut": ([8, 8], [1, 0], 0, 0),
    "spread": ([64], [-1, -1], 1, 64),
    "shared": ([8, 8], [1, -1], 0, 0),
}


def whole(kind: str, layer: int) -> np.ndarray:
    return np.random.default_rng([layer, len(kind)]).standard_normal((ROWS, COLUMNS), np.float32)


def of_rank(kind: str, value: np.ndarray, rank: int) -> np.ndarray:
    row, column = divmod(rank, 8)
    if kind == "spread":
        return np.split(value, 64)[rank]
    value = np.split(value, 8)[row]
    return np.split(value, 8, axis=1)[column] if kind == "cut" else value


@pytest.mark.parametrize(
    ("end", "layers"), [("ckpt", 2), pytest.param("safetensors", 40, marks=pytest.mark.slow)]
)
def test_slices_of_64_ranks(tmp_path: Path, end: str, layers: int) -> None:
    names = {f"{kind}.{n}": (kind, n) for n in range(layers) for kind in KINDS}
    values = {name: whole(*what) for name, what in names.items()}
    strategy = write(ms, f"{tmp_path}/src.ckpt", {n: KINDS[kind] for n, (kind, _) in names.items()})
    for rank in range(WORLD):
        folder = tmp_path / "in" / f"rank_{rank}"
        folder.mkdir(parents=True)
        own = [
            {"name": name, "data": ms.Tensor(of_rank(kind, values[name], rank))}
            for name, (kind, _) in names.items()
        ]
        ms.save_checkpoint(own, str(folder / f"net.{end}"), format=end)
    out, back = tmp_path / "out", tmp_path / "back"
    ms.transform_checkpoints(f"{tmp_path}/in", str(out), "net", strategy, None, output_format=end)
    found = ms.load_checkpoint(str(out / "rank_0" / f"net0.{end}"), format=end)
    assert found.keys() == values.keys()
    assert all(np.array_equal(found[name].asnumpy(), value) for name, value in values.items())
    ms.transform_checkpoints(str(out), str(back), "net", None, strategy, output_format=end)
    for rank in (0, 9, 63):
        found = ms.load_checkpoint(str(back / f"rank_{rank}" / f"net{rank}.{end}"), format=end)
        for name, (kind, _) in names.items():
            assert np.array_equal(found[name].asnumpy(), of_rank(kind, values[name], rank)), name
