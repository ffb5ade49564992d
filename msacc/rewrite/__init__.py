"""`mindspore.rewrite`: a Cell's construct as a tree of statements that can be changed.

`node_values` what stands in a statement; `flatten`, `source`, `namespace`, `network_parser` from source to the tree;
`statement`, `tree` the tree; `static_branches`, `patterns` changes of it; `source_writer`, `call_names`, `imports`,
`state_transfer` from the tree to a new network; `node_table` its print; `api` the public classes.

Imports: common, examples, mindspore_homes, module_aliases, nn.cell, nn.layer, ops.core.
"""

from msacc.examples import attach as _attach_examples
from msacc.module_aliases import refuse
from msacc.rewrite.api import Node, SymbolTree
from msacc.rewrite.node_values import NodeType, ScopedValue, ValueType
from msacc.rewrite.patterns import PatternEngine as PatternEngine
from msacc.rewrite.patterns import PatternNode as PatternNode
from msacc.rewrite.patterns import Replacement as Replacement
from msacc.rewrite.patterns import VarNode as VarNode

__all__ = ["Node", "NodeType", "ScopedValue", "SymbolTree", "ValueType"]
__getattr__ = refuse("mindspore.rewrite")
_attach_examples("rewrite")
