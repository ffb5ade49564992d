"""Runs that go on after they were ended, with the numbers that they would have had.

`Model.train(..., resume=folder)` keeps places of the run and begins at the newest. Imports `dataset`'s iterators by
their methods, `step`, `callback` and `serialization`.
"""

from __future__ import annotations

from typing import Any

from msacc.train.resume.options import Resume as Resume
from msacc.train.resume.options import resume_option as resume_option
from msacc.train.resume.snapshots import NoSnapshots, RunSnapshots


def snapshots_of(options: Resume | None, training: Any) -> NoSnapshots:
    """The snapshots of a run."""
    return NoSnapshots() if options is None else RunSnapshots(options, training)
