"""Writes recorded.json.gz: `python tests/former/graph_data/record.py`, on an interpreter that has MindSpore 2.0.0.

That is Python 3.9 with `pip install mindspore==2.0.0 "numpy<1.24" "pillow<10"`.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "recorded.json.gz"


def plain(value: Any) -> Any:
    """As JSON has it: an array as its dtype, shape and values; a dictionary as pairs, as its keys may be numbers."""
    if isinstance(value, np.ndarray):
        return {
            "dtype": str(value.dtype),
            "shape": list(value.shape),
            "values": value.ravel().tolist(),
        }
    return (
        [list(pair) for pair in map(_sorted, value.items())] if isinstance(value, dict) else value
    )


def _sorted(pair: Any) -> Any:
    name, value = pair
    return name, sorted(value.items()) if isinstance(value, dict) else value


def main() -> None:
    import mindspore as ms
    from cases import CASES
    from mindspore.dataset.engine import graphdata

    found = {}
    for name, case in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            found[name] = [plain(value) for value in case(ms, graphdata, folder)]
        print(name, len(found[name]))
    FILE.write_bytes(gzip.compress(json.dumps(found, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
