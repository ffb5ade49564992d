"""Writes recorded.json.gz from MindSpore: `python tests/former/record.py FOLDER`, on an interpreter that has MindSpore.

FOLDER: the folder of the package `mindspore.parallel._transformer` in the unpacked wheel of MindSpore 2.0.0, see
former_package.py.
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
    """A Tensor as its dtype, shape and numbers; others as they are."""
    if not hasattr(value, "asnumpy"):
        return value
    array = value.asnumpy()
    digits = [float(f"{x:.6g}") for x in np.asarray(array, np.float64).ravel()]
    return {"dtype": str(array.dtype), "shape": list(array.shape), "values": digits}


def main(folder: str) -> None:
    import mindspore as ms

    sys.path.insert(0, str(HERE))
    import former_package
    import transformer_cases

    ms.set_context(mode=ms.PYNATIVE_MODE)
    package = former_package.load(Path(folder))
    found = {}
    for name, case in transformer_cases.CASES.items():
        found[name] = [plain(value) for value in case(ms, package)]
        print(name, len(found[name]))
    FILE.write_bytes(gzip.compress(json.dumps(found, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
