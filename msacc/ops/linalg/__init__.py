"""Products, norms, factorizations, diagonals of matrices.

Chapters over torch tensors.

Imports: common, graph, ops.core.
"""
