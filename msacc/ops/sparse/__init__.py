"""Sparse tensors: conversions, sums, products, and the ops that work on their values.

Imports: common, ops.core, ops.linalg, ops.math, ops.nn.
"""
