"""Sparse tensors: conversions, sums, products, and the ops that work on their values.

Imports `common`, `core` and the chapters of dense ops.
"""
