"""Writes recorded.json.gz from MindSpore: `python tests/former/explainer/record.py FOLDER`, with MindSpore's Python.

FOLDER: the folder of the package `mindspore.explainer` in the unpacked wheel of MindSpore 1.3.0, see
former_package.py.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

HERE = Path(__file__).parent
FILE = HERE / "recorded.json.gz"


def plain(value: Any) -> Any:
    """A Tensor or an array as its dtype, shape and numbers; others as they are."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if isinstance(value, np.generic):
        return value.item()
    if not isinstance(value, np.ndarray):
        return value
    digits = [float(f"{x:.7g}") for x in np.asarray(value, np.float64).ravel()]
    return {"dtype": str(value.dtype), "shape": list(value.shape), "values": digits}


def written(package: Any, make: Any) -> list[Any]:
    """What a runner gives to MindInsight's writer: a list of names and values."""
    from google.protobuf.json_format import MessageToDict
    from mindspore.train.summary import SummaryRecord
    from runner_case import tidy

    found: list[Any] = []

    def add(self: Any, plugin: str, name: str, value: Any) -> None:
        values = MessageToDict(value, preserving_proto_field_name=True)
        found.append([name, tidy(values)])

    package.runner._Verifier.ENVIRONMENT = 0  # which refuses a CPU
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(SummaryRecord, "add_value", add),
    ):
        make(folder).run()
    return found


def main(folder: str) -> None:
    import mindspore as ms

    sys.path.insert(0, str(HERE))
    import cases
    import former_package
    import runner_case

    ms.set_context(mode=ms.PYNATIVE_MODE)
    package = former_package.load(Path(folder))
    found = {}
    for name, case in cases.CASES.items():
        found[name] = [plain(value) for value in case(ms, package)]
        print(name, len(found[name]))
    for name in ("runner", "occlusion_runner"):
        found[name] = written(
            package, lambda f, n=name: getattr(runner_case, n)(ms, package, cases, f)
        )
        print(name, len(found[name]))
    text = json.dumps(found, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
