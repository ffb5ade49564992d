"""A network over the processes of a pipeline: captured once, cut by stage, run by torch's schedules.

Imports: common, graph, nn.cell, nn.optim, ops.update, sharding, step, step.accumulators,
step.parameter_store.
"""
