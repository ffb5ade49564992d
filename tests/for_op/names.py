"""The names that a public object goes by."""

from __future__ import annotations

import re
from typing import Any

import msacc
from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.core.declaration import Declaration, MintFunction, PrimitiveClass, functions
from msacc.ops.core.primitive import Primitive

_PLACES = ("", "ops.", "nn.", "mint.", "numpy.", "dataset.", "train.", "Tensor.")


def resolve(name: str) -> Any:
    """The object of a name such as `softsign`, `nn.Dense` or `mindspore.dataset.Cifar10Dataset`."""
    name = re.sub(r"^(msacc|mindspore|ms)\.", "", name)
    for place in _PLACES:
        value: Any = msacc
        try:
            for part in f"{place}{name}".split("."):
                value = getattr(value, part)
        except (AttributeError, NotImplementedError):
            continue
        return value
    raise SystemExit(
        f"msacc has no {name}, nor ops.{name}, nn.{name}, …: write its whole name, as in nn.loss.MSELoss"
    )


def names_of(name: str) -> set[str]:
    """The last parts of the names that lead to an object: those that an op declares, and its own."""
    value, last = resolve(name), name.rpartition(".")[2]
    found, is_primitive = {last}, isinstance(value, type) and issubclass(value, Primitive)
    for chapter in CHAPTERS:
        for fn in functions(chapter):
            declared = {n for each in fn.bindings.declarations for n in _names(each)}
            keys = {key for key, each in vars(chapter).items() if each is fn}
            own = getattr(value, "raw", None) is getattr(fn, "raw", fn)
            if own or (is_primitive and last in declared):
                found |= declared | keys
    return found


def _names(each: Declaration) -> tuple[str, ...]:
    if isinstance(each, PrimitiveClass):
        return (each.name,)
    if isinstance(each, MintFunction):
        return tuple(path.rpartition(".")[2] for path in each.paths)
    return each.names
