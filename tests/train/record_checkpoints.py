"""Record the checkpoint files that real MindSpore writes: run this with MindSpore's Python.

    python tests/train/record_checkpoints.py

Given a folder of files that msacc wrote, check that MindSpore reads the same values instead:

    python tests/train/record_checkpoints.py check FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from checkpoint_cases import cases, cases_of_mindspore, logits, train_step

DATA = Path(__file__).parent / "data"


def record() -> None:
    """Write every case into tests/train/data."""
    for name, (save_obj, kwargs) in {**cases(ms), **cases_of_mindspore(ms)}.items():
        ms.save_checkpoint(save_obj, str(DATA / name), **kwargs)
        (DATA / name).chmod(0o644)
        print(name, (DATA / name).stat().st_size)
    np.save(DATA / "train_step_logits.npy", logits(ms, train_step(ms)))


def _read(path: Path, kwargs: dict[str, Any]) -> dict[str, Any]:
    reading = {
        key.replace("enc_", "dec_"): v for key, v in kwargs.items() if key.startswith("enc_")
    }
    found = ms.load_checkpoint(str(path), format=path.suffix[1:], **reading)
    return {n: v if isinstance(v, str) else v.asnumpy() for n, v in found.items()}


def check(folder: Path) -> None:
    """Compare each file in `folder` with the recorded one of that name."""
    for name, (_, kwargs) in cases(ms).items():
        if name.startswith("nothing"):
            continue
        mine, theirs = _read(folder / name, kwargs), _read(DATA / name, kwargs)
        assert list(mine) == list(theirs), name
        for key, value in theirs.items():
            assert np.array_equal(mine[key], value), (name, key)
            assert isinstance(value, str) or mine[key].dtype == value.dtype, (name, key)
        print("same", name, len(theirs), "values")


if __name__ == "__main__":
    check(Path(sys.argv[2])) if sys.argv[1:2] == ["check"] else record()
