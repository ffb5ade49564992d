"""Quantization: rounding to int8, scales, int8 matrix products, grouped products.

Chapters over torch tensors.

Imports: common, ops.core.
"""
