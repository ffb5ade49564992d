"""Sparse tensors: conversions, sums, products, and ops on their values.

Imports: common, ops.core, ops.linalg, ops.math, ops.nn.
"""
