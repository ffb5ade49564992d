"""How parameters are cut over processes: strategy files, and checkpoints from one layout to another.

Works on files alone, without other processes; `shards`, `shard_slices`, `sharing` and `of_network` look at the
parameters of a job.

Imports: common, communication, nn.cell, step, train.serialization.
"""
