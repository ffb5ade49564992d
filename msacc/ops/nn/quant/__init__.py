"""Quantised products: rounding to int8, scales, products of int8 matrices, and the products of groups of rows.

Chapters over torch tensors.

Imports: common, ops.core.
"""
