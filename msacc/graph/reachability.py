"""Collects the Cells and parameters that a function refers to and its graph will read.

A function compiled with parameters still unfilled (no_init_parameters) would draw them inside its graph;
they are filled before.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType
from typing import Any

from msacc.common.cell_tree import is_cell, refresh_names_once
from msacc.common.parameter import Parameter


def fill_delayed(fn: object) -> None:
    """Fill the delayed parameters of every Cell and Parameter that `fn` refers to.

    What else a Cell does before its first call is done here, too: within a graph it does not.
    """
    for item in holders(fn):
        if isinstance(item, Parameter):
            item.init_data()
        else:
            item.init_parameters_data()
            if item._msacc_uncalled:
                refresh_names_once(item)


def parameters_of(fn: object) -> list[Parameter]:
    """The parameters of every Cell and every Parameter that `fn` refers to, each once."""
    parameters: dict[int, Parameter] = {}
    for item in holders(fn):
        item_parameters = [item] if isinstance(item, Parameter) else item.get_parameters()
        parameters.update({id(p): p for p in item_parameters})
    return list(parameters.values())


def holders(fn: object) -> Iterator[Any]:
    """The Cells and Parameters that `fn` is or refers to."""
    seen: set[int] = set()
    waiting = [fn]
    while waiting:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, type):  # a Cell's class, not a Cell
            continue
        if isinstance(item, Parameter) or is_cell(item):
            yield item
        else:
            waiting.extend(_referred(item))


def _referred(item: Any) -> Iterator[Any]:
    """What a function, partial, method or plain container holds."""
    if isinstance(item, FunctionType):
        for cell in item.__closure__ or ():
            try:
                yield cell.cell_contents
            except ValueError:  # a name not bound yet
                continue
        for name in names_in(item.__code__):
            value = item.__globals__.get(name)
            if is_cell(value) or isinstance(value, FunctionType):
                yield value
    elif isinstance(item, MethodType):
        yield from (item.__self__, item.__func__)
    elif isinstance(item, functools.partial):
        yield from (item.func, *item.args, *item.keywords.values())
    elif isinstance(item, (tuple, list)):
        yield from item


def names_in(code: CodeType) -> Iterator[str]:
    """Every name of a global or attribute that `code` and the functions in it use."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)
