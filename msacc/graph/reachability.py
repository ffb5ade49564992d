"""Collects the Cells and parameters that a function refers to and its graph will read.

A function compiled with parameters still unfilled (no_init_parameters) would draw them inside its graph;
they are filled before.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from msacc.common.parameter import Parameter


def fill_delayed(fn: Any) -> None:
    """Fill the delayed parameters of every Cell and Parameter that `fn` refers to."""
    for item in holders(fn):
        if isinstance(item, Parameter):
            item.init_data()
        else:
            item.init_parameters_data()


def parameters_of(fn: Any) -> list[Parameter]:
    """The parameters of every Cell and every Parameter that `fn` refers to, each once."""
    parameters: dict[int, Parameter] = {}
    for item in holders(fn):
        item_parameters = [item] if isinstance(item, Parameter) else item.get_parameters()
        parameters.update({id(p): p for p in item_parameters})
    return list(parameters.values())


def use_python_numbers(fn: Any) -> None:
    """Makes Python's numbers of NumPy scalars among the attributes of Cells that `fn` refers to.

    Dynamo takes NumPy's for arrays, which have dtypes of their own; a number keeps its value.
    """
    for item in holders(fn):
        if is_cell(item):
            for _, cell in item.cells_and_names():
                attributes = cell.__dict__
                scalars = [n for n, v in attributes.items() if isinstance(v, (np.number, np.bool_))]
                for name in scalars:
                    attributes[name] = attributes[name].item()


def holders(fn: Any) -> Iterator[Any]:
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


def is_cell(value: Any) -> bool:
    """Whether `value` is a Cell, asked of its class: an object of the user's may have a __getattr__ of its own."""
    return hasattr(type(value), "init_parameters_data")


def names_in(code: CodeType) -> Iterator[str]:
    """Every name of a global or attribute that `code` and the functions in it use."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)
