"""The ops as Primitives: which arguments go to the constructor and which to the call, and the names.

Classes with a call or a state of their own, and lists of chapters whose classes MindSpore keeps in other modules.

Imports: common, communication, graph, ops.array, ops.backward, ops.bindings, ops.comm,
ops.compiled_kernels, ops.container_functions, ops.container_primitives, ops.core, ops.debug,
ops.legacy_containers, ops.linalg, ops.math, ops.nn, ops.random, ops.sparse, ops.summary,
ops.update, sharding.
"""
