"""level3: no process ever holds all parameters; each layer gathers its own when it runs.

A layer is a Cell that owns parameters. Its pieces are gathered by a hook before its construct, as a
differentiable op inside the same graph, and dropped after it. The backward pass gathers them again: in
a compiled graph by `regather`, op by op by unpacking what autograd saved (`kept`).

Gradients are reduced once per bucket and micro-batch, each reduction while the layers before it run backward
(see `gathered`). A bucket that is read several times is reduced when the last of its gradients is known; until
then its whole gradient is kept.

Imports: common, graph, nn.cell, step.
"""
