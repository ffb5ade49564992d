"""Losses: over classes, element by element, with a margin, and their gradients.

Chapters over torch tensors.

Imports: common, ops.core.
"""
