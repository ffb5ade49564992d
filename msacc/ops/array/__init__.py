"""Making, shaping, joining, picking, placing and sorting elements.

Chapters over torch tensors; they import `common`, `ops.core` and `ops.math`.
"""
