"""The ops as operators and methods of Tensor.

Tables.

Imports: common, graph, ops.array, ops.core, ops.linalg, ops.math, ops.nn, ops.random, ops.sparse.
"""
