"""Creation, reshaping, joining, selection, scattering and sorting of elements.

Chapters over torch tensors.

Imports: common, graph, ops.core, ops.math, ops.parameter_assign, sharding.
"""
