"""The options of a resumable run."""

from __future__ import annotations

import os
from dataclasses import dataclass

from msacc.common import checks as check


@dataclass(frozen=True)
class Resume:
    """Where and how often a run saves the snapshots from which it resumes after it was interrupted.

    `folder`: created if it does not exist; all processes of a job write there. `steps`: save after every so many steps
    of the run, counted from its first; the end of each epoch is always saved. `keep`: how many complete sets stay.

    Raises TypeError for other types, ValueError for an empty `folder` and for `steps` or `keep` below 1.
    """

    folder: str
    steps: int | None = None
    keep: int = 2

    def __post_init__(self) -> None:
        check.instance("Resume", "folder", self.folder, str)
        if not self.folder.strip():
            raise ValueError("For 'Resume', 'folder' should not be empty.")
        if self.steps is not None:
            check.positive_int("Resume", "steps", self.steps)
        check.positive_int("Resume", "keep", self.keep)


def resume_option(where: str, resume: Resume | str | None) -> Resume | None:
    """The value of the argument `resume` of `where`, or without it of the environment."""
    if resume is None:
        return _from_environment()
    if isinstance(resume, Resume):
        return resume
    if not isinstance(resume, str):
        raise TypeError(
            f"For '{where}', 'resume' should be a folder, a train.Resume or None, but got {resume!r} of type "
            f"{type(resume).__name__}."
        )
    return Resume(resume)


class _RunCounter:
    """The number of runs that this process has begun without the argument."""

    runs = 0


def _from_environment() -> Resume | None:
    """The value of MindSpore's variables for a job that is restarted after a failure: each run has its own folder."""
    folder = os.environ.get("MS_RECOVERY_PATH", "")
    if os.environ.get("MS_ENABLE_RECOVERY") != "1" or not folder:
        return None
    _RunCounter.runs += 1
    return Resume(os.path.join(folder, f"run_{_RunCounter.runs}"))
