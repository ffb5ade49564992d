"""Builds the Primitives and Tensor methods that the chapters of ops declare; the ops compute.

Imports: common, communication, graph, ops.array, ops.backward, ops.comm, ops.compiled_kernels,
ops.container_functions, ops.container_primitives, ops.core, ops.debug, ops.generator_random,
ops.legacy_containers, ops.legacy_random, ops.linalg, ops.math, ops.nn, ops.parameter_assign,
ops.printing, ops.random, ops.sparse, ops.spectral, ops.stft, ops.summary, ops.update, sharding.
"""
