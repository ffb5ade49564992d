"""Collectives and their gradients.

Chapters over torch tensors; they import `common`, `communication` and `ops.core`.
"""
