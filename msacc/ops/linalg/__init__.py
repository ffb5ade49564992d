"""Products, norms, factorizations, diagonals of matrices.

Chapters over torch tensors; they import `common` and `ops.core`.
"""
