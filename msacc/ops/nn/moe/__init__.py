"""Mixtures of experts: gating, routing tokens to experts and back, and the products of groups of rows.

Chapters over torch tensors.

Imports: common, ops.core, ops.nn.quant.
"""
