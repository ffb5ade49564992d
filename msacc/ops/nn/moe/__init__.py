"""Mixture of experts: gating, token routing, grouped matrix products.

Chapters over torch tensors.

Imports: common, communication, ops.comm, ops.core, ops.nn.quant.
"""
