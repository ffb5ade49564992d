"""Paths of Cells and of the Modules that a known map of names says they are."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from msacc.interop.model_names import map_of
from msacc.nn.cell import Cell

# Where a Cell has no counterpart: the path of none.
_NOWHERE = "-"


def check_map(where: str, name: str) -> None:
    """ValueError for the name of a map that is not known."""
    try:
        map_of(name)
    except ValueError as error:
        raise ValueError(f"For '{where}', 'names': {error}.") from None


def module_paths(first: Cell, second: torch.nn.Module, loaded: Mapping[str, str]) -> dict[str, str]:
    """Paths in `second` by those in `first`, of layers and of what has the same name around both.

    `loaded`: names of tensors in `first` by those in `second`.
    """
    cells, modules = dict(first.cells_and_names()), dict(second.named_modules())
    paths: dict[str, str] = {}
    for theirs, own in loaded.items():
        there, here = theirs.rpartition(".")[0], own.rpartition(".")[0]
        if there not in modules or here not in cells:
            continue  # a tensor that the other side has in parts
        if _calls_others(modules[there]) and not list(cells[here].cells()):
            paths[here] = _NOWHERE  # a norm that applies its activation, say
            continue
        while here and there:
            paths.setdefault(here, there)
            if here.rpartition(".")[2] != there.rpartition(".")[2]:
                break
            here, there = here.rpartition(".")[0], there.rpartition(".")[0]
    return paths


def _calls_others(module: torch.nn.Module) -> bool:
    return next(module.children(), None) is not None
