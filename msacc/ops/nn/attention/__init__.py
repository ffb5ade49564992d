"""Attention: with projections, fused (flash), over caches, sparse; masks and rotary embeddings.

Chapters over torch tensors.

Imports: common, ops.core, ops.nn, ops.nn.quant, sharding.
"""
