"""What is said of a name that msacc does not have: whether MindSpore has it, and what may be meant."""

from __future__ import annotations

import difflib
import functools
import sys
from pathlib import Path

_TABLE = Path(__file__).with_name("mindspore_names.txt")
# Names MindSpore had and dropped, with the last release that held them.
_DROPPED = {
    "dataset.GraphData": "2.4",
    "nn.SparseAdam": "1.1",
    "nn.layer.quant": "1.10",
    "set_offload_context": "2.4",
}
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


@functools.cache
def known_names() -> dict[str, frozenset[str]]:
    """The public names of MindSpore 2.10, by module."""
    rows = (line.partition(":") for line in _TABLE.read_text().splitlines())
    return {module: frozenset(names.split()) for module, _, names in rows}


def missing(fullname: str) -> str:
    """What to say about a mindspore name that msacc does not have."""
    module, _, name = fullname.rpartition(".")
    below = fullname.partition(".")[2]
    if name in known_names().get(module, ()) or fullname in known_names():
        when = "MindSpore 2.10 does"
    else:
        last = next(
            (v for k, v in _DROPPED.items() if below == k or below.startswith(k + ".")), None
        )
        when = f"MindSpore had it until {last}" if last else "nor does MindSpore 2.10 document it"
    return f"msacc does not have {fullname} ({when}){_suggestion(module, name)}"


@functools.cache  # tools such as pytest ask each module in a test's names for the same few
def _suggestion(module: str, name: str) -> str:
    """What a misspelt name may stand for: a name that the module has."""
    if module == "mindspore.nn" and name in _TORCH_NN:
        return f"; torch.nn.{name} is {_TORCH_NN[name]} in MindSpore"
    holder = sys.modules.get(module.replace("mindspore", "msacc", 1))
    names = [n for n in vars(holder or object) if not n.startswith("_")]
    close = difflib.get_close_matches(name, names, 1)
    if not close:  # another case, or the beginning of a longer name
        lower = name.lower()
        close = [n for n in names if n.lower() == lower or n.lower().startswith(lower)][:1]
    return f"; did you mean {close[0]!r}?" if close else ""
