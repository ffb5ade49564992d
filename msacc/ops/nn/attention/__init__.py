"""Attention: with projections, fused (flash), over caches, sparse, and what goes around it (masks, rotary embedding).

Chapters over torch tensors.

Imports: common, ops.core, ops.nn, ops.nn.quant.
"""
