# Written by `python -m tests.stubs`.
from msacc.module_aliases import refuse as refuse
from msacc.rewrite import api as api
from msacc.rewrite.api import Node as Node
from msacc.rewrite.api import SymbolTree as SymbolTree
from msacc.rewrite.node_values import NodeType as NodeType
from msacc.rewrite.node_values import ScopedValue as ScopedValue
from msacc.rewrite.node_values import ValueType as ValueType
