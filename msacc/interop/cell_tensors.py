"""The tensors of a Cell by their paths, and what torch would call them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msacc.common.tensor import Tensor
from msacc.interop.cell_module import through_shells
from msacc.interop.torch_names import SAME_CELLS, torchs_endings
from msacc.nn.cell import Cell
from msacc.nn.cell.state import own_state
from msacc.nn.layer.rectifiers import PReLU
from msacc.nn.layer.transformer import TransformerDecoderLayer, TransformerEncoderLayer


class CellTensor(NamedTuple):
    """A parameter or buffer, the Cell that has it, and its name in a torch model that is built alike."""

    cell: Cell
    tensor: Tensor
    torch_name: str


_TORCHS_CELLS = {own: name for name, own in SAME_CELLS.items()}


def named_tensors(
    cell: Cell, path: str = "", torch_path: str = "", above: tuple[int, ...] = ()
) -> Iterator[tuple[str, CellTensor]]:
    """Every path of a parameter or buffer; what is shared has several. Paths end in '.'."""
    cell = through_shells(cell)[-1]
    names, own = set(), own_state(cell)
    endings = {"w": "weight"} if isinstance(cell, PReLU) else torchs_endings(own)
    for name, tensor in own.items():
        if "." not in name:
            names.add(id(tensor))
            yield path + name, CellTensor(cell, tensor, torch_path + endings.get(name, name))
    for name, child in cell._cells.items():
        if child is not None and id(child) not in above:
            below = torch_path + _piece(cell, name)
            for full, found in named_tensors(child, f"{path}{name}.", below, (*above, id(cell))):
                names.add(id(found.tensor))
                yield full, found
    for name, tensor in own.items():
        if "." in name and id(tensor) not in names:
            yield path + name, CellTensor(cell, tensor, torch_path + name)


def _piece(cell: Cell, name: str) -> str:
    """The piece of a name that stands for a Cell inside `cell`."""
    if name == "bn2d" and type(cell).__name__ == "BatchNorm3d":
        return ""
    if isinstance(cell, (TransformerEncoderLayer, TransformerDecoderLayer)):
        name = _TORCHS_CELLS.get(name, name)
    return f"{name}."
