"""Two sets of numbers, side by side."""

from __future__ import annotations

import numpy as np

from tests.projects.case import Case
from tests.projects.running import Values


def largest(mine: Values, theirs: Values) -> float:
    """The largest relative difference over all numbers; against the largest of a list, so that zeros may be near."""
    worst = 0.0
    for key, value in theirs.items():
        wanted, got = np.asarray(value, float), np.asarray(mine[key], float)
        scale = max(float(np.abs(wanted).max(initial=0.0)), 1e-12)
        worst = max(worst, float(np.abs(got - wanted).max(initial=0.0)) / scale)
    return worst


# The sum of a parameter that stays near zero (a bias before a normalisation) is rounding; sums are held to this share
# of the largest of them as well.
_OF_LARGEST = 1e-5


def _atol(case: Case, key: str, wanted: np.ndarray) -> float:
    of_largest = key.startswith("sums") or key.endswith(" sums")
    return max(case.atol, _OF_LARGEST * float(np.abs(wanted).max(initial=0.0)) if of_largest else 0)


def faults(case: Case, mine: Values, theirs: Values) -> list[str]:
    """What differs by more than the case allows, a line each."""
    found = [f"{key} is missing" for key in theirs if key not in mine]
    for key in (key for key in theirs if key in mine):
        wanted, got = np.asarray(theirs[key], float), np.asarray(mine[key], float)
        if wanted.shape != got.shape:
            found.append(f"{key}: {got.shape} where MindSpore has {wanted.shape}")
        elif not np.isfinite(wanted).all():
            found.append(f"{key}: the record holds a number that is not finite")
        elif not np.allclose(got, wanted, case.rtol, _atol(case, key, wanted)):
            found.append(f"{key}: {got.tolist()} where MindSpore has {wanted.tolist()}")
    return found
