"""What is said of a name that msacc does not have: whether MindSpore has it, and what may be meant."""

from __future__ import annotations

import difflib
import functools
import sys
from pathlib import Path
from typing import NamedTuple

_TABLE = Path(__file__).with_name("mindspore_names.txt")
_FORMER = Path(__file__).with_name("former_names.txt")
# What MindSpore calls classes of torch.nn.
_TORCH_NN = {
    "Module": "Cell",
    "ModuleList": "CellList",
    "ModuleDict": "CellDict",
    "Sequential": "SequentialCell",
    "Parameter": "mindspore.Parameter",
    "ConvTranspose1d": "Conv1dTranspose",
    "ConvTranspose2d": "Conv2dTranspose",
    "ConvTranspose3d": "Conv3dTranspose",
    "functional": "mindspore.ops",
}


class FormerRow(NamedTuple):
    """A name that an older MindSpore had; a row of a module holds for all below it."""

    name: str
    release: str  # one that had it
    instead: str = ""

    def __str__(self) -> str:
        said = f"MindSpore {self.release} had it, 2.10 has not"
        return f"{said}; {self.instead}" if self.instead else said


@functools.cache
def former_names() -> dict[str, FormerRow]:
    """The rows of `former_names.txt` by their name."""
    lines = _FORMER.read_text(encoding="utf-8").splitlines()
    rows = [
        [field.strip() for field in line.split("|")] for line in lines if line[:1] not in ("", "#")
    ]
    return {fields[0]: FormerRow(*fields) for fields in rows}


def former(name: str) -> FormerRow | None:
    """The row of a name, or of the nearest module above it that has one."""
    while name:
        if name in former_names():
            return former_names()[name]
        name = name.rpartition(".")[0]
    return None


@functools.cache
def known_names() -> dict[str, frozenset[str]]:
    """The public names of MindSpore 2.10, by module."""
    rows = (line.partition(":") for line in _TABLE.read_text().splitlines())
    return {module: frozenset(names.split()) for module, _, names in rows}


def missing(fullname: str) -> str:
    """What to say about a mindspore name that msacc does not have."""
    module, _, name = fullname.rpartition(".")
    if name in known_names().get(module, ()) or fullname in known_names():
        when = "MindSpore 2.10 does"
    elif row := former(fullname):
        return f"msacc does not have {fullname} ({row})"
    else:
        when = "nor does MindSpore 2.10 document it"
    return f"msacc does not have {fullname} ({when}){_suggestion(module, name)}"


@functools.cache  # tools such as pytest ask each module in a test's names for the same few
def _suggestion(module: str, name: str) -> str:
    """What a misspelt name may stand for: a name that the module has."""
    if module == "mindspore.nn" and name in _TORCH_NN:
        return f"; torch.nn.{name} is {_TORCH_NN[name]} in MindSpore"
    if module == "mindspore.nn" and name in known_names().get("mindspore.ops", ()):
        return f"; MindSpore has it as mindspore.ops.{name}"
    holder = sys.modules.get(module.replace("mindspore", "msacc", 1))
    names = [n for n in vars(holder or object) if not n.startswith("_")]
    close = difflib.get_close_matches(name, names, 1)
    if not close:  # another case, or the beginning of a longer name
        lower = name.lower()
        close = [n for n in names if n.lower() == lower or n.lower().startswith(lower)][:1]
    return f"; did you mean {close[0]!r}?" if close else ""
