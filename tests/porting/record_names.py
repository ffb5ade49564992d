"""Writes the names of every module of MindSpore; run it where MindSpore is installed.

python tests/porting/record_names.py msacc/porting/mindspore_names.txt.gz
"""

from __future__ import annotations

import contextlib
import gzip
import importlib
import io
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import mindspore


def lines() -> Iterator[str]:
    """`module: name name ...` for each module that can be imported."""
    below = pkgutil.walk_packages(mindspore.__path__, "mindspore.", onerror=lambda name: None)
    for module in ["mindspore", *(m.name for m in below if m.name.rpartition(".")[2] != "__main__")]:  # fmt: skip
        with contextlib.suppress(Exception, SystemExit), contextlib.redirect_stdout(io.StringIO()):
            found = importlib.import_module(module)
            yield line(module, found)
            if str(getattr(found, "__file__", "")).endswith(".so"):  # its submodules are no files
                inner = {n: v for n, v in vars(found).items() if isinstance(v, ModuleType)}
                yield from (line(f"{module}.{name}", value) for name, value in inner.items())


def line(name: str, module: ModuleType) -> str:
    return f"{name}: {' '.join(n for n in dir(module) if not n.startswith('__'))}\n"


if __name__ == "__main__":
    text = (
        f"# Written by tests/porting/record_names.py with MindSpore {mindspore.__version__}.\n"
        + "".join(sorted(lines()))
    )
    Path(sys.argv[1]).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
