"""What calls take that tell their forms apart by looking at `*args, **kwargs`, as MindSpore's errors list it.

A form begins at the margin, with the name behind `msacc.`; what its types mean stands in `SCOPE`.
"""

from __future__ import annotations

import ast
import collections
import collections.abc
import functools
import inspect
import re
import typing
from typing import Any

import numpy as np

from msacc.common import dtype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from stub_writer.annotations import Module
from stub_writer.signatures import definition, signature_of_source

_FORMS = """\
common.tensor.Tensor.sum(axis: Axes = None, dtype: DType | None = None, keepdims: bool = False,
    initial: Number | None = None) -> Tensor
common.tensor.Tensor.sum(dim: Axes = None, keepdim: bool = False, *, dtype: DType | None = None) -> Tensor
common.tensor.Tensor.mean(axis: Axes = None, keep_dims: bool = False) -> Tensor
common.tensor.Tensor.mean(dim: Axes = None, keepdim: bool = False, *, dtype: DType | None = None) -> Tensor
common.tensor.Tensor.max(dim: SupportsIndex, keepdim: bool = False) -> Any
common.tensor.Tensor.max(axis: Axes = None, keepdims: bool = False, *, initial: Number | None = None,
    where: bool | Tensor = True, return_indices: bool = False) -> Any
common.tensor.Tensor.min(dim: SupportsIndex, keepdim: bool = False) -> Any
common.tensor.Tensor.min(axis: Axes = None, keepdims: bool = False, *, initial: Number | None = None,
    where: bool | Tensor = True, return_indices: bool = False) -> Any
common.tensor.Tensor.std(axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Tensor
common.tensor.Tensor.std(dim: Axes = None, *, correction: int = 1, keepdim: bool = False) -> Tensor
common.tensor.Tensor.var(axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Tensor
common.tensor.Tensor.var(dim: Axes = None, *, correction: int = 1, keepdim: bool = False) -> Tensor
common.tensor.Tensor.gather(input_indices: Tensor, axis: int, batch_dims: int = 0) -> Tensor
common.tensor.Tensor.gather(dim: int, index: Tensor) -> Tensor
common.tensor.Tensor.select(condition: Tensor, y: Tensor | Number) -> Tensor
common.tensor.Tensor.select(dim: int, index: int) -> Tensor
common.tensor.Tensor.index_add(dim: int, index: Tensor, source: Tensor, *, alpha: Number = 1) -> Tensor
common.tensor.Tensor.index_add(indices: Tensor, y: Tensor, axis: int, use_lock: bool = True,
    check_index_bound: bool = True) -> Tensor
common.tensor.Tensor.scatter_add(indices: Tensor, updates: Tensor) -> Tensor
common.tensor.Tensor.scatter_add(dim: int, index: Tensor, src: Tensor) -> Tensor
common.tensor.Tensor.to(dtype: DType, non_blocking: bool = False, copy: bool = False) -> Tensor
common.tensor.Tensor.to(device: str | None = None, dtype: DType | None = None, non_blocking: bool = False,
    copy: bool = False) -> Tensor
common.tensor.Tensor.to(other: Tensor, non_blocking: bool = False, copy: bool = False) -> Tensor
mint.max(input: Tensor) -> Any
mint.max(input: Tensor, dim: SupportsIndex, keepdim: bool = False) -> Any
mint.max(input: Tensor, other: Tensor | Number) -> Any
mint.min(input: Tensor) -> Any
mint.min(input: Tensor, dim: SupportsIndex, keepdim: bool = False) -> Any
mint.min(input: Tensor, other: Tensor | Number) -> Any
nn.cell.cell.Cell.to(dtype: DType, non_blocking: bool = False) -> Any
nn.cell.cell.Cell.to(device: str | None = None, dtype: DType | None = None, non_blocking: bool = False) -> Any
nn.cell.cell.Cell.to(tensor: Tensor, non_blocking: bool = False) -> Any
nn.layer.rnns.LSTM.__init__(input_size: int, hidden_size: int, num_layers: int = 1, has_bias: bool = True,
    batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, dtype: DType = ...) -> None
nn.layer.rnns.GRU.__init__(input_size: int, hidden_size: int, num_layers: int = 1, has_bias: bool = True,
    batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, dtype: DType = ...) -> None
nn.layer.rnns.RNN.__init__(input_size: int, hidden_size: int, num_layers: int = 1, has_bias: bool = True,
    batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, dtype: DType = ..., *,
    nonlinearity: str = "tanh") -> None
nn.layer.container.SequentialCell.__init__(cells: Sequence[Cell] | OrderedDict[str, Any], /) -> None
nn.layer.container.SequentialCell.__init__(*cells: Cell) -> None
nn.layer.container.CellList.__init__(cells: Sequence[Cell], /, *, auto_prefix: bool = True) -> None
nn.layer.container.CellList.__init__(*cells: Cell, auto_prefix: bool = True) -> None
nn.layer.container.CellDict.__init__(cells: Mapping[str, Cell] | Iterable[tuple[str, Cell] | list[Any]] | Cell = ...,
    /, *, auto_prefix: bool = True) -> None
"""
# What the forms name.
SCOPE: dict[str, Any] = {
    **vars(typing),
    **vars(collections.abc),
    "OrderedDict": collections.OrderedDict,
    "Axes": typing.SupportsIndex | collections.abc.Sequence[typing.SupportsIndex] | Tensor | None,
    "Cell": Cell,
    "DType": dtype.Type | type[int] | type[float] | type[complex],
    "Number": complex | np.generic,
    "Tensor": Tensor,
}


_OF_A_CLASS = re.compile(r"\.[A-Z]")


def forms(name: str) -> list[inspect.Signature]:
    """The forms of a function, method or constructor by its full name."""
    return _by_name().get(name, [])


@functools.cache
def _by_name() -> dict[str, list[inspect.Signature]]:
    found: dict[str, list[inspect.Signature]] = {}
    for form in re.split(r"\n(?=\w)", _FORMS):
        name, _, rest = form.partition("(")
        first = "self, " if _OF_A_CLASS.search(name) else ""
        (node,) = ast.parse(f"def form({first}{rest.strip()}: ...").body
        assert isinstance(node, ast.FunctionDef)
        found.setdefault(f"msacc.{name}", []).append(signature_of_source(node))
    return found


def in_forms(
    module: Module, name: str, found: list[inspect.Signature], fn: Any, *, indent: str = ""
) -> list[str]:
    """A function of one form, or of several as overloads, the first with its docstring."""
    lines = []
    for place, form in enumerate(found):
        if len(found) > 1:
            lines.append(f"{indent}@{module.named('typing', 'overload')}")
        doc = (fn.__doc__ or "") if place == 0 and not name.startswith("_") else ""
        lines += definition(module, name, form, SCOPE, indent=indent, doc=doc)
    return lines
