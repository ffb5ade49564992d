"""Equal names of a Cell's parameters: found, and refused with their paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msacc.common.parameter import Parameter

# How many equal names a message lists.
_LISTED = 5


def equal_names(pairs: Iterable[tuple[str, Parameter]]) -> dict[str, list[str]]:
    """The names that several of (path, parameter) share, with their paths."""
    paths: dict[str, list[str]] = {}
    for path, parameter in pairs:
        paths.setdefault(parameter.name, []).append(path)
    return {name: places for name, places in paths.items() if len(places) > 1}


def check_names_differ(cell: Any, recurse: bool = True) -> None:
    """ValueError that names the parameters of a Cell that share a name."""
    refuse_equal_names(cell, equal_names(cell.parameters_and_names(expand=recurse)))


def refuse_equal_names(cell: Any, paths: dict[str, list[str]]) -> None:
    """ValueError where there are names that several parameters of a Cell share: `equal_names`, or some of them."""
    if paths:
        raise ValueError(
            f"In {cell.cls_name} parameters share a name, which already exists: {'; '.join(_described(paths))}. Please "
            "set a unique name for each parameter: check_names_and_refresh_name() gives all their paths as names, as "
            "the first call of the outermost Cell does."
        )


def _described(equal: dict[str, list[str]]) -> Iterator[str]:
    for name, paths in list(equal.items())[:_LISTED]:
        yield f"'{name}' is the name of {', '.join(paths[:_LISTED])}" + _more(paths)
    if more := _more(equal):
        yield f"names{more}"


def _more(listed: Any) -> str:
    return f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
