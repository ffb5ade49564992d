"""Checkpoints of a running job: the layout of its parameters, and what each of its processes saves and loads.

Here is what looks at a job's parameters and communicates: their layout in the terms of strategy files (`job_layouts`),
whole values or slices to save, the strategy file of a step that begins, and loaded slices that are sent to the
processes that need them. Both directions are called through `train.serialization` (which has the file formats) and
`common.distributed_runtime`. Converting files without a job is in `train.resharding`; snapshots from which an
interrupted run resumes are in `train.resume`.

Imports: common, communication, nn.cell, step, train.resharding.
"""
