"""Which names the parts of a Cell may have."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


def check_free(
    cell: Cell, where: str, argument: str, name: Any, own: Container[str], dots: bool = False
) -> None:
    """TypeError for a name that is no str, KeyError for one that cannot be a new attribute's.

    `own`: the names of things of its kind, which it may replace; `dots`: it may have '.' in it.
    """
    if not isinstance(name, str):
        raise TypeError(f"For '{where}', '{argument}' must be a str, but got {name!r}.")
    if not name or ("." in name and not dots):
        raise KeyError(f"For '{where}', '{argument}' must not be empty or hold '.', got {name!r}.")
    if hasattr(cell, name) and name not in own:
        raise KeyError(
            f"For '{where}', '{argument}' {name!r} is an attribute of {cell.cls_name} already."
        )


# Attributes of every Cell that its class does not show.
_STATE = ("training", "requires_grad", "phase", "param_prefix")


def check_new(cell: Cell, name: str, own: Container[str]) -> None:
    """KeyError where a Parameter or Cell would hide something of another kind, or have no plain name.

    `own`: the names of what it may replace; other plain attributes it may replace too.
    """
    if name in own:
        return
    tables = (cell._params, cell._cells, cell.__dict__.get("_buffers", ()))
    hidden = hasattr(type(cell), name) and name not in cell._msacc_free_names
    if not name or "." in name or hidden or name in _STATE or any(name in t for t in tables):
        raise KeyError(
            f"'{name}' is an attribute of {cell.cls_name} already, or no name for one: choose another."
        )
