"""Writes msacc/mindspore_homes.txt: in which module MindSpore 2.10 defines each public class and function.

`python tests/internals/homes.py record FILE` where MindSpore is installed, then
`python -m tests.internals.homes write FILE`.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "msacc" / "mindspore_homes.txt"
NAMES = ROOT / "msacc" / "mindspore_names.txt"
Homes = dict[str, dict[str, tuple[str, str]]]


def members() -> Iterator[tuple[str, str, Any]]:
    """The classes and functions of MindSpore's public modules, as `mindspore` has them here."""
    for row in NAMES.read_text().splitlines():
        path, _, names = row.partition(":")
        try:
            module = importlib.import_module(path)
        except ImportError:
            continue
        for name in names.split():
            try:
                value = getattr(module, name)
            except Exception:
                continue
            if isinstance(value, (type, FunctionType, BuiltinFunctionType)):
                yield path, name, value


def recorded() -> Homes:
    """Public module -> name -> where the real MindSpore defines it, and under which name."""
    found: Homes = defaultdict(dict)
    for path, name, value in members():
        home = str(getattr(value, "__module__", None))
        if home.startswith("mindspore"):
            found[path][name] = (home, value.__qualname__)
    return found


def resolve(module: str, name: str) -> Any:
    """What `from module import name` gives, or None."""
    try:
        return getattr(importlib.import_module(module), name)
    except Exception:
        return None


def chosen(homes: Homes) -> dict[str, dict[str, set[str]]]:
    """Module of msacc -> module of MindSpore -> names, where both know the object under that name."""
    table: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    done = set()
    # Not imported above: where MindSpore is installed, `record` runs without msacc.
    defined_in = importlib.import_module("msacc.mindspore_homes").defined_in
    for path, name, value in sorted(members(), key=lambda row: (row[0].count("."), row[:2])):
        own, theirs = defined_in(value), homes.get(path, {}).get(name)
        usable = own.startswith("msacc") and value.__qualname__ == name and theirs is not None
        if not usable or id(value) in done or resolve(own, name) is not value:
            continue
        assert theirs is not None
        # By its public module where MindSpore has it from its compiled core.
        known = theirs[1] == name and resolve(theirs[0], name) is value
        home = theirs[0] if known and "._c_expression" not in theirs[0] else path
        table[own][home].add(name)
        done.add(id(value))
    return table


def text(homes: Homes) -> str:
    """The table: `module of msacc > module of MindSpore: names`."""
    rows = [
        f"{own} > {home}: {' '.join(sorted(names))}"
        for own, by_home in chosen(homes).items()
        for home, names in by_home.items()
    ]
    return "\n".join(sorted(rows)) + "\n"


if __name__ == "__main__":
    what, file = sys.argv[1:]
    if what == "record":
        Path(file).write_text(json.dumps(recorded()))
    else:
        importlib.import_module("msacc").install_as_mindspore()
        TABLE.write_text(text(json.loads(Path(file).read_text())))
