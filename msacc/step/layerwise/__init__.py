"""level3: no process ever holds all parameters; each layer gathers its own when it runs.

A layer is a Cell that owns parameters. Its shards are gathered by a hook before its construct, as a
differentiable op, and freed after it. The backward pass gathers them again, by unpacking what autograd
saved (`saved_buckets`); a recorded run has these gathers as calls between its parts.

Gradients are reduced once per bucket and micro-batch, each reduction while the layers before it run backward
(see `gather_autograd`). A bucket that is read several times is reduced when the last of its gradients is computed;
until then its full gradient is kept.

Imports: common, graph, nn.cell, step.
"""
