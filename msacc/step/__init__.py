"""One training step: what was asked of it, where parameters live, how gradients gather, travel and are applied.

The doors to it (Model, AutoParallel, GradAccumulation, GradAccumulator, the train-step Cells) lie above.

Imports: auto_parallel_context, common, communication, graph, nn.cell, nn.layer, nn.optim, ops.comm,
ops.debug, ops.update, sharding.
"""
