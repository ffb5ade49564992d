"""Collectives and their gradients.

Chapters over torch tensors.

Imports: common, communication, ops.core.
"""
