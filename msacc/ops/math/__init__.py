"""Arithmetic, comparison, unary functions, reductions, scans and statistics.

Chapters over torch tensors.

Imports: common, ops.core.
"""
