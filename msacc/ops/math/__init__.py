"""Arithmetic, comparison, functions of one operand, reductions, scans and statistics.

Chapters over torch tensors; they import `common` and `ops.core`.
"""
