"""Making, shaping, joining, picking, placing and sorting elements.

Chapters over torch tensors.

Imports: common, graph, ops.core, ops.math, ops.parameter_assign.
"""
