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


def own(moved: list[Values], theirs: Values) -> Values:
    """How far each number of MindSpore's moves with its start, as a share of it; what grows from
    step to step is kept.
    """
    found: Values = {}
    for key, value in theirs.items():
        told = np.asarray(value, float)
        floor = max(1e-3 * float(np.abs(told).max(initial=0.0)), 1e-12)
        shares = [np.abs(np.asarray(run[key], float) - told) for run in moved]
        share = np.max(shares, axis=0) / np.maximum(np.abs(told), floor)
        if key.startswith("loss"):
            found[key] = np.maximum.accumulate(share, axis=-1).tolist()
        else:
            found[key] = np.full_like(told, share.max(initial=0.0)).tolist()
    return found


def _atol(case: Case, key: str, wanted: np.ndarray) -> float:
    of_largest = key.startswith("sums") or key.endswith(" sums")
    return max(case.atol, _OF_LARGEST * float(np.abs(wanted).max(initial=0.0)) if of_largest else 0)


def _allowed(case: Case, key: str, wanted: np.ndarray, spread: Values | None) -> np.ndarray:
    plain = _atol(case, key, wanted) + case.rtol * np.abs(wanted)
    if not (spread and case.spread):
        return plain
    floor = 1e-3 * float(np.abs(wanted).max(initial=0.0))
    share = np.asarray(spread[key], float)
    return np.maximum(plain, case.spread * share * np.maximum(np.abs(wanted), floor))


def faults(case: Case, mine: Values, theirs: Values, spread: Values | None = None) -> list[str]:
    """What differs by more than the case allows, a line each; `spread` is what `own` found for the record."""
    found = [f"{key} is missing" for key in theirs if key not in mine]
    for key in (key for key in theirs if key in mine):
        wanted, got = np.asarray(theirs[key], float), np.asarray(mine[key], float)
        if wanted.shape != got.shape:
            found.append(f"{key}: {got.shape} where MindSpore has {wanted.shape}")
        elif not np.isfinite(wanted).all():
            found.append(f"{key}: the record holds a number that is not finite")
        elif not (np.abs(got - wanted) <= _allowed(case, key, wanted, spread)).all():
            found.append(f"{key}: {got.tolist()} where MindSpore has {wanted.tolist()}")
    return found
