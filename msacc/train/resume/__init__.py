"""Resumable runs: snapshots from which an interrupted run continues with the results of an uninterrupted one.

Here is the state of a whole run (parameters, optimizer, random states, position in the dataset, callbacks), saved by
`Model.train(..., resume=folder)` and restored from the newest snapshot. Its files are safetensors of
`train.serialization`, which has the checkpoints that scripts save; slices and layouts of a job are in
`train.sharded_checkpoints`, the conversion between layouts in `train.resharding`.

Imports: common, communication, graph, ops.random, step, train, train.callback, train.resharding,
train.serialization, train.sharded_checkpoints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.train.resume.options import Resume as Resume
from msacc.train.resume.options import resume_option as resume_option
from msacc.train.resume.snapshots import NoSnapshots, RunSnapshots

if TYPE_CHECKING:
    from msacc.train._loop import Training


def snapshots_of(options: Resume | None, training: Training) -> NoSnapshots:
    """The snapshots of a run."""
    return NoSnapshots() if options is None else RunSnapshots(options, training)
