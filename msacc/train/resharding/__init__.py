"""Resharding: strategy files, and the conversion of checkpoints from one layout over processes to another.

Here is what works on files alone, without other processes: reading and writing strategy files, which part of a
parameter each rank holds, and slices of one layout made from those of another. File formats, and saving and loading one
file, are in `train.serialization`; the layout of a running job's parameters, and what each of its processes saves and
loads, in `train.sharded_checkpoints`; snapshots of a run in `train.resume`. `distributed_loading` alone loads into a
network.

Imports: common, nn.cell, step, train.serialization.
"""
