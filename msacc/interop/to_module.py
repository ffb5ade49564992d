"""to_torch_module: the tree of modules for a tree of Cells."""

from __future__ import annotations

import torch

from msacc.common.parameter import Parameter
from msacc.interop.cell_module import CellModule, through_shells
from msacc.interop.parameter_links import Link
from msacc.interop.unsupported_cells import check_cell
from msacc.nn.cell import Cell
from msacc.step.wrapper import TransparentCell


def to_torch_module(cell: Cell) -> torch.nn.Module:
    """A torch.nn.Module around `cell` that shares its weights: what changes one changes the other.

    `forward` is `construct` on torch tensors, also in nested tuples, lists and dicts. The names in `state_dict()`
    are paths of attributes with MindSpore's own names at their end (`bn.gamma`, `bn.moving_mean`). Parameters are
    torch's Parameters, frozen ones with requires_grad=False; moving statistics, integers and the Cell's buffers are
    buffers. Whether it is in training mode is asked of the Cell, and `train()` and `eval()` tell the Cell.

    Raises TypeError for what is no Cell, NotImplementedError for Cells that are cut over processes and for training
    steps. MindSpore has no such function.
    """
    return module_of("to_torch_module", cell)


def module_of(where: str, cell: Cell, stages: bool = False) -> torch.nn.Module:
    """`to_torch_module` on behalf of `where`; `stages`: Cells may have a stage."""
    check_cell(where, cell, stages)
    cell.init_parameters_data()
    module = _Tree().build(cell)
    module.__dict__["_is_inner"] = False
    module.begin()
    return module


class _Tree:
    """Makes each Cell's module once, and one link for each parameter, whoever shares it."""

    def __init__(self) -> None:
        self.modules: dict[int, CellModule] = {}
        self.links: dict[int, Link] = {}

    def build(self, cell: Cell) -> CellModule:
        """The module of a Cell, those of its children inside."""
        if id(cell) in self.modules:
            return self.modules[id(cell)]
        node = self.modules[id(cell)] = CellModule(cell)
        if isinstance(cell, TransparentCell):
            # It adds nothing to names: what it is around stands here.
            inner = self.build(through_shells(cell)[-1])
            shared = ("_parameters", "_buffers", "_modules", "_non_persistent_buffers_set")
            node.__dict__.update({name: inner.__dict__[name] for name in (*shared, "_links")})
            return node
        for name, parameter in cell._params.items():
            if parameter is not None and "." not in name:
                self._add(node, cell, name, parameter)
        self._add_buffers(node, cell)
        for name, child in cell._cells.items():
            if child is not None:
                node._modules[name] = self.build(child)
        for module in node._modules.values():
            node._links += [link for link in module._links if link not in node._links]  # type: ignore[union-attr,operator]
        self._add_dotted(node, cell)
        return node

    def _add(self, node: CellModule, cell: Cell, name: str, parameter: Parameter) -> None:
        key = id(parameter)
        if key not in self.links:
            self.links[key] = Link(cell, name, parameter)
        link = self.links[key]
        holder, last = _module_for(node, name)
        link.place(holder._parameters if link.learned else holder._buffers, last)
        if link not in node._links:
            node._links.append(link)

    def _add_buffers(self, node: CellModule, cell: Cell) -> None:
        transient = cell.__dict__.get("_msacc_transient", ())
        for name in cell.__dict__.get("_buffers", ()):
            if cell.__dict__[name] is None:
                continue
            link = Link(cell, name, None)
            link.place(node._buffers, name)
            node._links.append(link)
            if name in transient:
                node._non_persistent_buffers_set.add(name)

    def _add_dotted(self, node: CellModule, cell: Cell) -> None:
        """What has a dotted name and is no Cell's below: of a ParameterTuple, of a graph that was read."""
        existing = {id(link.parameter) for link in node._links}
        for name, parameter in cell._params.items():
            if parameter is not None and id(parameter) not in existing:
                self._add(node, cell, name, parameter)


def _module_for(node: torch.nn.Module, name: str) -> tuple[torch.nn.Module, str]:
    """The module for a dotted name, and the last part of the name; empty modules are added for missing parts."""
    at, (*path, last) = node, name.split(".")
    for component in path:
        if component in at._parameters or component in at._buffers:
            return node, name.replace(".", "_")
        if component not in at._modules:
            at._modules[component] = torch.nn.Module()
        at = at._modules[component]  # type: ignore[assignment]
    name_exists = any(last in table for table in (at._parameters, at._buffers, at._modules))
    return (node, name.replace(".", "_")) if name_exists else (at, last)
