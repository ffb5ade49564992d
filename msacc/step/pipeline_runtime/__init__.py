"""The mechanism of pipelines: a network captured once, split by stage, and run by torch's schedules.

Here are capture, stage assignment, where the parameters of each stage are, and the run itself, for training steps and
inference alike. The Cells and functions that scripts call, and a script's own pipelined step, are in
`parallel.pipeline_api`.

Imports: common, graph, nn.cell, nn.optim, ops.update, sharding, step, step.accumulators,
step.layerwise, step.parameter_store.
"""
