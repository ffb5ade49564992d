"""Parameters, buffers and Cells that become a Cell's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter, Structure
from msacc.common.tensor import Tensor, wrap
from msacc.graph.execution_state import REBINDS, execution
from msacc.nn.cell.attribute_names import check_free, check_new

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

# What a graph may put into a Parameter by `self.name = …`.
NUMBERS = (bool, int, float)


def number_for(name: str, parameter: Parameter, value: bool | int | float) -> Tensor:
    """What `self.name = value` puts into a Parameter in a graph; op by op MindSpore knows no such assignment."""
    if parameter.ndim:
        raise ValueError(
            f"For 'Assign', '{name}' has shape {parameter.shape} and takes no number: give a Tensor of that shape."
        )
    if isinstance(value, float) and not parameter._t.dtype.is_floating_point:
        raise TypeError(f"Parameter '{name}' of {parameter.dtype} takes no float, but got {value}.")
    return wrap(torch.full((), value, dtype=parameter._t.dtype, device=parameter._t.device))


def keep_param(cell: Cell, param_name: str, param: Parameter | None) -> None:
    """Register a Parameter, or None, under a name."""
    if param is not None and not isinstance(param, Parameter):
        raise TypeError(
            "For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, "
            f"but got {type(param)}."
        )
    if param is not None and not param.has_own_name:
        param.name = param_name
        param.has_own_name = True
    Structure.change()
    cell._params[param_name] = param
    cell.__dict__[param_name] = param
    if param is not None and param.has_init:
        cell.__dict__["_msacc_unfilled"] = True
        cell._msacc_refresh()


def keep_tuple(cell: Cell, parameters: Iterable[Parameter]) -> None:
    """Register the elements of a ParameterTuple by their names; those without one are counted."""
    for item in parameters:
        name = item.name
        if not item.has_own_name:
            count = cell.__dict__["_msacc_unnamed"] = cell.__dict__.get("_msacc_unnamed", 0) + 1
            name = f"Parameter${count}"
        keep_param(cell, name, item)
        if "." in name:
            cell.__dict__.pop(name, None)


def insert_param(cell: Cell, param_name: str, param: Parameter | None, dots: bool) -> None:
    """`Cell.insert_param_to_cell`; with `dots` the name may have some."""
    check_free(cell, "insert_param_to_cell", "param_name", param_name, cell._params, dots)
    keep_param(cell, param_name, param)


def register_buffer(cell: Cell, name: str, tensor: Tensor | None, persistent: bool) -> None:
    """`Cell.register_buffer`."""
    own = cell.__dict__.setdefault("_buffers", {})
    if not isinstance(name, str):
        raise TypeError(f"buffer name should be a string, but got {name!r}.")
    if "." in name:
        raise KeyError(f'buffer name can\'t contain ".", but got {name!r}.')
    check_free(cell, "register_buffer", "name", name, own)
    if tensor is not None and not isinstance(tensor, Tensor):
        raise TypeError(
            f"cannot assign '{type(tensor)}' as buffer '{name}' (Tensor or None required)"
        )
    own[name] = cell.__dict__[name] = tensor
    transient = cell.__dict__.setdefault("_msacc_transient", set())
    (transient.discard if persistent else transient.add)(name)


def layouts(cell: Cell) -> dict[str, list[Any]]:
    """`Cell.parameter_layout_dict`."""
    found = {}
    for parameter in (p for _, p in cell.parameters_and_names() if p.layout is not None):
        layout = parameter.layout
        grid, part = (
            [list(layout.device_matrix), list(layout.tensor_map)],
            [*layout.slice_shape],
        )
        found[parameter.name] = [*grid, part, 0, True, "", [*layout.shape], part]
    return found


def keep_cell(cell: Cell, name: str, value: Cell) -> None:
    """Register a Cell under the name of its attribute."""
    check_new(cell, name, cell._cells)
    Structure.change()
    cell._cells[name] = value
    cell.__dict__[name] = value
    if cell._auto_prefix:
        value.update_parameters_name(name + ".")


def replace(cell: Cell, name: str, value: Any) -> None:
    """Set an attribute that is a Parameter or Cell to something else."""
    parameter = cell._params.get(name)
    # New values change no structure: a graph that counts its steps in a parameter stays compiled.
    if parameter is not None and isinstance(value, Tensor):
        parameter.set_data(value)
        return
    if parameter is not None and execution.now.graph & REBINDS and type(value) in NUMBERS:
        parameter.set_data(number_for(name, parameter, value))
        return
    Structure.change()
    if value is None:
        for table in (cell._params, cell._cells):
            if name in table:
                table[name] = None
        cell.__dict__[name] = None
    elif name in cell._cells:
        raise TypeError(
            f"Sub cell '{name}' already exists in network, can not assign this type: "
            f"'{type(value)}' as a cell."
        )
    elif name in cell._params and (parameter is not None or not isinstance(value, Tensor)):
        raise TypeError(
            f"Parameter '{name}' already exists in network, can not assign this type: "
            f"'{type(value)}' as a parameter."
        )
    else:
        cell._params.pop(name, None), cell._cells.pop(name, None)
        cell.__dict__[name] = value
