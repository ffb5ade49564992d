"""The files of recorded arrays: recorded/<chapter>.npz, and beside them recorded/failed/ for cases that failed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.parity.harness import RECORDED, Arrays

ORACLE = "2.10.0"
_VERSION = "__mindspore__"


def read(chapter: str, folder: Path = RECORDED) -> Arrays:
    """A chapter's arrays as `case|name`; ValueError if another MindSpore than ORACLE gave them."""
    path = folder / f"{chapter}.npz"
    with np.load(path) as data:
        arrays = {key: data[key] for key in data.files}
    version = str(arrays.pop(_VERSION, "no version"))
    if version != ORACLE:
        raise ValueError(f"{path.name} was recorded with MindSpore {version}, not {ORACLE}.")
    return arrays


def write(chapter: str, fresh: Arrays, errors: dict[str, str], folder: Path = RECORDED) -> None:
    """Replace a chapter's arrays by `fresh` ones.

    What was recorded before of cases that failed now (name -> error) moves to failed/<chapter>.npz with the error,
    until the cases are recorded again.
    """
    earlier, failed = folder / f"{chapter}.npz", folder / "failed" / f"{chapter}.npz"
    saved = read(chapter, folder) if earlier.exists() else {}
    saved |= read(chapter, failed.parent) if failed.exists() else {}
    apart = {k: v for k, v in saved.items() if k.partition("|")[0] in errors}
    apart |= {f"{name}|error": np.array(text) for name, text in errors.items()}
    for path, arrays in ((earlier, fresh), (failed, apart)):
        if arrays:
            path.parent.mkdir(parents=True, exist_ok=True)
            np.savez_compressed(path, **arrays, **{_VERSION: np.array(ORACLE)})
        else:
            path.unlink(missing_ok=True)
