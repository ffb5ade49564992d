"""Runs that go on after they were ended, with the numbers that they would have had.

`Model.train(..., resume=folder)` keeps places of the run and begins at the newest.

Imports: common, communication, ops.random, step, train, train.callback, train.serialization.
"""

from __future__ import annotations

from typing import Any

from msacc.train.resume.options import Resume as Resume
from msacc.train.resume.options import asked as asked
from msacc.train.resume.snapshots import Keeper, NoKeeper


def keeper_of(wanted: Resume | None, training: Any) -> NoKeeper:
    """Who keeps a run's places."""
    return NoKeeper() if wanted is None else Keeper(wanted, training)
