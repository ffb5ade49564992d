"""Which public names lack a part of their docstring: `python -m docs.docstrings [--all]`.

A docstring tells a stranger what the thing does (one plain sentence first), what each argument is (named, with shape
and dtype where it is a Tensor), what comes back, which errors there are, and what differs from MindSpore. Without
`--all` the names of docs/most_used.txt are read, those that most public files use (of those behind the first 300, which
were counted, neither errors nor differences are asked for); with it, all public names.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msacc.common.tensor import Tensor
from msacc.examples import HEADING
from msacc.missing_names import known_names
from msacc.nn import Cell
from msacc.ops import Primitive

MOST_USED = Path(__file__).with_name("most_used.txt")
DOCUMENTED = Path(__file__).with_name("documented_names.txt")
_COUNTED = 300
_NO_ARGUMENTS = {"self", "args", "kwargs", "names", "cls"}
_RESULT = re.compile(r"\b(returns?|gives?|results?|outputs?|yields?|called with)\b", re.IGNORECASE)
_ERRORS = re.compile(r"\b(raises|no\s+error)\b", re.IGNORECASE)
_SHAPE = re.compile(
    r"\b(shapes?|dimensions?|axis|axes|scalar|vector|matrix|0-d|1-D|\d-D|lengths?)\b"
    r"|\((?:[A-Z…*]|batch|sequence|count|rows|n,)"
)
_DTYPE = re.compile(
    r"\b(dtypes?|b?floats?\d*|u?ints?\d*|integers?|bools?|numbers?|numeric|complex|types?)\b", re.I
)
_EMPTY = re.compile(r"^`?(torch|mindspore)[\w.]*`?( for Tensors)?\.?$")
_REFUSED = re.compile(r"\b(Refused|Not here|Unsupported): |`: refused; ")
# Parts of msacc.ops and msacc.mint whose arguments have neither shape nor dtype.
_WITHOUT_TENSORS = {
    "msacc.mint.distributed._point_to_point": "any objects of Python's",
    "msacc.mint.distributed._process_groups": "groups and ranks",
    "msacc.mint.distributed.in_place": "a switch",
    "msacc.ops.bindings.primitives.custom_op_info": "builds a description of an op",
    "msacc.ops.bindings.primitives.kernel_info": "builds a description of a kernel",
    "msacc.ops.bindings.primitives.tbe_kernel_info": "builds a description of a kernel",
    "msacc.ops.container_functions": "tuples, lists, dicts, slices and bools",
    "msacc.ops.core.primitive": "settings of a primitive",
    "msacc.ops.func_graph": "functions, and values of any kind",
    "msacc.ops.graph_queries": "questions about values of any kind",
    "msacc.ops.legacy_containers": "numbers, strings, tuples, lists and dicts",
    "msacc.ops.op_registries": "registers functions",
}
# ... and single names: they wait, tell of dtypes or of Python's objects, or do nothing.
_NAMES_WITHOUT_TENSORS = {
    "mindspore.mint.distributed.barrier",
    "mindspore.mint.optim.FusedAdamW.contiguous_params",
    "mindspore.numpy.isscalar",
    "mindspore.numpy.promote_types",
    "mindspore.ops.Barrier",
    "mindspore.ops.barrier",
    "mindspore.ops.communication.barrier",
}


def resolve(name: str) -> Any:
    """The object behind a name such as `mindspore.nn.Dense`; None if msacc does not have it."""
    path = name.replace("mindspore", "msacc", 1).split(".")
    for cut in range(len(path), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(path[:cut]))
            for part in path[cut:]:
                found = getattr(found, part)
            return found
        except (ImportError, AttributeError):
            continue
        except NotImplementedError:  # what msacc refuses when it is named
            return None
    return None


def parameters(thing: Any) -> list[str]:
    """The names of the arguments a user gives; of an enumeration those of its members.

    Those that a layer takes over from Cell tell nothing about it.
    """
    if _is_enum(thing):
        return list(thing.__members__)
    if inspect.isclass(thing) and thing is not Cell and thing.__init__ is Cell.__init__:
        return []
    try:
        names = list(inspect.signature(thing).parameters)
    except (TypeError, ValueError):
        return []
    return [n for n in names if n not in _NO_ARGUMENTS and not n.startswith("_")]


def lacks(thing: Any) -> list[str]:
    """What the docstring of `thing` does not tell."""
    text = (inspect.getdoc(thing) or "").split(HEADING)[0]
    first = text.split("\n\n")[0].replace("\n", " ")
    missing = []
    if len(first.split()) < 4 or not re.search(r"[.:;)]($|\s)", first) or _EMPTY.match(first):
        missing.append("a plain sentence")
    unnamed = [p for p in parameters(thing) if not re.search(rf"\b{re.escape(p)}\b", text)]
    if unnamed:
        missing.append("arguments " + ", ".join(unnamed))
    if parameters(thing) or _computes(thing):
        # An enumeration is not called, so it has no errors to tell of.
        parts = {k: v for k, v in _PARTS.items() if k != "errors" or not _is_enum(thing)}
        missing += [word for word, seen in parts.items() if not seen.search(text)]
    if _computes(thing):
        missing += [word for word, seen in _TENSORS.items() if not seen.search(text)]
    return missing


_PARTS = {"errors": _ERRORS, "difference to MindSpore": re.compile("MindSpore")}
_TENSORS = {"result": _RESULT, "shapes": _SHAPE, "dtypes": _DTYPE}


def _is_enum(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, enum.Enum)


def _computes(thing: Any) -> bool:
    """Whether Tensors go in and come out: ops, primitives, layers."""
    if inspect.isclass(thing):
        home = thing.__module__
        return issubclass(thing, Primitive) or home.startswith(("msacc.nn.layer", "msacc.nn.loss"))
    return (getattr(thing, "__module__", "") or "").startswith(
        ("msacc.ops", "msacc.numpy", "msacc.mint")
    )


def names(everything: bool) -> Iterator[str]:
    """The names to look at, one for each object."""
    if not everything:
        yield from MOST_USED.read_text().split()
        return
    seen: set[int] = set()
    for module, members in sorted(known_names().items()):
        for member in sorted(members):
            thing = resolve(f"{module}.{member}")
            if callable(thing) and id(thing) not in seen and not isinstance(thing, Tensor):
                seen.add(id(thing))
                yield f"{module}.{member}"


def listed() -> Iterator[str]:
    """The names of the reference, those of classes too."""
    for line in DOCUMENTED.read_text().splitlines():
        module, _, members = line.partition(": ")
        yield from (f"{module}.{member}" for member in members.split())


def lacks_arguments(thing: Any, name: str = "") -> list[str]:
    """What the docstring of a rarer name does not tell: what it does, its arguments, their shapes and dtypes."""
    if not callable(thing) or isinstance(thing, Tensor) or not parameters(thing):
        return []
    asked = ["a plain sentence", "arguments"]
    home = getattr(thing, "__module__", None) or ""
    refused = _REFUSED.search(inspect.getdoc(thing) or "")
    if home not in _WITHOUT_TENSORS and name not in _NAMES_WITHOUT_TENSORS and not refused:
        asked += ["shapes", "dtypes"]
    return [part for part in lacks(thing) if part.startswith(tuple(asked))]


def report() -> list[str]:
    """One line for each of the most used names whose docstring lacks something."""
    found = {name: lacks(resolve(name)) for name in names(False)}
    for name in list(found)[_COUNTED:]:
        found[name] = [part for part in found[name] if part not in _PARTS]
    return _lines(found)


def report_arguments(of: Iterable[str]) -> list[str]:
    """One line for each name whose docstring does not tell its arguments."""
    return _lines({name: lacks_arguments(resolve(name), name) for name in dict.fromkeys(of)})


def _lines(found: dict[str, list[str]]) -> list[str]:
    return [f"{name}: {'; '.join(missing)}" for name, missing in found.items() if missing]


def main(argv: list[str]) -> int:
    """Print the report; 1 if it is not empty."""
    lines = report_arguments([*names(True), *listed()]) if "--all" in argv else report()
    print("\n".join(lines))
    print(f"{len(lines)} names lack something.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
