"""level3: no process ever holds all parameters; each layer gathers its own when it runs.

A layer is a Cell that owns parameters. Its shards are gathered by a hook before its construct, as a
differentiable op inside the same graph, and freed after it. The backward pass gathers them again: in
a compiled graph by `regather_pass`, op by op by unpacking what autograd saved (`saved_buckets`).

Gradients are reduced once per bucket and micro-batch, each reduction while the layers before it run backward
(see `gather_autograd`). A bucket that is read several times is reduced when the last of its gradients is computed;
until then its full gradient is kept.

Imports: common, graph, nn.cell, step.
"""
