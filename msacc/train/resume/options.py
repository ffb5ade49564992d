"""What a script says about going on with a run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from msacc.common import checks as check


@dataclass(frozen=True)
class Resume:
    """Where a run keeps what it needs to go on after it was ended in whatever way, and how often.

    `folder`: made if need be; all processes of a job write there. `steps`: keep after so many steps of the run, counted
    from its first; each epoch's end is kept in any case. `keep`: how many whole sets of files stay.

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


def asked(where: str, given: Any) -> Resume | None:
    """What the argument `resume` of `where` means, or without it the environment."""
    if given is None:
        return _of_environment()
    if isinstance(given, Resume):
        return given
    if not isinstance(given, str):
        raise TypeError(
            f"For '{where}', 'resume' should be a folder, a train.Resume or None, but got {given!r} of type "
            f"{type(given).__name__}."
        )
    return Resume(given)


class _Trained:
    """How many runs this process has begun without the argument."""

    runs = 0


def _of_environment() -> Resume | None:
    """MindSpore's variables for a job that is started again after a failure: each run has a folder of its own."""
    folder = os.environ.get("MS_RECOVERY_PATH", "")
    if os.environ.get("MS_ENABLE_RECOVERY") != "1" or not folder:
        return None
    _Trained.runs += 1
    return Resume(os.path.join(folder, f"run_{_Trained.runs}"))
