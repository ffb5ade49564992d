"""`mindspore.rewrite`: a Cell's construct as a tree of statements that can be changed.

`values` what stands in a statement; `flatten`, `source`, `parse` from source to the tree; `statement`, `tree` the
tree; `write`, `calls`, `imports`, `adopt` from the tree to a new network; `table` its print; `api` the public classes.

Imports: common, mindspore_homes, module_aliases, nn.cell, nn.layer, ops.core.
"""

from msacc.module_aliases import refuse
from msacc.rewrite.api import Node, SymbolTree
from msacc.rewrite.node_values import NodeType, ScopedValue, ValueType

__all__ = ["Node", "NodeType", "ScopedValue", "SymbolTree", "ValueType"]
__getattr__ = refuse("mindspore.rewrite")
