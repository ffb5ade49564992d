"""Writes the names of MindSpore's modules, and of the members of its classes; run it where MindSpore is installed.

python tests/porting/record_names.py msacc/porting
"""

from __future__ import annotations

import contextlib
import gzip
import importlib
import io
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType

import mindspore


def modules() -> Iterator[tuple[str, ModuleType]]:
    """Each module that can be imported."""
    below = pkgutil.walk_packages(mindspore.__path__, "mindspore.", onerror=lambda name: None)
    for name in ["mindspore", *(m.name for m in below if m.name.rpartition(".")[2] != "__main__")]:  # fmt: skip
        with contextlib.suppress(Exception, SystemExit), contextlib.redirect_stdout(io.StringIO()):
            found = importlib.import_module(name)
            yield name, found
            if str(getattr(found, "__file__", "")).endswith(".so"):  # its submodules are no files
                inner = {n: v for n, v in vars(found).items() if isinstance(v, ModuleType)}
                yield from ((f"{name}.{below}", value) for below, value in inner.items())


def line(name: str, names: Iterable[str]) -> str:
    return f"{name}: {' '.join(n for n in names if not n.startswith('__'))}\n"


def home(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def is_mindspores(cls: type) -> bool:
    return str(getattr(cls, "__module__", "")).partition(".")[0] == "mindspore"


def members(found: list[tuple[str, ModuleType]]) -> Iterator[str]:
    """`class(bases): name name ...`, and `object = class class:` for what modules hold under one name."""
    objects: dict[str, set[type]] = {}
    classes: set[type] = set()
    for name, value in (item for _, module in found for item in vars(module).items()):
        cls = value if isinstance(value, type) else type(value)
        classes.update(c for c in cls.__mro__ if is_mindspores(c))
        if cls is not value and is_mindspores(cls) and _is_helper(cls):
            objects.setdefault(name, set()).add(cls)
    for cls in classes:
        bases = " ".join(home(b) for b in cls.__bases__ if is_mindspores(b))
        yield line(f"{home(cls)}({bases})", sorted(vars(cls)))
    for name, kinds in objects.items():
        yield f"{name} = {' '.join(sorted(map(home, kinds)))}:\n"


def _is_helper(cls: type) -> bool:
    """Whether objects of a class are neither ops nor members of an enumeration."""
    return not cls.__module__.startswith(("mindspore.ops.", "mindspore._c_")) and not issubclass(
        cls, Enum
    )


def write(path: Path, lines: Iterable[str]) -> None:
    head = f"# Written by tests/porting/record_names.py with MindSpore {mindspore.__version__}.\n"
    path.write_bytes(gzip.compress((head + "".join(sorted(lines))).encode(), 9, mtime=0))


if __name__ == "__main__":
    # Each module's names before the next one is imported, which may add to them.
    there = [(line(name, dir(found)), name, found) for name, found in modules()]
    folder = Path(sys.argv[1])
    write(folder / "mindspore_names.txt.gz", (text for text, _, _ in there))
    write(folder / "mindspore_members.txt.gz", members([(name, found) for _, name, found in there]))
