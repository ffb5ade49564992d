"""Cells that run on several processes as stages of a pipeline, and the code that calls them.

No graph can hold the messages of a pipeline's schedule: what calls such a Cell runs op by op, and every other Cell and
gradient function in it is a graph by itself.
"""

from __future__ import annotations

from typing import Any

from msacc.common.cell_tree import CellTree, walk
from msacc.common.tensor_tree import leaves
from msacc.graph.execution_state import execution
from msacc.graph.reachability import holders


class DistributedCells:
    """Whether any Cell of this kind was made in this process: until then nothing is searched for one."""

    exist = False


def runs_op_by_op(fn: object, inputs: Any) -> bool:
    """Whether `fn` is to run op by op: it contains a distributed Cell, or an input is sharded over a stage's processes.

    A graph of its own would return such tensors without the processes that hold their parts.
    """
    if not DistributedCells.exist:
        return False
    # While operators are sharded the graph itself takes sharded inputs.
    return contains_distributed_cells(fn) or (not execution.now.cut and _any_sharded(inputs))


def _any_sharded(inputs: Any) -> bool:
    return any(hasattr(leaf._t, "full_tensor") for leaf in leaves(inputs))


def contains_distributed_cells(fn: object) -> bool:
    """Whether `fn` is or refers to a Cell that is distributed now."""
    if not DistributedCells.exist:
        return False
    cells = (item for item in holders(fn) if isinstance(item, CellTree))
    return any(cell._msacc_is_distributed for item in cells for _, cell in walk(item))
