"""Links between the tensors of a torch module and the Parameters or buffers of its Cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

# State that the forward pass writes: MindSpore has parameters for it, torch buffers.
STATISTICS = ("moving_mean", "moving_variance", "running_mean", "running_var")


def is_learned(name: str, parameter: Parameter) -> bool:
    """Whether torch should have it as a parameter, be it frozen; otherwise as a buffer."""
    t = parameter._t
    if not (t.is_floating_point() or t.is_complex()):
        return False
    return parameter.requires_grad or name.rpartition(".")[2] not in STATISTICS


class Link:
    """One Parameter or buffer of a Cell, and the tensor of torch's over the same memory.

    `cell` has it under `name`; `registrations`: the tables of torch modules that have it, and its name there.
    """

    def __init__(self, cell: Cell, name: str, parameter: Parameter | None):
        self.cell, self.name, self.parameter = cell, name, parameter
        self.learned = parameter is not None and is_learned(name, parameter)
        self.registrations: list[tuple[dict[str, Any], str]] = []
        # What both sides were when they were last the same.
        self.torch_side: Any = self._new_module_tensor()
        self.cell_side: Any = self.target._t
        self.requires_grad = bool(self.torch_side.requires_grad)

    def _new_module_tensor(self) -> torch.Tensor:
        t = self.target._t
        if not self.learned:
            return t
        return torch.nn.Parameter(t, requires_grad=self.parameter.requires_grad)  # type: ignore[union-attr]

    @property
    def target(self) -> Tensor:
        """The Cell's side."""
        if self.parameter is not None:
            return self.parameter
        tensor: Tensor = self.cell.__dict__[self.name]
        return tensor

    @property
    def module_tensor(self) -> torch.Tensor:
        """The module's current tensor."""
        table, name = self.registrations[0]
        tensor: torch.Tensor | None = table.get(name)
        if tensor is None:
            raise RuntimeError(
                f"The module has lost '{name}', which construct reads: torch's parametrizations and pruning do "
                "not know a Cell. Change the Cell, then call to_torch_module() again."
            )
        return tensor

    def place(self, table: dict[str, Any], name: str) -> None:
        """Show torch's side in the table of a module."""
        table[name] = self.torch_side
        self.registrations.append((table, name))

    def is_at(self, table: dict[str, Any], name: str) -> bool:
        """Whether `table` has it under `name`."""
        return any(t is table and n == name for t, n in self.registrations)

    def replace(self, t: torch.Tensor) -> None:
        """Another tensor of torch's, wherever this one stood."""
        for table, name in self.registrations:
            table[name] = t
        self.to_cell()

    def to_cell(self) -> None:
        """The Cell takes torch's memory: after what changed it as a whole, such as a cast."""
        tensor = self.torch_side = self.module_tensor
        self.target._t = self.cell_side = tensor.detach()
        self._sync_flag()

    def sync(self) -> None:
        """Share again, where one of the sides got other memory, a type or a flag of its own."""
        tensor, cell_tensor = self.module_tensor, self.target._t
        if tensor is not self.torch_side:
            return  # put there for one call, by torch.func.functional_call
        if cell_tensor is not self.cell_side:
            if tensor.grad is not None and (
                tensor.shape != cell_tensor.shape or tensor.dtype is not cell_tensor.dtype
            ):
                tensor.grad = None
            tensor.data = self.cell_side = cell_tensor
        elif tensor.data_ptr() != cell_tensor.data_ptr() or tensor.dtype is not cell_tensor.dtype:
            self.to_cell()
        self._sync_flag()

    def _sync_flag(self) -> None:
        """The side whose flag changed since they were the same has it its way."""
        tensor, parameter = self.torch_side, self.parameter
        if parameter is None or not self.learned:
            return
        if tensor.requires_grad != self.requires_grad:
            self.requires_grad = tensor.requires_grad
            parameter.requires_grad = tensor.requires_grad
        elif parameter.requires_grad != self.requires_grad:
            self.requires_grad = parameter.requires_grad
            tensor.requires_grad_(parameter.requires_grad)
