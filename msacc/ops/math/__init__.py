"""Arithmetic, comparison, functions of one operand, reductions, scans and statistics.

Chapters over torch tensors.

Imports: common, ops.core.
"""
