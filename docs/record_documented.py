"""Record which names MindSpore documents: `python -m docs.record_documented`, where MindSpore is installed.

MindSpore publishes a reference page for a name when it stands in the `__all__` of a public module and its
docstring is one of reference: a section of platforms, arguments, results, examples or notes, or a pointer
to the entry that has them. Constants, types and enumerations in `__all__` are on the page of their module.
The members of a documented class are held to the same rule, and counted with the class, once.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import mindspore

from tests.signatures.reading import walk

ALL = Path(__file__).parents[1] / "msacc" / "mindspore_names.txt"
TABLE = Path(__file__).with_name("documented_names.txt")
# Modules that MindSpore's reference does not list: their names stand in the module above or beside them.
_UNLISTED = {
    "mindspore.ops.auto_generate", "mindspore.ops.composite", "mindspore.ops.functional",
    "mindspore.ops.operations", "mindspore.nn.layer", "mindspore.nn.loss", "mindspore.nn.optim",
    "mindspore.nn.wrap", "mindspore.train.callback", "mindspore.train.serialization",
    "mindspore.common.dtype", "mindspore.context", "mindspore.log",
}  # fmt: skip
# What a class overrides for the framework, without an entry in the reference.
_OVERRIDDEN = re.compile(r"infer_|check_(elim|dtype|shape)|construct$|bprop$")
# Classes with a row of their own.
_OWN_ROW = ("mindspore.Tensor", "mindspore.Parameter", "mindspore.nn.Cell")
_ENTRY = re.compile(
    r"^\s*(Args|Inputs|Outputs|Returns|Supported Platforms|Examples?|Raises|Notes?|Parameters|Warning)\b"
    r"|[Rr]efer to|[Aa]lias (for|of)|[Ff]or details|:func:|:class:",
    re.MULTILINE,
)


def is_entry(value: Any) -> bool:
    """Whether a docstring is one that a reference page is made of."""
    return bool(_ENTRY.search(inspect.getdoc(value) or ""))


def is_plain(value: Any) -> bool:
    """A constant, a type or an enumeration: listed on the page of its module."""
    return not inspect.isroutine(value) and not (
        inspect.isclass(value) and value.__module__.startswith("mindspore.")
    )


def names_of(holder: Any) -> list[str]:
    """The public names of a module, or those that a class defines itself."""
    if not isinstance(holder, ModuleType):
        bases = holder.__mro__ if holder in (mindspore.Tensor, mindspore.nn.Cell) else [holder]
        own = {n for c in bases for n in vars(c)}
        return sorted(n for n in own if not n.startswith("_") and not _OVERRIDDEN.match(n))
    listed = getattr(holder, "__all__", None)
    if not listed:
        listed = [n for n, v in vars(holder).items() if _home(v).startswith(holder.__name__)]
    return sorted({n for n in listed if not n.startswith("_")})


def _home(value: Any) -> str:
    return getattr(value, "__module__", None) or ""


def documented(holder: Any) -> Iterator[tuple[str, Any]]:
    """The names of a module or class that have a place in the reference."""
    for name in names_of(holder):
        value = inspect.getattr_static(holder, name, None)
        value = getattr(holder, name, None) if isinstance(holder, ModuleType) else value
        if value is None or inspect.ismodule(value) or type(value).__name__ == "_Feature":
            continue
        listed = isinstance(holder, ModuleType) and hasattr(holder, "__all__") and is_plain(value)
        if listed or (not is_plain(value) or isinstance(value, property)) and is_entry(value):
            yield name, value


def main() -> None:
    """Write the table."""
    seen: set[type] = set()
    lines = []
    modules = {line.partition(":")[0] for line in ALL.read_text().splitlines()}
    for module in sorted(modules - _UNLISTED, key=lambda m: (m == "mindspore", m)):
        holder = walk(module)[1]
        found = []
        for name, value in documented(holder):
            found.append(name)
            own_row = f"{module}.{name}" in _OWN_ROW or not isinstance(holder, ModuleType)
            if inspect.isclass(value) and value not in seen and not own_row:
                seen.add(value)
                found += [f"{name}.{member}" for member, _ in documented(value)]
        if found:
            lines.append(f"{module}: {' '.join(found)}")
    TABLE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
