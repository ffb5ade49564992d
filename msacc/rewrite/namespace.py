"""Which Cells a tree opens: the names of MindSpore's module, to whose list libraries add Cells of theirs."""

from __future__ import annotations

from msacc.nn.layer.container import CellList, SequentialCell
from msacc.rewrite.source import is_user_code

# Classes whose Cells are one node, whatever their construct does.
_subtree_black_list: list[type] = [CellList, SequentialCell]


def is_subtree(cls_inst: object) -> bool:
    """Whether a Cell, `cls_inst`, is opened: one of the user's, of no class in the list."""
    return not isinstance(cls_inst, tuple(_subtree_black_list)) and is_user_code(type(cls_inst))
