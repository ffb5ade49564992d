"""Writes recorded.json.gz: `python tests/former/compression/record.py FOLDER FIRST`, where MindSpore is installed.

FOLDER, FIRST: the folders `mindspore` in the unpacked wheels of MindSpore 1.10.0 and 1.0.0, see former_compression.py.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
FILE = HERE / "recorded.json.gz"


def plain(value: Any) -> Any:
    """A Tensor or an array as its shape and numbers; others as they are."""
    array = value.asnumpy() if hasattr(value, "asnumpy") else value
    if not isinstance(array, np.ndarray):
        return value
    return {"shape": list(array.shape), "values": [float(f"{x:.7g}") for x in array.ravel()]}


def main(folder: str, first: str) -> None:
    import mindspore as ms

    sys.path.insert(0, str(HERE))
    import cases
    import former_compression

    ms.set_context(mode=ms.PYNATIVE_MODE)
    package = former_compression.load(Path(folder), Path(first))
    found = {}
    for name, case in cases.CASES.items():
        found[name] = [plain(value) for value in case(ms, package)]
        print(name, len(found[name]))
    FILE.write_bytes(gzip.compress(json.dumps(found, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
