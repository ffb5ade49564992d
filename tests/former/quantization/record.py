"""Writes recorded.json.gz: `python tests/former/quantization/record.py WHEEL_1_10 WHEEL_1_0`, where MindSpore is.

WHEEL_1_10, WHEEL_1_0: folders with the unpacked wheels of MindSpore 1.10 and 1.0 (`pip download --no-deps`), see
quant_module.py.
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


def main(*wheels: str) -> None:
    import mindspore as ms

    sys.path.insert(0, str(HERE))
    import cases
    import quant_module

    ms.set_context(mode=ms.PYNATIVE_MODE)
    found = {}
    for release, wheel, held in zip(
        ("1.10", "1.0"), wheels, (cases.CASES, cases.FORMER), strict=True
    ):
        package = quant_module.load(release, Path(wheel))
        for name, case in held.items():
            found[name] = [plain(value) for value in case(ms, package)]
            print(name, len(found[name]))
    FILE.write_bytes(gzip.compress(json.dumps(found, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
