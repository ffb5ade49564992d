"""One training step: its plan, where parameters are stored, how gradients are accumulated, reduced and applied.

Its callers (Model, AutoParallel, GradAccumulation, GradAccumulator, the train-step Cells) lie above.

Imports: auto_parallel_context, common, communication, graph, nn.cell, nn.layer, nn.optim, ops.comm,
ops.debug, ops.update, sharding.
"""
