"""The folder a script runs in: the script as it is, beside it small data where it looks for them."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

from msacc.datafiles.mnist import PARTS, draw_mnist
from tests.docs_scripts.scripts import Script

TRAIN, TEST = 352, 64
_KINDS = {"images-idx3-ubyte": 28 * 28, "labels-idx1-ubyte": 1}


def lay_data(target: Path, mnist: Path | None) -> None:
    """MNIST_Data with TRAIN + TEST images: the first ones of a real one, or drawn."""
    if mnist is None:
        draw_mnist(target, TRAIN, TEST)
        return
    for part, count in (("train", TRAIN), ("test", TEST)):
        (target / part).mkdir(parents=True)
        for kind, size in _KINDS.items():
            name = f"{PARTS[part]}-{kind}"
            _cut(mnist / part / name, target / part / name, count, size)


def _cut(source: Path, target: Path, count: int, size: int) -> None:
    data = source.read_bytes()
    head = 4 * (1 + data[3])  # the type and the number of axes, then their sizes
    target.write_bytes(
        data[:4] + struct.pack(">I", count) + data[8:head] + data[head : head + count * size]
    )


def lay_script(script: Script, checkout: Path, target: Path, data: Path, alone: bool) -> None:
    """A copy of the script's folder; `alone`: as it is for the run in one process."""
    source = checkout / "docs/sample_code" / script.path
    shutil.copytree(source.parent, target)
    (target / "MNIST_Data").symlink_to(data)
    if alone and script.alone:
        text = source.read_text()
        for before, after in script.alone.items():
            assert text.count(before) == 1, (script.path, before)
            text = text.replace(before, after)
        (target / source.name).write_text(text)
