"""MindIR: graphs that MindSpore wrote, read from protobuf and run through msacc's ops.

`load` turns a file into a `graph.FuncGraph`, checked and without a call of anything in it; `program` numbers its
values, `op_binding` finds the op behind each name, `interpreter` goes through the steps.

Imports: common, ops, ops.array, ops.bindings, ops.container_primitives, ops.core, ops.linalg,
ops.math, ops.nn, ops.parameter_assign, ops.spectral.
"""
