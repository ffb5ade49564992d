"""Writes recorded.json.gz from MindSpore: `python tests/former/probability/record.py FOLDER`, where MindSpore is.

FOLDER: that of the package `mindspore.nn.probability` in the unpacked wheel of MindSpore 1.10. What a later MindSpore
still has comes from that one; what it dropped runs from the folder, over the later one's operators.
"""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).with_name("recorded.json.gz")
MODULES = ("bnn_layers", "dpn", "infer", "toolbox", "transforms", "zhusuan")


def load(folder: str) -> Any:
    """`mindspore.nn.probability` with the modules of the folder."""
    from mindspore import Tensor, _checkparam
    from mindspore.nn import probability
    from mindspore.ops import operations

    _checkparam.Validator = _checkparam  # its functions, a class until 2.0
    operations.ScalarToArray = lambda: Tensor  # without a kernel by now
    probability.__path__.append(folder)
    for name in MODULES:
        importlib.import_module(f"mindspore.nn.probability.{name}")
    return probability


def as_tensor(ms: Any, value: Any) -> Any:
    return ms.Tensor(value) if isinstance(value, np.ndarray) else value


def main(folder: str) -> None:
    import mindspore as ms

    sys.path.insert(0, str(FILE.parents[3]))
    from tests.former.probability.cases import CASES
    from tests.former.record import plain

    ms.set_context(mode=ms.PYNATIVE_MODE)
    probability = load(folder)
    found = {
        name: [plain(as_tensor(ms, value)) for value in case(ms, probability)]
        for name, case in CASES.items()
    }
    text = json.dumps(found, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))
    print({name: len(values) for name, values in found.items()})


if __name__ == "__main__":
    main(sys.argv[1])
