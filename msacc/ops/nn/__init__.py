"""Functions of layers and losses.

Chapters over torch tensors.

Imports: common, communication, ops.comm, ops.core, ops.math, ops.random, sharding.
"""
